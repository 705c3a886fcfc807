import { FreezeSpec, type TenantStatus, type TenantSummary } from '@checkin/registry'
import type { Rollout } from '@checkin/releases'
import { anyOf, type Database, ServiceError } from '@checkin/server'
import { isFrozen } from '../changes/freezes.ts'
import type { Combination } from '../releases/next-release.ts'
import type { Tables } from '../storage/tables.ts'

const longestHistory = 50

const rolloutView = ({ id, modules, percent, cohorts }: Rollout) => ({ id, modules, percent, cohorts })

/** What new sessions of tenants get; all tenants, or one. */
export async function tenantSummaries({ kysely }: Database<Tables>, host?: string): Promise<TenantSummary[]> {
  const rows = await kysely.selectFrom('pointer')
    .innerJoin('pointer_revision as latest', (join) => join.onRef('latest.host', '=', 'pointer.host').onRef('latest.revision', '=', 'pointer.revision'))
    .leftJoin('tenant_option as option', 'option.host', 'pointer.host')
    .select(['pointer.host', 'pointer.revision', 'pointer.set_id', 'pointer.rollouts', 'pointer.last_good', 'pointer.wishes', 'latest.at', 'latest.actor', 'option.time_zone', 'option.protected', 'option.only_rehearsed'])
    .$if(host !== undefined, (query) => query.where('pointer.host', '=', host ?? ''))
    .orderBy('pointer.host').execute()
  const sets = await combinationsOf(kysely, rows.flatMap((row) => [row.set_id, ...Object.values(row.last_good)]))
  const frozen = await freezesNow(kysely)
  return rows.map((row) => ({
    host: row.host,
    revision: row.revision,
    setId: row.set_id,
    modules: sets.get(row.set_id)?.choice ?? {},
    settings: sets.get(row.set_id)?.settings ?? {},
    wishes: row.wishes,
    rollouts: row.rollouts.map(rolloutView),
    lastGood: Object.fromEntries(Object.entries(row.last_good).flatMap(([name, set]) => { const version = sets.get(set)?.choice[name]; return version === undefined ? [] : [[name, version]] })),
    timeZone: row.time_zone ?? 'UTC',
    protected: row.protected ?? false,
    onlyRehearsed: row.only_rehearsed ?? false,
    frozen: frozen(row.host, row.time_zone ?? 'UTC'),
    changedAt: row.at.toISOString(),
    changedBy: row.actor,
  }))
}

async function freezesNow(kysely: Database<Tables>['kysely']): Promise<(host: string, zone: string) => string | null> {
  const rows = await kysely.selectFrom('release_freeze').select(['host', 'spec', 'reason']).where('lifted_at', 'is', null).orderBy('id').execute()
  const now = new Date()
  return (host, zone) => {
    const holding = rows.find((row) => (row.host === host || row.host === '*') && isFrozen(FreezeSpec.parse(row.spec), zone, now))
    return holding ? holding.reason || 'no reason was given' : null
  }
}

/** One tenant with its newest revisions. Throws UnknownTenant. */
export async function tenantStatus(database: Database<Tables>, host: string): Promise<TenantStatus> {
  const [summary] = await tenantSummaries(database, host)
  if (!summary) throw new ServiceError(404, 'UnknownTenant', `${host} has no release`)
  const revisions = await database.kysely.selectFrom('pointer_revision').select(['revision', 'set_id', 'rollouts', 'action', 'reason', 'actor', 'at'])
    .where('host', '=', host).orderBy('revision', 'desc').limit(longestHistory).execute()
  const sets = await combinationsOf(database.kysely, revisions.map((row) => row.set_id))
  return {
    ...summary,
    history: revisions.map(({ revision, set_id: setId, rollouts, action, reason, actor, at }) =>
      ({ revision, setId, modules: sets.get(setId)?.choice ?? {}, settings: sets.get(setId)?.settings ?? {}, rollouts: rollouts.map(rolloutView), action, reason, actor, at: at.toISOString() })),
  }
}

async function combinationsOf(kysely: Database<Tables>['kysely'], setIds: readonly number[]): Promise<ReadonlyMap<number, Combination>> {
  if (setIds.length === 0) return new Map()
  const ids = [...new Set(setIds)]
  const members = await kysely.selectFrom('release_set_member').selectAll().where('set_id', '=', anyOf(ids)).orderBy('name').execute()
  const sets = await kysely.selectFrom('release_set').select(['id', 'settings']).where('id', '=', anyOf(ids)).execute()
  const bySet = Map.groupBy(members, ({ set_id: setId }) => setId)
  return new Map(sets.map(({ id, settings }) => [id, { settings, choice: Object.fromEntries((bySet.get(id) ?? []).map(({ name, version }) => [name, version])) }]))
}
