import type { ContractPart, PublicContract } from './public-contract.ts'
import { shapeChanges, type ShapeChange } from './shape-change.ts'

/** One thing of a part that is not what it was. */
export type MemberChange = ShapeChange & { readonly member: string }

/** A part whose number says less than what changed in it. */
export interface Untruth {
  readonly part: string
  readonly from: string
  readonly to: string
  /** The smallest step that would be true. */
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
 * The parts of a module whose version numbers do not tell the truth: something others build on is gone or other under a number that
 * is not a major one, or something is new under a number that promises nothing new. Empty when every number is true.
 */
export function untruths(before: PublicContract, after: PublicContract): readonly Untruth[] {
  return Object.entries(before).flatMap(([part, was]): Untruth[] => {
    const now = after[part] ?? { version: was.version, members: {} }
    const changes = memberChanges(was, now)
    const breaking = changes.filter((change) => change.breaking)
    const step = stepOf(was.version, now.version)
    const base = { part, from: was.version, to: now.version }
    if (breaking.length > 0) return step >= 3 ? [] : [{ ...base, needs: 'major', changes: breaking }]
    return changes.length > 0 && step < 2 ? [{ ...base, needs: 'minor', changes }] : []
  })
}
