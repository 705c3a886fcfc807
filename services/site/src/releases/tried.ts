import type { ReleaseSet } from '@checkin/releases'
import { settingsKey } from '@checkin/releases/settings-key'
import type { SessionVersion } from '../telemetry/health-samples.ts'
import type { Releases } from './snapshot.ts'

type Tried = Pick<SessionVersion, 'host' | 'module' | 'version' | 'settings'>

/** A module as a set has it: its version and the key of what is set of it. */
const moduleOf = (set: ReleaseSet | undefined, module: string): Pick<SessionVersion, 'version' | 'settings'> | undefined => {
  const version = module === 'shell' ? set?.shell.version : set?.modules[module]?.version
  return version === undefined ? undefined : { version, settings: settingsKey(set?.settings?.[module]) }
}

/**
 * Whether a rollout of the tenant tries a version, or settings of the version that everybody has. The snapshot names versions alone: which settings
 * a rollout brings is what its own set has and that of the others has not (DEC-361).
 */
export function isTried({ tenants, sets }: Pick<Releases, 'tenants' | 'sets'>, { host, module, version, settings }: Tried): boolean {
  const pointer = tenants.get(host)
  return pointer?.rollouts.some(({ modules }, at) => {
    if (modules[module] !== version) return false
    const [others, own] = [moduleOf(sets.get(pointer.setId), module), moduleOf(sets.get(pointer.variants[1 << at] ?? 0), module)]
    // What everybody has in this version too is tried only where it is set otherwise.
    return others?.version !== version || (own?.settings !== others.settings && own?.settings === settings)
  }) ?? false
}
