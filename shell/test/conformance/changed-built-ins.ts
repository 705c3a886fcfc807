/** Whose methods everything on a page uses, by name. */
const owners: Readonly<Record<string, object>> = {
  ...Object.fromEntries([Array, Object, String, Number, Promise, Map, Set, Function, RegExp, Date].flatMap((each) => [[each.name, each], [`${each.name}.prototype`, each.prototype as object]])),
  JSON, Math, 'EventTarget.prototype': EventTarget.prototype, 'Node.prototype': Node.prototype, 'Element.prototype': Element.prototype, 'History.prototype': History.prototype,
}
const ofPage = ['fetch', 'JSON', 'Promise', 'XMLHttpRequest', 'queueMicrotask', 'requestAnimationFrame'] as const
const before = Object.entries(owners).map(([name, owner]) => ({ name, owner, was: Object.entries(Object.getOwnPropertyDescriptors(owner)) }))
const page = ofPage.map((name) => [name, Reflect.get(globalThis, name) as unknown] as const)

/** Gives all built-in objects back what was changed since the page began, and answers their names: `Array.prototype.includes`. */
export function changedBuiltIns(): readonly string[] {
  const changed: string[] = []
  const { defineProperty, getOwnPropertyDescriptor, is } = Object
  for (let at = 0; at < before.length; at += 1) {
    const { name, owner, was } = before[at] as (typeof before)[number]
    for (let each = 0; each < was.length; each += 1) {
      const { 0: key, 1: descriptor } = was[each] as (typeof was)[number]
      const now = getOwnPropertyDescriptor(owner, key)
      if (now && is(now.value, descriptor.value) && now.get === descriptor.get) continue
      defineProperty(owner, key, descriptor)
      changed[changed.length] = `${name}.${key}`
    }
  }
  for (let at = 0; at < page.length; at += 1) {
    const { 0: name, 1: was } = page[at] as (typeof page)[number]
    if (Reflect.get(globalThis, name) === was) continue
    Reflect.set(globalThis, name, was)
    changed[changed.length] = name
  }
  return changed
}
