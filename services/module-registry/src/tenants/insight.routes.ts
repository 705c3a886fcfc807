import { dryRun, explainTenant, getMatrix, type TenantMatrix } from '@checkin/registry'
import type { Database } from '@checkin/server'
import { type Actor, reaches } from '../access/actor.ts'
import { requireTenants } from '../changes/release-change.ts'
import type { Registry } from '../registry.ts'
import { allPointers } from '../releases/pointer.ts'
import type { Tables } from '../storage/tables.ts'
import { simulate } from './dry-run.ts'
import { explain } from './explain.ts'
import { tenantSummaries } from './tenant-status.ts'

/** Explanations and forecasts of releases. */
export function insightRoutes({ serve, database, assets, clock, wideTenants, followPlan }: Registry): void {
  serve(explainTenant, ({ params: { host }, query: { session, ...traits } }) =>
    database.withTx((tx) => explain({ tx, at: clock() }, host, session, traits), { isolation: 'repeatable read' }))

  serve(dryRun, ({ body: { hosts, ...wanted }, actor }) => database.withTx(async (tx) => {
    const chosen = hosts === 'all' ? (await allPointers({ tx })).map(({ host }) => host) : hosts
    requireTenants(chosen)
    const { revision } = await tx.selectFrom('ledger').select('revision').executeTakeFirstOrThrow()
    return { revision, ...await simulate({ tx, at: clock() }, { assets, wideTenants, followPlan }, { hosts: chosen, everyone: hosts === 'all', wanted, actor }) }
  }, { isolation: 'repeatable read' }))

  serve(getMatrix, ({ actor }) => matrix(database, clock(), actor))
}

const watchedMinutes = 15

/** Tenants within a reader's reach by modules, with how each version did lately. */
export async function matrix(database: Database<Tables>, now: Date, reader: Pick<Actor, 'hosts'>): Promise<TenantMatrix> {
  const tenants = (await tenantSummaries(database)).filter(({ host }) => reaches(reader, host))
  const { revision } = await database.kysely.selectFrom('ledger').select('revision').executeTakeFirstOrThrow()
  const health = await recentHealth(database, new Date(now.getTime() - watchedMinutes * 60_000))
  const results = new Map((await database.kysely.selectFrom('verdict').select(['host', 'rollout_id', 'module', 'outcome']).execute())
    .map((row) => [`${row.host} ${row.rollout_id} ${row.module}`, row.outcome]))
  const modules = [...new Set(tenants.flatMap(({ modules: own }) => Object.keys(own)))].sort(shellLast)
  return {
    revision, modules,
    tenants: tenants.map(({ host, revision: own, setId, frozen, protected: shielded, timeZone, changedAt, changedBy, modules: versions, wishes: selectors, rollouts }) => ({
      host, revision: own, setId, frozen, protected: shielded, timeZone, changedAt, changedBy,
      cells: modules.map((module) => ({
        module, version: versions[module] ?? null, selector: selectors[module] ?? versions[module] ?? null,
        rollouts: rollouts.flatMap(({ id, modules: of, settings, percent }) => {
          const version = of[module]
          return version === undefined ? [] : [{ id, version, ...(settings?.[module] && { settings: settings[module] }), percent, verdict: results.get(`${host} ${id} ${module}`) ?? null }]
        }),
        ...(health.get(`${host} ${module} ${versions[module] ?? ''}`) ?? { sessions: 0, bad: 0 }),
      })),
    })),
  }
}

const shellLast = (one: string, other: string): number => Number(one === 'shell') - Number(other === 'shell') || one.localeCompare(other)

async function recentHealth({ kysely }: Database<Tables>, since: Date): Promise<ReadonlyMap<string, { readonly sessions: number; readonly bad: number }>> {
  const rows = await kysely.selectFrom('health_minute').select(['host', 'module', 'version']).select(({ fn }) => [fn.sum<string>('good').as('good'), fn.sum<string>('bad').as('bad')])
    .where('minute', '>=', since).groupBy(['host', 'module', 'version']).execute()
  return new Map(rows.map(({ host, module, version, good, bad }) => [`${host} ${module} ${version}`, { sessions: Number(good) + Number(bad), bad: Number(bad) }]))
}
