import { ReleaseChange } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { applyTokenRequest } from '../access/token-changes.ts'
import { applyReset } from '../access/passkeys/passkey-changes.ts'
import { applyRunnerKey } from '../attesting/runner-keys.ts'
import { startApproved } from '../experiments/start-experiment.ts'
import { applyKeyRequest } from '../publishing/publisher-keys.ts'
import type { Registry } from '../registry.ts'
import { pointTo } from '../releases/pointer.ts'
import type { SetMaker } from '../releases/sets.ts'
import { supersedeSuspensions } from '../releases/suspensions.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { freezeOf } from './freezes.ts'
import { actionOf, effectOn, namedIn, requireStaged, seenBy } from './release-change.ts'
import { proposerOf } from './second-person.ts'
import { startPlan } from './start-plan.ts'

type StoredChange = Pick<Selectable<Tables['change']>, 'id' | 'wish' | 'reason' | 'proposer' | 'decider'>

/** Applies what is due of a pending change of releases. A frozen tenant waits on; one whose modules were changed since is refused. */
export async function applyDue(change: Change, maker: SetMaker, stored: StoredChange): Promise<void> {
  const { tx, at } = change
  const { at: _hour, ...request } = stored.wish as { at?: string }
  const wanted = ReleaseChange.parse(request)
  const rows = await tx.selectFrom('change_host').selectAll().where('change_id', '=', stored.id).where('state', '=', 'waiting').orderBy('host').execute()
  for (const { host, due_at: due, seen } of rows) {
    if ((due !== null && due > at) || await freezeOf(change, host) !== null) continue
    const outcome = await applyTo(change, maker, stored, host, wanted, seen)
    await tx.updateTable('change_host').set(outcome).where('change_id', '=', stored.id).where('host', '=', host).execute()
  }
  await closeWhenDone(change, stored.id)
}

async function applyTo(change: Change, maker: SetMaker, stored: StoredChange, host: string, wanted: ReleaseChange, seen: string) {
  try {
    const effect = await effectOn(change, host, wanted)
    const { pointer, current, next } = effect
    if (seenBy(current, namedIn(wanted)) !== seen) return { state: 'refused', code: 'ReleaseChanged' } as const
    requireStaged(effect, wanted)
    const actor = stored.decider === null ? stored.proposer : `${stored.proposer}, ${stored.decider}`
    await pointTo(change, maker, { actor, reason: stored.reason, action: actionOf(effect, wanted) }, host, pointer, next)
    await supersedeSuspensions(change, host, Object.keys(effect.versions))
    return { state: 'applied', code: null, revision: (pointer?.revision ?? 0) + 1 } as const
  } catch (error) {
    if (error instanceof ServiceError) return { state: 'refused', code: error.code } as const
    throw error
  }
}

async function closeWhenDone({ tx }: Change, id: number): Promise<void> {
  const states = (await tx.selectFrom('change_host').select('state').where('change_id', '=', id).execute()).map(({ state }) => state)
  if (states.includes('waiting')) return
  await tx.updateTable('change').set({ state: states.includes('applied') ? 'applied' : 'refused' }).where('id', '=', id).execute()
}

/** Applies every scheduled change whose hour has come. */
export async function applyScheduled(change: Change, maker: SetMaker): Promise<void> {
  const rows = await change.tx.selectFrom('change').innerJoin('change_host', 'change_host.change_id', 'change.id')
    .select(['change.id', 'change.wish', 'change.reason', 'change.proposer', 'change.decider']).distinctOn('change.id')
    .where('change.state', '=', 'scheduled').where('change_host.state', '=', 'waiting').where('change_host.due_at', '<=', change.at).orderBy('change.id').execute()
  for (const row of rows) await applyDue(change, maker, row)
}

export interface Approval {
  readonly row: Selectable<Tables['change']>
  /** Its tenants. */
  readonly hosts: readonly string[]
  /** It waits for its hour. */
  readonly scheduled: boolean
  readonly approver: Actor
  readonly reason: string
}

/** Applies an approved change, or leaves it to its hour. */
export async function applyApproved(change: Change, registry: Registry, { row, hosts, scheduled, approver, reason }: Approval): Promise<void> {
  const actor = `${row.proposer}, ${approver.label}`
  switch (row.kind) {
    case 'plan':
      await startPlan(change, { id: row.id, spec: row.wish, hosts, actor })
      return
    case 'experiment':
      await startApproved(change, registry, row, actor)
      return
    case 'release':
      if (!scheduled) await applyDue(change, registry, { ...row, decider: approver.label })
      return
    case 'token':
      await applyTokenRequest(change, row.wish, { proposer: { label: row.proposer, identity: proposerOf(row) }, approver, reason: reason || row.reason })
      return done(change, row.id)
    case 'publisher-key':
      await applyKeyRequest(change, row.wish, { addedBy: row.proposer, approvedBy: approver.label, reason: reason || row.reason, graceMs: registry.keyGraceMs })
      return done(change, row.id)
    case 'passkey-reset':
      await applyReset(change, row.wish, { actor, reason: reason || row.reason })
      return done(change, row.id)
    case 'runner-key':
      await applyRunnerKey(change, row.wish, { proposer: { label: row.proposer, identity: proposerOf(row) }, approver, reason: reason || row.reason })
      return done(change, row.id)
  }
}

async function done({ tx }: Change, id: number): Promise<void> {
  await tx.updateTable('change').set({ state: 'applied' }).where('id', '=', id).execute()
}
