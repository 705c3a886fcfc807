/** One value that differs between two settings; undefined where one has none. */
export interface SettingsDifference {
  /** Names from the outside in, such as `modules`, `paymentview`, `isEnabled`. */
  readonly path: readonly string[]
  readonly before: unknown
  readonly after: unknown
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Something of which each value is compared, also where the other settings have nothing there. */
const isFilled = (value: unknown): boolean => isRecord(value) && Object.keys(value).length > 0

/** What the members of a list are called, in order; null for anything but a list whose members have names of their own. */
function namesIn(value: unknown): readonly string[] | null {
  if (!Array.isArray(value) || !value.every(isRecord)) return null
  const names = value.map((each) => each['viewTag'] ?? each['code'])
  return names.every((name) => typeof name === 'string') && new Set(names).size === names.length ? names : null
}

const isStation = (value: unknown): value is Readonly<Record<string, unknown>> & { readonly place: string } => isRecord(value) && typeof value['place'] === 'string'

/** Stations by name, each with what is said of it: their order means nothing, and one that is not there says nothing (DEC-356). Null for any other list. */
function byPlace(value: unknown): Readonly<Record<string, unknown>> | null {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  if (list.length === 0 || !list.every(isStation)) return null
  return Object.fromEntries(list.map(({ place, ...said }) => [place, Object.fromEntries(Object.entries(said).filter(([, fact]) => fact !== null && (!isRecord(fact) || isFilled(fact))))]))
}

/** Two lists of the same names in the same order, by name; anything else as it is, because an order may mean something. */
function byName(before: unknown, after: unknown): readonly [unknown, unknown] {
  const [one, other] = [byPlace(before), byPlace(after)]
  if (one !== null || other !== null) return [one ?? {}, other ?? {}]
  const names = namesIn(before)
  if (names === null || JSON.stringify(names) !== JSON.stringify(namesIn(after))) return [before, after]
  const named = (list: unknown): unknown => Object.fromEntries((list as readonly unknown[]).map((each, index) => [names[index], each]))
  return [named(before), named(after)]
}

/**
 * What differs between two settings of a tenant, value by value, in the order of the first (DEC-320). Steps and ways to pay are compared by name
 * where they are the same in the same order, stations by name; other lists as one value. Where one has nothing, each value of the other differs.
 */
export function settingsDifferences(before: unknown, after: unknown, path: readonly string[] = []): readonly SettingsDifference[] {
  const [one, other] = byName(before, after).map((value, at, both) => (value === undefined && isFilled(both[1 - at]) ? {} : value))
  if (isRecord(one) && isRecord(other)) {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) => settingsDifferences(one[name], other[name], [...path, name]))
  }
  return JSON.stringify(one) === JSON.stringify(other) ? [] : [{ path, before, after }]
}

/** Names of the settings that differ. */
export const differingSettings = (before: unknown, after: unknown): readonly string[] => [...new Set(settingsDifferences(before, after).map(({ path }) => path[0] ?? ''))]
