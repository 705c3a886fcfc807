import type { ContractPart, PublicContract, Shape, Use } from './public-contract.ts'

/** One difference of two shapes. What is not `breaking` is an addition. */
export interface ShapeChange {
  /** Where, `driver.birthDate`; empty for the whole. */
  readonly path: string
  readonly code: 'removed' | 'now-needed' | 'may-be-missing' | 'other-type' | 'value-gone' | 'value-new' | 'added'
  readonly breaking: boolean
}

const isRead = (use: Use): boolean => use !== 'taken'
const isWritten = (use: Use): boolean => use !== 'given'
const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
/** Keys, and the lists of a shape, are sets: a database may return them in another order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value).filter(([, each]) => each !== undefined).map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).sort().join(',')}}`
}
const same = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

/** What changed between two shapes of one thing, for those who read it, write it, or both. */
export function shapeChanges(before: Shape, after: Shape, use: Use, path = ''): readonly ShapeChange[] {
  if (same(before, after)) return []
  if (before.anyOf || after.anyOf) return choiceChanges(before.anyOf ?? [before], after.anyOf ?? [after], use, path)
  if (!same(before.type, after.type)) return [{ path, code: 'other-type', breaking: true }]
  return [...valueChanges(before.enum, after.enum, use, path), ...fieldChanges(before, after, use, path), ...itemChanges(before.items, after.items, use, path)]
}

/** A reader must know every shape that may come; a writer's shape must still be accepted. */
function choiceChanges(before: readonly Shape[], after: readonly Shape[], use: Use, path: string): readonly ShapeChange[] {
  const fits = (from: Shape, to: Shape, by: Use): boolean => !shapeChanges(from, to, by, path).some(({ breaking }) => breaking)
  const unread = after.filter((form) => !before.some((known) => fits(known, form, 'given')))
  const untaken = before.filter((form) => !after.some((taken) => fits(form, taken, 'taken')))
  const broken = (isRead(use) && unread.length > 0) || (isWritten(use) && untaken.length > 0)
  return [{ path, code: broken ? 'other-type' : 'added', breaking: broken }]
}

function valueChanges(before: readonly unknown[] | undefined, after: readonly unknown[] | undefined, use: Use, path: string): readonly ShapeChange[] {
  if (same(before, after)) return []
  const gone = before === undefined ? after !== undefined : after !== undefined && before.some((value) => !after.some((other) => same(value, other)))
  const fresh = after === undefined ? before !== undefined : before !== undefined && after.some((value) => !before.some((other) => same(value, other)))
  return [
    ...(gone ? [{ path, code: 'value-gone' as const, breaking: isWritten(use) }] : []),
    ...(fresh ? [{ path, code: 'value-new' as const, breaking: isRead(use) }] : []),
  ]
}

function fieldChanges(before: Shape, after: Shape, use: Use, path: string): readonly ShapeChange[] {
  const [old, fresh] = [before.properties ?? {}, after.properties ?? {}]
  const needed = (shape: Shape, name: string): boolean => shape.required?.includes(name) ?? false
  const changes: ShapeChange[] = []
  for (const [name, form] of Object.entries(old)) {
    const at = below(path, name)
    const now = fresh[name]
    if (now === undefined) {
      changes.push({ path: at, code: 'removed', breaking: true })
      continue
    }
    if (needed(before, name) && !needed(after, name)) changes.push({ path: at, code: 'may-be-missing', breaking: isRead(use) })
    if (!needed(before, name) && needed(after, name)) changes.push({ path: at, code: 'now-needed', breaking: isWritten(use) })
    changes.push(...shapeChanges(form, now, use, at))
  }
  for (const name of Object.keys(fresh).filter((each) => !(each in old))) {
    const asked = needed(after, name) && isWritten(use)
    changes.push({ path: below(path, name), code: asked ? 'now-needed' : 'added', breaking: asked })
  }
  return changes
}

function itemChanges(before: Shape | undefined, after: Shape | undefined, use: Use, path: string): readonly ShapeChange[] {
  if (before && after) return shapeChanges(before, after, use, `${path}[]`)
  return before || after ? [{ path: `${path}[]`, code: 'other-type', breaking: true }] : []
}

/** A change of one member of a contract part. */
export type MemberChange = ShapeChange & { readonly member: string }

/** A contract part whose version number is too small for what changed in it. */
export interface SemverViolation {
  readonly part: string
  readonly from: string
  readonly to: string
  /** The smallest step that would be right. */
  readonly needs: 'major' | 'minor'
  readonly changes: readonly MemberChange[]
}

/** Everything that changed in a part. */
export function memberChanges(before: ContractPart, after: ContractPart): readonly MemberChange[] {
  const gone = Object.keys(before.members).filter((member) => !(member in after.members)).map((member): MemberChange => ({ member, path: '', code: 'removed', breaking: true }))
  const changed = Object.entries(after.members).flatMap(([member, now]): MemberChange[] => {
    const was = before.members[member]
    if (!was) return [{ member, path: '', code: 'added', breaking: false }]
    return shapeChanges(was.shape ?? {}, now.shape ?? {}, was.use === now.use ? now.use : 'both').map((change) => ({ member, ...change }))
  })
  return [...gone, ...changed]
}

/** How far a version is from an older one: 3 major, 2 minor, 1 patch, 0 the same or older. Below 1.0.0 a minor may break. */
function stepOf(from: string, to: string): number {
  const numbers = (version: string): number[] => (version.split('-')[0] ?? '').split('.').map(Number)
  const [old, fresh] = [numbers(from), numbers(to)]
  const at = fresh.findIndex((number, index) => number !== old[index])
  if (at < 0 || (fresh[at] ?? 0) < (old[at] ?? 0)) return 0
  return Math.min(3, 3 - at + (fresh[0] === 0 ? 1 : 0))
}

/**
 * Contract parts that violate semantic versioning: something public was removed or changed without a major number, or added without a
 * minor one. Empty when every number is right.
 */
export function semverViolations(before: PublicContract, after: PublicContract): readonly SemverViolation[] {
  return Object.entries(before).flatMap(([part, was]): SemverViolation[] => {
    const now = after[part] ?? { version: was.version, members: {} }
    const changes = memberChanges(was, now)
    const breaking = changes.filter((change) => change.breaking)
    const step = stepOf(was.version, now.version)
    const base = { part, from: was.version, to: now.version }
    if (breaking.length > 0) return step >= 3 ? [] : [{ ...base, needs: 'major', changes: breaking }]
    return changes.length > 0 && step < 2 ? [{ ...base, needs: 'minor', changes }] : []
  })
}
