import { ServiceError, type Database } from '@checkin/server'
import type * as z from 'zod'
import type { Tables } from '../../storage/tables.ts'
import type { ChangeView, changeStates } from './changes.contract.ts'

type Queries = Pick<Database<Tables>['kysely'], 'selectFrom'>

export interface ChangeFilter {
  readonly id?: number
  readonly state?: (typeof changeStates)[number] | undefined
  readonly limit: number
}

/** Kept changes, newest first. */
export async function changeViews(queries: Queries, { id, state, limit }: ChangeFilter): Promise<z.infer<typeof ChangeView>[]> {
  const rows = await queries.selectFrom('change').selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0)).$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'))
    .orderBy('id', 'desc').limit(limit).execute()
  if (rows.length === 0) return []
  const hosts = await queries.selectFrom('change_host').selectAll().where('change_id', 'in', rows.map((row) => row.id)).orderBy('host').execute()
  return rows.map((row) => ({
    id: row.id, kind: row.kind, everyone: row.everyone, state: row.state, needs: row.needs, wish: row.wish, reason: row.reason,
    proposedBy: row.proposer, proposedAt: row.proposed_at.toISOString(), decidedBy: row.decider, decidedAt: row.decided_at?.toISOString() ?? null, decision: row.decision,
    hosts: hosts.filter((each) => each.change_id === row.id)
      .map((each) => ({ host: each.host, dueAt: each.due_at?.toISOString() ?? null, state: each.state, code: each.code, revision: each.revision })),
  }))
}

/** Throws UnknownChange. */
export async function changeView(queries: Queries, id: number): Promise<z.infer<typeof ChangeView>> {
  const [view] = await changeViews(queries, { id, limit: 1 })
  if (!view) throw new ServiceError(404, 'UnknownChange', `There is no change ${id}`)
  return view
}
