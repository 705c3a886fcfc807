import { ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import { isOfVersions, type Release, withoutModule, withVersionBefore } from '../releases/next-release.ts'
import { movesOf, type Target } from '../releases/point-to.ts'
import { type ChangeAuthor, choiceOf, findPointers, findRevision, releasesOf, settingsOf } from '../releases/pointer.ts'
import type { SetMaker } from '../releases/sets.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { begunWaves } from './plan-waves.ts'

type Plan = Selectable<Tables['plan']>

/** Whether a tenant has a rollout of a plan's versions. */
export const hasRollout = ({ rollouts }: Release, modules: Plan['modules']): boolean => rollouts.some((each) => isOfVersions(each, modules))

/** Whether everybody of a tenant has a plan's versions. */
export const hasVersions = ({ choice }: Release, modules: Plan['modules']): boolean => Object.entries(modules).every(([name, version]) => choice[name] === version)

/** Who takes a plan back, and how the history names what it does to a tenant that is within its steps, and to one that is through them. */
export interface RolledBackBy extends Pick<ChangeAuthor, 'actor' | 'reason'> {
  readonly rollout: ChangeAuthor['action']
  readonly wave: ChangeAuthor['action']
}

/**
 * Takes a plan back wherever it still counts: its rollouts end, and tenants of a wave before get the versions that they had before the plan, pinned (DEC-353). What
 * somebody else changed since stays. A tenant whose former versions no longer make a set keeps what it has, and the audit says so.
 */
export async function rollPlanBack(change: Change, maker: SetMaker, plan: Plan, { actor, reason, rollout, wave }: RolledBackBy): Promise<void> {
  const hosts = [...new Set(begunWaves(plan).flat())]
  const pointers = await findPointers(change, hosts)
  const releaseOf = await releasesOf(change, pointers.values())
  const targets: (Target & { readonly isRolling: boolean })[] = []
  for (const host of hosts) {
    const release = releaseOf(host)
    const isRolling = hasRollout(release, plan.modules)
    const next = isRolling ? { ...release, rollouts: release.rollouts.filter((each) => !isOfVersions(each, plan.modules)) } : await releaseBefore(change, plan, host, release)
    if (next !== null) targets.push({ host, current: pointers.get(host) ?? null, release: next, isRolling })
  }
  const moves = await movesOf(change, maker, targets)
  for (const target of targets) {
    try {
      await moves.point({ actor, reason, action: target.isRolling ? rollout : wave }, target)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      await change.record({ actor, action: 'take back failed', subject: target.host, before: null, after: error.code, reason })
    }
  }
  await moves.write()
  if (plan.waves !== null) await change.tx.updateTable('plan').set({ rolled_back: true }).where('id', '=', plan.id).execute()
}

/** The release of a tenant that went through a plan's steps, with the plan's modules as they were before it; null where it has other versions by now, or the plan never gave it any. */
async function releaseBefore(change: Change, { id, waves, modules }: Plan, host: string, release: Release): Promise<Release | null> {
  if (waves === null || !hasVersions(release, modules)) return null
  const first = await change.tx.selectFrom('pointer_revision').select('revision').where('host', '=', host).where('actor', '=', actorOf(id)).orderBy('revision').executeTakeFirst()
  const former = first ? await findRevision(change, host, first.revision - 1) : null
  if (!former) return null
  const [choice, settings] = [await choiceOf(change, former.setId), await settingsOf(change, former.setId)]
  return Object.keys(modules).reduce((made, name) => {
    const version = choice[name]
    return version === undefined ? withoutModule(made, name) : withVersionBefore(made, name, { version, settings: settings[name] ?? {} })
  }, release)
}

/** Who moves tenants for a plan, as history and audit name it. */
export const actorOf = (id: number): string => `plan ${id}`
