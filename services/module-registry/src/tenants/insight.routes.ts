import type { Database } from '@checkin/server'
import type * as z from 'zod'
import type { Actor } from '../../access/actor.ts'
import { reaches } from '../../access/reach.ts'
import type { Tables } from '../../storage/tables.ts'
import { tenantSummaries } from '../tenants/tenant-status.ts'
import type { getMatrix } from './insight.contract.ts'

type Matrix = z.infer<(typeof getMatrix)['answer']>

const watchedMinutes = 15

/** Tenants within a reader's reach by modules, with how each version did lately. */
export async function matrix(database: Database<Tables>, now: Date, reader: Pick<Actor, 'hosts'>): Promise<Matrix> {
  const tenants = (await tenantSummaries(database)).filter(({ host }) => reaches(reader, host))
  const { revision } = await database.kysely.selectFrom('ledger').select('revision').executeTakeFirstOrThrow()
  const health = await recentHealth(database, new Date(now.getTime() - watchedMinutes * 60_000))
  const verdicts = new Map((await database.kysely.selectFrom('verdict').select(['host', 'rollout_id', 'module', 'outcome']).execute())
    .map((row) => [`${row.host} ${row.rollout_id} ${row.module}`, row.outcome]))
  const modules = [...new Set(tenants.flatMap(({ modules: own }) => Object.keys(own)))].sort(shellLast)
  return {
    revision, modules,
    tenants: tenants.map(({ host, revision: own, setId, frozen, protected: shielded, timeZone, changedAt, changedBy, modules: versions, wishes, rollouts }) => ({
      host, revision: own, setId, frozen, protected: shielded, timeZone, changedAt, changedBy,
      cells: modules.map((module) => ({
        module, version: versions[module] ?? null, selector: wishes[module] ?? versions[module] ?? null,
        rollouts: rollouts.flatMap(({ id, modules: of, percent }) => {
          const version = of[module]
          return version === undefined ? [] : [{ id, version, percent, verdict: verdicts.get(`${host} ${id} ${module}`) ?? null }]
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
