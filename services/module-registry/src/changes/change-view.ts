import type { Request } from '@checkin/http'
import type { ChangeView, listChanges, PlanWave } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { type Selectable, sql } from 'kysely'
import { type Actor, reaches } from '../access/actor.ts'
import { shownRequest } from '../access/token-changes.ts'
import type { Queries } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { wavesInReach } from './plan-waves.ts'

type Reader = Pick<Actor, 'hosts'>

type ChangeFilter = Request<typeof listChanges>['query'] & { readonly id?: number }

/** Pending and past changes, newest first. Whoever is limited to tenants sees those that change one of them, and of these nothing about others. */
export async function changeViews(queries: Queries, { id, state, limit }: ChangeFilter, reader: Reader): Promise<ChangeView[]> {
  const rows = await queries.selectFrom('change').selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0)).$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'))
    .$if(reader.hosts !== null, (query) => query.where(sql<boolean>`exists (select from change_host where change_id = change.id and host = any(${[...(reader.hosts ?? [])]}::text[]))`))
    .orderBy('id', 'desc').limit(limit).execute()
  if (rows.length === 0) return []
  const hosts = await queries.selectFrom('change_host').selectAll().where('change_id', 'in', rows.map((row) => row.id)).orderBy('host').execute()
  return rows.map((row) => viewOf(row, hosts.filter((each) => each.change_id === row.id && reaches(reader, each.host)), reader))
}

/** Throws UnknownChange, also for one that is out of the reader's reach. */
export async function changeView(queries: Queries, id: number, reader: Reader): Promise<ChangeView> {
  const [view] = await changeViews(queries, { id, limit: 1 }, reader)
  if (!view) throw new ServiceError(404, 'UnknownChange', `There is no change ${id}`)
  return view
}

const viewOf = (row: Selectable<Tables['change']>, hosts: readonly Selectable<Tables['change_host']>[], reader: Reader): ChangeView => ({
  id: row.id, kind: row.kind, everyone: row.everyone, state: row.state, needs: row.needs, wish: shownTo(row, reader), reason: row.reason,
  proposedBy: row.proposer, proposedAt: row.proposed_at.toISOString(), decidedBy: row.decider, decidedAt: row.decided_at?.toISOString() ?? null, decision: row.decision,
  hosts: hosts.map((each) => ({ host: each.host, dueAt: each.due_at?.toISOString() ?? null, state: each.state, code: each.code, revision: each.revision })),
})

function shownTo({ kind, wish: request }: Selectable<Tables['change']>, reader: Reader): unknown {
  if (kind === 'token') return shownRequest(request)
  // A plan names its tenants.
  const { hosts, waves } = request as { readonly hosts?: unknown; readonly waves?: readonly PlanWave[] }
  if (waves !== undefined) return { ...request as object, waves: waves.map((wave) => wavesInReach(wave, reader)) }
  return Array.isArray(hosts) ? { ...request as object, hosts: hosts.filter((host) => typeof host === 'string' && reaches(reader, host)) } : request
}
