import type { LoadVersion } from './federation.ts'

const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyDescriptors } = Object
const { ownKeys } = Reflect

/** What the whole page stands on, and how it was before the first module ran. */
const kept = [Array, Object, String, Promise, Map, Set].flatMap((each): object[] => [each, each.prototype]).concat(JSON, EventTarget.prototype, Node.prototype, Element.prototype)
  .map((owner) => ({ owner, before: getOwnPropertyDescriptors(owner) as PropertyDescriptorMap }))
const ofPage = ['fetch', 'setTimeout', 'JSON', 'Promise', 'Map', 'Set']
kept.push({ owner: globalThis, before: getOwnPropertyDescriptors(Object.fromEntries(ofPage.map((name) => [name, Reflect.get(globalThis, name) as unknown]))) })

/** Gives built-in objects their own methods back. Answers the names of those that had been changed; uses none of them itself (DEC-242). */
export function mendBuiltIns(): readonly string[] {
  const changed: string[] = []
  for (let at = 0; at < kept.length; at += 1) {
    const { owner, before } = kept[at] as (typeof kept)[number]
    const keys = ownKeys(before) as string[]
    for (let each = 0; each < keys.length; each += 1) {
      const key = keys[each] as string
      const was = before[key] as PropertyDescriptor
      const now = getOwnPropertyDescriptor(owner, key)
      if (now && now.value === was.value && now.get === was.get) continue
      defineProperty(owner, key, was)
      changed[changed.length] = String(key)
    }
  }
  return changed
}

/** A version whose code changes what the page stands on has failed: the page is mended before anything is rendered, and the last good version takes over. */
export const mending = (load: LoadVersion): LoadVersion => async (version) => {
  let changed: readonly string[] = []
  const remote = await load(version).finally(() => { changed = mendBuiltIns() })
  if (changed.length > 0) throw new Error(`${version.name} changed ${changed.length} built-ins`)
  return remote
}
