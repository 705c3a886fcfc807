import { addReports, getHealth, getJourneys, getLive, getServiceLevels, getTrace, listErrors, listStacks } from '@checkin/registry'
import { isFromSite, ServiceError } from '@checkin/server'
import { sql } from 'kysely'
import { Counter, type Registry as MetricsRegister } from 'prom-client'
import { countForExperiments } from '../experiments/run-experiments.ts'
import type { Registry } from '../registry.ts'
import { canaryCauses } from './canary-comparison.ts'
import { evaluateCanaries } from './evaluate-canaries.ts'
import { errorGroups, healthView, liveView, traceView } from './health-view.ts'
import { journeysView } from './journeys-view.ts'
import { storeJourneyValues } from './journey-values.ts'
import { serviceLevels } from './service-levels.ts'
import { stacksView, storeStacks } from './stacks.ts'
import { storeReports } from './store-reports.ts'
import { watchBaselines } from './watch-baselines.ts'
import { storeJourneys, watchJourneys } from './watch-journeys.ts'

/** What an alarm says of a version, by its cause. */
const causes = { broken: 'breaks more sessions than usual', slow: 'keeps renters longer on its screens than usual', completion: 'has fewer check-ins completed than usual', sales: 'has less added to rentals than usual' } as const

/** Reports of the site servers, and what they show: health, errors, live versions, traces and service levels. */
export function healthRoutes(registry: Registry, siteSecret: string | undefined, metrics: MetricsRegister): void {
  const { serve, database, change: changing, clock } = registry
  const since = (minutes: number) => new Date(clock().getTime() - minutes * 60_000)

  const rises = new Counter({
    name: 'checkin_version_rises_total', help: 'Times that a version which everybody has did worse than usual, by cause: broken, slow, completion, sales', labelNames: ['tenant', 'module', 'version', 'cause'], registers: [metrics],
  })

  const rollbacks = new Counter({ name: 'checkin_canary_rollbacks_total', help: 'Rollouts that the registry rolled back by itself, because a version did worse than the one beside it', labelNames: ['cause'], registers: [metrics] })
  for (const cause of canaryCauses) rollbacks.inc({ cause }, 0)
  const suspensions = new Counter({ name: 'checkin_canary_suspensions_total', help: 'Rollouts that the registry suspended for some minutes, because a version broke more sessions than the one beside it unless liars invented them', registers: [metrics] })

  serve(addReports, async ({ body, request }) => {
    // A report may roll a version back, so only a site server may send one.
    if (siteSecret === undefined || !isFromSite(request.headers, siteSecret, 'reports')) throw new ServiceError(401, 'Unauthorized', 'Only a site server reports')
    const risen = await database.withTx(async (tx) => {
      const at = clock()
      await storeReports({ tx, at }, body)
      await storeJourneys({ tx, at }, body)
      await storeJourneyValues({ tx, at }, body.values)
      await storeStacks({ tx, at }, body.stacks)
      return [...await watchBaselines({ tx, at }, body.outcomes), ...await watchJourneys({ tx, at }, body)]
    })
    for (const { host, module, version, cause } of risen) {
      rises.inc({ tenant: host, module, version, cause })
      request.log.warn({ host, module, version, cause }, `a version that everybody has ${causes[cause]}`)
    }
    if (body.outcomes.length + body.stays.length + body.journeys.length + body.values.length === 0 || !(await anyRollout(registry))) return { taken: [] }
    const { rolledBack, suspended } = await changing(async (change) => {
      const evaluation = await evaluateCanaries(change, registry, body)
      await countForExperiments(change, body)
      return evaluation
    })
    for (const { cause } of rolledBack) rollbacks.inc({ cause })
    suspensions.inc(suspended.length)
    return { taken: rolledBack.map(({ host, module, version }) => ({ host, module, version })) }
  })

  serve(getHealth, ({ query: { host, minutes }, actor }) => healthView(database, { host, since: since(minutes), reader: actor }))
  serve(getJourneys, async ({ query: { host, module, minutes }, actor }) => ({ versions: await journeysView(database, { host, module, since: since(minutes), reader: actor }) }))
  serve(listErrors, ({ query, actor }) => errorGroups(database, { ...query, reader: actor }))
  serve(listStacks, ({ params, actor }) => stacksView(database, params, actor))
  serve(getLive, ({ query: { minutes }, actor }) => liveView(database, since(minutes), actor))
  serve(getTrace, ({ params: { code }, actor }) => traceView(database, code, actor))
  serve(getServiceLevels, ({ query: { minutes } }) => serviceLevels(database, { minutes, now: clock() }))
}

/** Most of the time nothing rolls out, and no change waits. */
async function anyRollout({ database }: Registry): Promise<boolean> {
  const row = await database.kysely.selectFrom('pointer').select('host').where(sql<boolean>`rollouts <> '[]'`).executeTakeFirst()
  return row !== undefined
}
