import { ServiceError, type Database } from '@checkin/server'
import type * as z from 'zod'
import type { Tables } from '../../storage/tables.ts'
import type { Choice } from '../sets/sets.contract.ts'
import type { TenantStatus, TenantSummary } from './tenants.contract.ts'

const longestHistory = 50

/** What new sessions of tenants get; all tenants, or one. */
export async function tenantSummaries({ kysely }: Database<Tables>, host?: string): Promise<z.infer<typeof TenantSummary>[]> {
  const rows = await kysely.selectFrom('pointer')
    .innerJoin('pointer_revision as latest', (join) => join.onRef('latest.host', '=', 'pointer.host').onRef('latest.revision', '=', 'pointer.revision'))
    .select(['pointer.host', 'pointer.revision', 'pointer.set_id', 'pointer.last_good_set_id', 'pointer.split_set_id', 'pointer.split_percent', 'latest.at', 'latest.actor'])
    .$if(host !== undefined, (query) => query.where('pointer.host', '=', host ?? ''))
    .orderBy('pointer.host').execute()
  const choices = await choicesOf(kysely, rows.map((row) => row.set_id))
  return rows.map((row) => ({
    host: row.host,
    revision: row.revision,
    setId: row.set_id,
    modules: choices.get(row.set_id) ?? {},
    lastGoodSetId: row.last_good_set_id,
    split: row.split_set_id === null ? null : { setId: row.split_set_id, percent: Number(row.split_percent) },
    changedAt: row.at.toISOString(),
    changedBy: row.actor,
  }))
}

/** One tenant with its newest revisions. Throws UnknownTenant. */
export async function tenantStatus(database: Database<Tables>, host: string): Promise<z.infer<typeof TenantStatus>> {
  const [summary] = await tenantSummaries(database, host)
  if (!summary) throw new ServiceError(404, 'UnknownTenant', `${host} has no release`)
  const revisions = await database.kysely.selectFrom('pointer_revision').select(['revision', 'set_id', 'action', 'reason', 'actor', 'at'])
    .where('host', '=', host).orderBy('revision', 'desc').limit(longestHistory).execute()
  const choices = await choicesOf(database.kysely, revisions.map((row) => row.set_id))
  return {
    ...summary,
    history: revisions.map(({ revision, set_id: setId, action, reason, actor, at }) =>
      ({ revision, setId, modules: choices.get(setId) ?? {}, action, reason, actor, at: at.toISOString() })),
  }
}

async function choicesOf(kysely: Database<Tables>['kysely'], setIds: readonly number[]): Promise<ReadonlyMap<number, Choice>> {
  if (setIds.length === 0) return new Map()
  const members = await kysely.selectFrom('release_set_member').selectAll().where('set_id', 'in', [...new Set(setIds)]).orderBy('name').execute()
  return new Map([...Map.groupBy(members, ({ set_id: setId }) => setId)]
    .map(([setId, rows]) => [setId, Object.fromEntries(rows.map(({ name, version }) => [name, version]))]))
}
