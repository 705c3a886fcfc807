import { ReleaseChange } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { applyTokenRequest } from '../access/token-changes.ts'
import { applyReset } from '../access/passkeys/passkey-changes.ts'
import { applyRunnerKey } from '../attesting/runner-keys.ts'
import { startApproved } from '../experiments/start-experiment.ts'
import { applyKeyRequest } from '../publishing/publisher-keys.ts'
import type { Registry } from '../registry.ts'
import { movesOf } from '../releases/point-to.ts'
import type { SetMaker } from '../releases/sets.ts'
import { supersedeSuspensions } from '../releases/suspensions.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { freezesOf } from './freezes.ts'
import { actionOf, type Effect, effectsOn, namedIn, requireStaged, seenBy, targetOf } from './release-change.ts'
import { proposerOf } from './second-person.ts'
import { startPlan } from './start-plan.ts'
import { refusalOrThrow, valueOf, valuesOf } from './tried.ts'

type StoredChange = Pick<Selectable<Tables['change']>, 'id' | 'wish' | 'reason' | 'proposer' | 'decider'>

/** Applies what is due of a pending change of releases. A frozen tenant waits on; one whose modules were changed since is refused. */
export async function applyDue(change: Change, maker: SetMaker, stored: StoredChange): Promise<void> {
  const { tx, at } = change
  const { at: _hour, ...request } = stored.wish as { at?: string }
  const wanted = ReleaseChange.parse(request)
  const rows = await tx.selectFrom('change_host').selectAll().where('change_id', '=', stored.id).where('state', '=', 'waiting').orderBy('host').execute()
  const frozen = await freezesOf(change, rows.map(({ host }) => host))
  const due = rows.filter(({ host, due_at: dueAt }) => (dueAt === null || dueAt <= at) && frozen(host) === null)
  if (due.length > 0) await applyTo(change, maker, stored, due, wanted)
  await closeWhenDone(change, stored.id)
}

/** Applies a change to those of its tenants that may have it now, each by itself: what is refused for one is no matter of the others. */
async function applyTo(change: Change, maker: SetMaker, stored: StoredChange, due: readonly Pick<Selectable<Tables['change_host']>, 'host' | 'seen'>[], wanted: ReleaseChange): Promise<void> {
  const effects = await effectsOn(change, due.map(({ host }) => ({ host, wanted })))
  const moves = await movesOf(change, maker, valuesOf(effects).map(targetOf))
  const seenBefore = new Map(due.map(({ host, seen }) => [host, seen]))
  const actor = stored.decider === null ? stored.proposer : `${stored.proposer}, ${stored.decider}`
  const outcomes: { readonly host: string; readonly state: 'applied' | 'refused'; readonly code: string | null; readonly revision: number | null }[] = []
  const applied: Effect[] = []
  for (const outcome of effects) {
    const { host } = outcome
    try {
      const effect = valueOf(outcome)
      if (seenBy(effect.current, namedIn(wanted)) !== seenBefore.get(host)) throw new ServiceError(409, 'ReleaseChanged', `${host} was changed since`)
      requireStaged(effect, wanted)
      await moves.point({ actor, reason: stored.reason, action: actionOf(effect, wanted) }, targetOf(effect))
      applied.push(effect)
      outcomes.push({ host, state: 'applied', code: null, revision: (effect.pointer?.revision ?? 0) + 1 })
    } catch (error) {
      outcomes.push({ host, state: 'refused', code: refusalOrThrow(error).refusal.code, revision: null })
    }
  }
  await moves.write()
  await supersedeSuspensions(change, applied.map(({ host, versions }) => ({ host, modules: Object.keys(versions) })))
  await sql`update change_host set state = outcome.state, code = outcome.code, revision = outcome.revision from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as outcome(host text, state text, code text, revision int)
    where change_host.change_id = ${stored.id} and change_host.host = outcome.host`.execute(change.tx)
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
