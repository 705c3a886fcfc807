import { timingSafeEqual } from 'node:crypto'
import { ServiceError } from '@checkin/server'
import { sql } from 'kysely'
import { Counter, type Registry as MetricsRegister } from 'prom-client'
import type { Registry } from '../../registry.ts'
import { errorGroups, healthView, liveView } from './health-view.ts'
import { judge } from './judge.ts'
import { addReports, getHealth, getLive, listErrors } from './reports.contract.ts'
import { storeReports } from './store-reports.ts'
import { watchPinned } from './watch-pinned.ts'

const same = (given: unknown, secret: string): boolean =>
  typeof given === 'string' && given.length === secret.length && timingSafeEqual(Buffer.from(given), Buffer.from(secret))

/** What real sessions say about versions. */
export function reportRoutes(registry: Registry, siteSecret: string | undefined, metrics: MetricsRegister): void {
  const { serve, database, change: changing, clock } = registry
  const since = (minutes: number) => new Date(clock().getTime() - minutes * 60_000)

  const rises = new Counter({
    name: 'checkin_version_rises_total', help: 'Times that a version which everybody has broke more sessions than usual', labelNames: ['tenant', 'module', 'version'], registers: [metrics],
  })

  serve(addReports, async ({ body, request }) => {
    // A report may take a version back, so only a site server may send one.
    if (siteSecret === undefined || !same(request.headers['x-checkin-proxy'], siteSecret)) throw new ServiceError(401, 'Unauthorized', 'Only a site server reports')
    const risen = await database.withTx(async (tx) => {
      const at = clock()
      await storeReports({ tx, at }, body)
      return watchPinned({ tx, at }, body.outcomes)
    })
    for (const { host, module, version } of risen) {
      rises.inc({ tenant: host, module, version })
      request.log.warn({ host, module, version }, 'a version that everybody has breaks more sessions than usual')
    }
    if (body.outcomes.length + body.stays.length === 0 || !(await anyRollout(registry))) return { taken: [] }
    return { taken: await changing((change) => judge(change, registry, body)) }
  })

  serve(getHealth, ({ query: { host, minutes }, actor }) => healthView(database, { host, since: since(minutes), reader: actor }))
  serve(listErrors, ({ query, actor }) => errorGroups(database, { ...query, reader: actor }))
  serve(getLive, ({ query: { minutes }, actor }) => liveView(database, since(minutes), actor))
}

/** Most of the time nothing rolls out, and then nobody waits for the ledger. */
async function anyRollout({ database }: Registry): Promise<boolean> {
  const row = await database.kysely.selectFrom('pointer').select('host').where(sql<boolean>`rollouts <> '[]'`).executeTakeFirst()
  return row !== undefined
}
