import type { TenantStatus, TenantSummary } from '@checkin/registry'
import type { Rollout } from '@checkin/releases'
import { anyOf, type Database, ServiceError } from '@checkin/server'
import { freezesAt } from '../changes/freezes.ts'
import type { Combination, ReleaseRollout } from '../releases/next-release.ts'
import { choicesOf, rolloutsWithSettings } from '../releases/pointer.ts'
import { openSuspensions } from '../releases/suspensions.ts'
import type { Tables } from '../storage/tables.ts'

const longestHistory = 50

const rolloutView = ({ id, modules, settings, percent, cohorts }: ReleaseRollout) => ({ id, modules, ...(settings && { settings }), percent, cohorts })

/** What new sessions of tenants get; all tenants, or some. */
export async function tenantSummaries({ kysely }: Database<Tables>, hosts?: readonly string[]): Promise<TenantSummary[]> {
  const rows = await kysely.selectFrom('pointer')
    .innerJoin('pointer_revision as latest', (join) => join.onRef('latest.host', '=', 'pointer.host').onRef('latest.revision', '=', 'pointer.revision'))
    .leftJoin('tenant_option as option', 'option.host', 'pointer.host')
    .select(['pointer.host', 'pointer.revision', 'pointer.set_id', 'pointer.rollouts', 'pointer.last_good', 'pointer.wishes', 'latest.at', 'latest.actor', 'option.time_zone', 'option.protected', 'option.only_rehearsed', 'option.only_attested', 'option.only_conforming', 'option.groups'])
    .$if(hosts !== undefined, (query) => query.where('pointer.host', '=', anyOf([...(hosts ?? [])])))
    .orderBy('pointer.host').execute()
  const sets = await combinationsOf(kysely, rows.flatMap((row) => [row.set_id, ...Object.values(row.last_good)]))
  const frozen = await freezesAt(kysely, new Date())
  const suspensions = await openSuspensions(kysely, hosts)
  const suspendedIn = (host: string, { id }: Rollout) => {
    const found = suspensions.find((each) => each.host === host && each.rollout_id === id)
    return found ? { suspended: { until: found.resumes_at.toISOString(), reason: found.reason, percent: found.percent } } : {}
  }
  const withSettings = await rolloutsWithSettings(kysely, rows.flatMap(({ rollouts }) => rollouts))
  return rows.map((row) => ({
    host: row.host,
    revision: row.revision,
    setId: row.set_id,
    modules: sets.get(row.set_id)?.choice ?? {},
    settings: sets.get(row.set_id)?.settings ?? {},
    wishes: row.wishes,
    rollouts: row.rollouts.map((rollout) => ({ ...rolloutView(withSettings(rollout)), ...suspendedIn(row.host, rollout) })),
    lastGood: Object.fromEntries(Object.entries(row.last_good).flatMap(([name, set]) => { const version = sets.get(set)?.choice[name]; return version === undefined ? [] : [[name, version]] })),
    timeZone: row.time_zone ?? 'UTC',
    protected: row.protected ?? false,
    onlyRehearsed: row.only_rehearsed ?? false,
    onlyAttested: row.only_attested ?? false,
    onlyConforming: row.only_conforming ?? false,
    groups: row.groups ?? [],
    frozen: frozen(row.host, row.time_zone ?? 'UTC'),
    changedAt: row.at.toISOString(),
    changedBy: row.actor,
  }))
}

/** One tenant with its newest revisions. Throws UnknownTenant. */
export async function tenantStatus(database: Database<Tables>, host: string): Promise<TenantStatus> {
  const [summary] = await tenantSummaries(database, [host])
  if (!summary) throw new ServiceError(404, 'UnknownTenant', `${host} has no release`)
  const revisions = await database.kysely.selectFrom('pointer_revision').select(['revision', 'set_id', 'rollouts', 'action', 'reason', 'actor', 'at'])
    .where('host', '=', host).orderBy('revision', 'desc').limit(longestHistory).execute()
  const sets = await combinationsOf(database.kysely, revisions.map((row) => row.set_id))
  const withSettings = await rolloutsWithSettings(database.kysely, revisions.flatMap(({ rollouts }) => rollouts))
  return {
    ...summary,
    history: revisions.map(({ revision, set_id: setId, rollouts, action, reason, actor, at }) =>
      ({ revision, setId, modules: sets.get(setId)?.choice ?? {}, settings: sets.get(setId)?.settings ?? {}, rollouts: rollouts.map((rollout) => rolloutView(withSettings(rollout))), action, reason, actor, at: at.toISOString() })),
  }
}

async function combinationsOf(kysely: Database<Tables>['kysely'], setIds: readonly number[]): Promise<ReadonlyMap<number, Combination>> {
  const choices = await choicesOf({ tx: kysely }, setIds)
  const sets = await kysely.selectFrom('release_set').select(['id', 'settings']).where('id', '=', anyOf([...choices.keys()])).execute()
  return new Map(sets.map(({ id, settings }) => [id, { settings, choice: choices.get(id) ?? {} }]))
}
