import type { LoadVersion } from './load-version.ts'

const { defineProperty, getOwnPropertyDescriptors } = Object
/** What the whole page stands on, and how it was before the first module ran. */
const kept: readonly object[] = [Array.prototype, String.prototype, Promise.prototype, Object, JSON]
const before: readonly PropertyDescriptorMap[] = kept.map(getOwnPropertyDescriptors)
const { fetch } = globalThis

/** Gives built-in objects their own methods back, where a module has changed them; uses none of them itself (DEC-242). */
export function mendBuiltIns(): void {
  for (let at = kept.length; at--;) {
    for (const key in before[at]) {
      const was = before[at]?.[key]
      if (was?.value && Reflect.get(kept[at] as object, key) !== was.value) defineProperty(kept[at], key, was)
    }
  }
  globalThis.fetch = fetch
}

/** Loads a version whose code changes nothing of everybody's: it is undone before anything is rendered. Conformance refuses such a version. */
export const mending = (load: LoadVersion): LoadVersion => (version) => load(version).finally(mendBuiltIns)
