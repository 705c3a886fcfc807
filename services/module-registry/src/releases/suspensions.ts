import type { Rollout } from '@checkin/releases'
import { anyOf, ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import { system } from '../access/actor.ts'
import { freezesOf, requireNotFrozen } from '../changes/freezes.ts'
import type { Change, Queries } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { pointTo } from './point-to.ts'
import { type ChangeAuthor, findPointer, type Pointer, releaseOf } from './pointer.ts'
import type { SetMaker } from './sets.ts'

/** Milliseconds for which a rollout is suspended: time for a person to look, and as much as liars can cost a good version, once (DEC-351). */
export const suspendedMs = 5 * 60_000

/** A rollout whose share is withheld, and what it had. */
export type Suspension = Selectable<Tables['rollout_suspension']>

/** How a suspension ends: its share came back, its version was found worse, or a person decided otherwise. */
type End = NonNullable<Suspension['ended_as']>

/** A rollout that nobody gets now. */
const isWithheld = ({ percent, cohorts }: Pick<Rollout, 'percent' | 'cohorts'>): boolean => percent === 0 && cohorts.length === 0

/** The only suspension of a rollout, also one that is over; null where it never was suspended. */
export const suspensionOf = async ({ tx }: { readonly tx: Queries }, host: string, rolloutId: string): Promise<Suspension | null> =>
  await tx.selectFrom('rollout_suspension').selectAll().where('host', '=', host).where('rollout_id', '=', rolloutId).executeTakeFirst() ?? null

/** The same of every rollout of some tenants, in one query. */
export async function suspensionsOf({ tx }: { readonly tx: Queries }, hosts: readonly string[]): Promise<(host: string, rolloutId: string) => Suspension | null> {
  const rows = hosts.length === 0 ? [] : await tx.selectFrom('rollout_suspension').selectAll().where('host', '=', anyOf([...hosts])).execute()
  const found = new Map(rows.map((row) => [`${row.host}\n${row.rollout_id}`, row]))
  return (host, rolloutId) => found.get(`${host}\n${rolloutId}`) ?? null
}

/** Rollouts that are suspended now, of some tenants or all. */
export const openSuspensions = (queries: Queries, hosts?: readonly string[]): Promise<Suspension[]> =>
  queries.selectFrom('rollout_suspension').selectAll().where('ended_at', 'is', null).$if(hosts !== undefined, (query) => query.where('host', '=', anyOf([...(hosts ?? [])]))).orderBy('host').orderBy('rollout_id').execute()

/**
 * Withholds a rollout's share from new sessions for `suspendedMs`, once in its life: a second time is refused by answering false. It stays a rollout, so that what its
 * running sessions report is compared on. Asks no approval and no freeze, because it only gives new sessions what the others have.
 */
export async function suspend(change: Change, maker: SetMaker, host: string, rollout: Rollout, reason: string): Promise<boolean> {
  if (isWithheld(rollout) || await suspensionOf(change, host, rollout.id)) return false
  const pointer = await findPointer(change, host)
  const release = await releaseOf(change, pointer)
  const rollouts = release.rollouts.map((each) => (each.id === rollout.id ? { ...each, percent: 0, cohorts: [] } : each))
  try {
    await pointTo(change, maker, { actor: system, reason, action: 'suspend' }, host, pointer, { ...release, rollouts })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    await change.record({ actor: system, action: 'suspend failed', subject: host, before: null, after: error.code, reason })
    return false
  }
  const { id, modules, percent, cohorts } = rollout
  await change.tx.insertInto('rollout_suspension').values({
    host, rollout_id: id, modules: JSON.stringify(modules), percent, cohorts: JSON.stringify(cohorts), reason, suspended_at: change.at, resumes_at: new Date(change.at.getTime() + suspendedMs),
  }).execute()
  return true
}

/** Notes how a rollout's suspension ended; nothing where it is not suspended. */
export async function endSuspension({ tx, at }: Pick<Change, 'tx' | 'at'>, { host, rolloutId, as }: { readonly host: string; readonly rolloutId: string; readonly as: End }): Promise<void> {
  await tx.updateTable('rollout_suspension').set({ ended_at: at, ended_as: as }).where('host', '=', host).where('rollout_id', '=', rolloutId).where('ended_at', 'is', null).execute()
}

/** A person gave these modules of some tenants another share or version: that counts, and nothing comes back by itself. */
export async function supersedeSuspensions(change: Pick<Change, 'tx' | 'at'>, changed: readonly { readonly host: string; readonly modules: readonly string[] }[]): Promise<void> {
  const open = Map.groupBy(await openSuspensions(change.tx, changed.map(({ host }) => host)), ({ host }) => host)
  for (const { host, modules } of changed) {
    for (const { rollout_id: rolloutId, modules: suspended } of open.get(host) ?? []) {
      if (modules.some((name) => name in suspended)) await endSuspension(change, { host, rolloutId, as: 'changed' })
    }
  }
}

/** Gives every rollout its share back whose time is over and whose tenant is not frozen. */
export async function resumeDue(change: Change, maker: SetMaker): Promise<void> {
  const due = (await openSuspensions(change.tx)).filter(({ resumes_at: at }) => at <= change.at)
  const frozen = await freezesOf(change, due.map(({ host }) => host))
  for (const suspension of due) {
    if (frozen(suspension.host) !== null) continue
    await resume(change, maker, suspension, { actor: system, reason: 'no more sessions broke than liars could have invented', action: 'resume' })
  }
}

/** A person gives a tenant's suspended rollouts their share back at once. Throws NotSuspended, Frozen. */
export async function resumeRollouts(change: Change, maker: SetMaker, { host, rollouts }: Pointer, author: Pick<ChangeAuthor, 'actor' | 'reason'>): Promise<void> {
  const suspended = (await openSuspensions(change.tx, [host])).filter(({ rollout_id: rolloutId }) => rollouts.some((each) => each.id === rolloutId && isWithheld(each)))
  if (suspended.length === 0) throw new ServiceError(409, 'NotSuspended', `${host} has no suspended rollout`)
  await requireNotFrozen(change, [host])
  for (const suspension of suspended) await resume(change, maker, suspension, { ...author, action: 'resume' })
}

async function resume(change: Change, maker: SetMaker, { host, rollout_id: rolloutId, percent, cohorts }: Suspension, author: ChangeAuthor): Promise<void> {
  const pointer = await findPointer(change, host)
  const release = await releaseOf(change, pointer)
  const rollout = release.rollouts.find(({ id }) => id === rolloutId)
  // It was ended, killed or given to everybody, or has another share since.
  if (!rollout || !isWithheld(rollout)) return endSuspension(change, { host, rolloutId, as: 'changed' })
  await pointTo(change, maker, author, host, pointer, { ...release, rollouts: release.rollouts.map((each) => (each.id === rolloutId ? { ...each, percent, cohorts } : each)) })
  await endSuspension(change, { host, rolloutId, as: 'resumed' })
}
