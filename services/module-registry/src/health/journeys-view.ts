import type { ShareOf, VersionJourneys } from '@checkin/registry'
import type { Database } from '@checkin/server'
import { withinReach } from '../access/actor.ts'
import type { Tables } from '../storage/tables.ts'
import { allPointers, choicesOf } from '../releases/pointer.ts'
import { deviations, journeyAverages, type JourneyWindow, noAverages } from './journey-values.ts'

/**
 * A share with its 95 % interval by Wilson's score, which stays within 0 and 1 and says something for few samples and for none or all of them (Wilson 1927).
 */
export function shareOf(count: number, of: number): ShareOf {
  if (of === 0) return { count, of, interval: null }
  const [rate, spread] = [count / of, deviations ** 2]
  const middle = (rate + spread / (2 * of)) / (1 + spread / of)
  const half = deviations * Math.sqrt(rate * (1 - rate) / of + spread / (4 * of ** 2)) / (1 + spread / of)
  return { count, of, interval: { low: Math.max(0, middle - half), high: Math.min(1, middle + half) } }
}

type Row = Pick<VersionJourneys, 'host' | 'module' | 'version'>
const keyOf = ({ host, module, version }: Row): string => `${host} ${module} ${version}`

/** Which versions of which tenants roll out now, and which are beside them: of modules that a running rollout changes. */
async function cohortsNow({ kysely }: Database<Tables>): Promise<ReadonlyMap<string, 'rollout' | 'beside'>> {
  const pointers = (await allPointers({ tx: kysely })).filter(({ rollouts }) => rollouts.length > 0)
  const choices = await choicesOf({ tx: kysely }, pointers.map(({ setId }) => setId))
  return new Map(pointers.flatMap(({ host, setId, rollouts }) => rollouts.flatMap(({ modules }) => Object.entries(modules).flatMap(([module, version]) => {
    const beside = choices.get(setId)?.[module]
    if (version === beside) return []
    return [[keyOf({ host, module, version }), 'rollout'] as const, ...(beside === undefined ? [] : [[keyOf({ host, module, version: beside }), 'beside'] as const])]
  }))))
}

/** What renters made of each version at each tenant, versions of a module beside each other (DEC-323, DEC-346). */
export async function journeysView(database: Database<Tables>, window: JourneyWindow): Promise<VersionJourneys[]> {
  const { host, module, since, reader } = window
  const { kysely } = database
  const journeys = await kysely.selectFrom('journey_minute').select(['host', 'module', 'version'])
    .select(({ fn }) => (['quick', 'slow', 'completed', 'unfinished', 'sold', 'unsold'] as const).map((column) => fn.sum<string>(column).as(column)))
    .where('minute', '>=', since).where(withinReach(reader)).$if(host !== undefined, (query) => query.where('host', '=', host ?? '')).$if(module !== undefined, (query) => query.where('module', '=', module ?? ''))
    .groupBy(['host', 'module', 'version']).orderBy('host').orderBy('module').orderBy('version').execute()
  const screens = await kysely.selectFrom('step_minute').select(['host', 'module', 'version'])
    .select(({ fn }) => [fn.sum<string>('reached').as('reached'), fn.sum<string>('left_for_next').as('left')])
    .where('minute', '>=', since).where(withinReach(reader)).$if(host !== undefined, (query) => query.where('host', '=', host ?? '')).$if(module !== undefined, (query) => query.where('module', '=', module ?? ''))
    .groupBy(['host', 'module', 'version']).execute()
  const [means, cohorts] = [await journeyAverages(database, window), await cohortsNow(database)]
  const screensOf = new Map(screens.map((row) => [keyOf(row), { reached: Number(row.reached), left: Number(row.left) }]))
  return journeys.map((row) => {
    const { reached, left } = screensOf.get(keyOf(row)) ?? { reached: 0, left: 0 }
    const of = (good: string, bad: string): ShareOf => shareOf(Number(good), Number(good) + Number(bad))
    return {
      host: row.host, module: row.module, version: row.version,
      completed: of(row.completed, row.unfinished), added: of(row.sold, row.unsold), quick: of(row.quick, row.slow),
      ...(means.get(keyOf(row)) ?? noAverages), cohort: cohorts.get(keyOf(row)) ?? null,
      // A screen that was reached before the window may be left within it.
      wentOn: shareOf(Math.min(left, reached), reached),
    }
  })
}
