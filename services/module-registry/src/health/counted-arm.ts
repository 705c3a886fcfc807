import type { Settings } from '@checkin/registry'
import { settingsKey } from '@checkin/releases/settings-key'
import type { ReleaseRollout } from '../releases/next-release.ts'

/** Sessions of a module that are counted together: all of a version, or those in which the same was set of it (DEC-361). */
export interface CountedArm {
  /** Undefined where nobody has the module: nothing is counted. */
  readonly version: string | undefined
  /** As `settingsKey` names it; absent for all. */
  readonly settings?: string
}

/** A row of a site's report that tells both. */
interface Counted {
  readonly version: string
  /** Absent from a site server of an earlier version: nobody knows, so it belongs to no arm of two settings. */
  readonly settings?: string | undefined
}

/** Whether a row counts for an arm. */
export const isOfArm = ({ version, settings }: CountedArm) => (row: Counted): boolean => row.version === version && (settings === undefined || row.settings === settings)

/** What a rollout tries of a module, and what stands beside it; null where it changes nothing of the module, so that nothing can be compared. */
export function armsOf({ modules, settings }: ReleaseRollout, module: string, base: { readonly choice: Readonly<Record<string, string>>; readonly settings: Settings }): { readonly canary: CountedArm; readonly baseline: CountedArm } | null {
  const [version, beside, own] = [modules[module], base.choice[module], settings?.[module]]
  if (own !== undefined) return { canary: { version, settings: settingsKey(own) }, baseline: { version: beside, settings: settingsKey(base.settings[module]) } }
  return version === beside ? null : { canary: { version }, baseline: { version: beside } }
}
