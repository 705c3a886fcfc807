import { ServiceError } from '@checkin/server'
import { requireHost, type Actor } from '../../access/actor.ts'
import type { Registry } from '../../registry.ts'
import type { Change } from '../../storage/ledger.ts'
import { requireNotFrozen } from '../freezes/freezes.ts'
import { startPlan } from '../plans/start-plan.ts'
import { applyDue } from './apply-change.ts'
import { changeView, changeViews } from './change-view.ts'
import { approveChange, getChange, listChanges, rejectChange } from './changes.contract.ts'

/** Changes that wait for a second person or for their hour. */
export function changeRoutes(registry: Registry): void {
  const { serve, database, change: changing } = registry

  serve(listChanges, async ({ query }) => ({ changes: await changeViews(database.kysely, query) }))
  serve(getChange, ({ params }) => changeView(database.kysely, params.id))

  serve(approveChange, async ({ params: { id }, body: { reason }, actor }) => {
    await changing(async (change) => {
      const { row, hosts } = await waiting(change, id, ['waiting'], actor)
      if (row.proposer === actor.label) throw new ServiceError(403, 'SamePerson', 'Somebody else than the proposer has to approve')
      const scheduled = hosts.some((host) => host.due_at !== null)
      if (!scheduled && row.kind === 'release') for (const { host } of hosts) await requireNotFrozen(change, host)
      const decided = { decider: actor.label, decided_at: change.at, decision: reason, state: 'scheduled' as const }
      await change.tx.updateTable('change').set(decided).where('id', '=', id).execute()
      await change.record({ actor: actor.label, action: 'approve', subject: `change ${id}`, before: null, after: { hosts: hosts.map(({ host }) => host) }, reason })
      if (row.kind === 'plan') await startPlan(change, { id, spec: row.wish, hosts: hosts.map(({ host }) => host), actor: `${row.proposer}, ${actor.label}` })
      else if (!scheduled) await applyDue(change, registry, { ...row, decider: actor.label })
    })
    return changeView(database.kysely, id)
  })

  serve(rejectChange, async ({ params: { id }, body: { reason }, actor }) => {
    await changing(async (change) => {
      await waiting(change, id, ['waiting', 'scheduled'], actor)
      await change.tx.updateTable('change').set({ decider: actor.label, decided_at: change.at, decision: reason, state: 'rejected' }).where('id', '=', id).execute()
      await change.record({ actor: actor.label, action: 'reject', subject: `change ${id}`, before: null, after: null, reason })
    })
    return changeView(database.kysely, id)
  })
}

async function waiting({ tx }: Change, id: number, states: readonly string[], actor: Actor) {
  const row = await tx.selectFrom('change').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new ServiceError(404, 'UnknownChange', `There is no change ${id}`)
  if (!states.includes(row.state)) throw new ServiceError(409, 'NotWaiting', `Change ${id} is ${row.state}`)
  const hosts = await tx.selectFrom('change_host').selectAll().where('change_id', '=', id).execute()
  for (const { host } of hosts) requireHost(actor, host)
  return { row, hosts }
}
