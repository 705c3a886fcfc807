import { type Identity, personAlone } from '../access/identity.ts'
import { RunnerKeyRequest } from '../attesting/runner-keys.ts'
import { approveChange, getChange, listChanges, rejectChange } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import { type Actor, requireEverywhere, requireHost } from '../access/actor.ts'
import { personsOfReset } from '../access/passkeys/passkey-changes.ts'
import { personsOfRequest } from '../access/token-changes.ts'
import type { Registry } from '../registry.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { applyApproved } from './apply-change.ts'
import { changeView, changeViews } from './change-view.ts'
import { requireNotFrozen } from './freezes.ts'
import { proposerOf, requireSecondPerson } from './second-person.ts'

/** Changes that wait for a second person or for their hour. */
export function changeRoutes(registry: Registry): void {
  const { serve, database, change: changing } = registry

  serve(listChanges, async ({ query, actor }) => ({ changes: await changeViews(database.kysely, query, actor) }))
  serve(getChange, ({ params, actor }) => changeView(database.kysely, params.id, actor))

  serve(approveChange, async ({ params: { id }, body: { reason }, actor }) => {
    await changing(async (change) => {
      const { row, hosts } = await waiting(change, id, ['waiting'], actor)
      requireSecondPerson(actor, [proposerOf(row), ...await profitingFrom(change, row)])
      const scheduled = hosts.some((host) => host.due_at !== null)
      if (!scheduled && row.kind === 'release') await requireNotFrozen(change, hosts.map(({ host }) => host))
      const decided = { decider: actor.label, decided_at: change.at, decision: reason, state: 'scheduled' as const }
      await change.tx.updateTable('change').set(decided).where('id', '=', id).execute()
      await change.record({ actor: actor.label, action: 'approve', subject: `change ${id}`, before: null, after: { hosts: hosts.map(({ host }) => host) }, reason })
      await applyApproved(change, registry, { row, hosts: hosts.map(({ host }) => host), scheduled, approver: actor, reason })
    })
    return changeView(database.kysely, id, actor)
  })

  serve(rejectChange, async ({ params: { id }, body: { reason }, actor }) => {
    await changing(async (change) => {
      await waiting(change, id, ['waiting', 'scheduled'], actor)
      await change.tx.updateTable('change').set({ decider: actor.label, decided_at: change.at, decision: reason, state: 'rejected' }).where('id', '=', id).execute()
      await change.record({ actor: actor.label, action: 'reject', subject: `change ${id}`, before: null, after: null, reason })
    })
    return changeView(database.kysely, id, actor)
  })
}

/** Whom a change gives something, beside who proposed it. */
async function profitingFrom(change: Change, { kind, wish }: Pick<Selectable<Tables['change']>, 'kind' | 'wish'>): Promise<Identity[]> {
  switch (kind) {
    case 'token': return [await personsOfRequest(change, wish)]
    case 'runner-key': return [personAlone(RunnerKeyRequest.parse(wish).person)]
    case 'passkey-reset': return [personsOfReset(wish)]
    default: return []
  }
}

async function waiting({ tx }: Change, id: number, states: readonly string[], actor: Actor) {
  const row = await tx.selectFrom('change').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new ServiceError(404, 'UnknownChange', `There is no change ${id}`)
  const hosts = await tx.selectFrom('change_host').selectAll().where('change_id', '=', id).execute()
  // A change without tenants, of a token or a key, concerns all.
  if (hosts.length === 0 || row.everyone) requireEverywhere(actor)
  for (const { host } of hosts) requireHost(actor, host)
  if (!states.includes(row.state)) throw new ServiceError(409, 'NotWaiting', `Change ${id} is ${row.state}`)
  return { row, hosts }
}
