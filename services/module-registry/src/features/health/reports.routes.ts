import { timingSafeEqual } from 'node:crypto'
import { ServiceError } from '@checkin/server'
import { sql } from 'kysely'
import type { Registry } from '../../registry.ts'
import { errorGroups, healthView, liveView } from './health-view.ts'
import { judge } from './judge.ts'
import { addReports, getHealth, getLive, listErrors } from './reports.contract.ts'
import { storeReports } from './store-reports.ts'

const same = (given: unknown, secret: string): boolean =>
  typeof given === 'string' && given.length === secret.length && timingSafeEqual(Buffer.from(given), Buffer.from(secret))

/** What real sessions say about versions. */
export function reportRoutes(registry: Registry, siteSecret: string | undefined): void {
  const { serve, database, change: changing, clock } = registry
  const since = (minutes: number) => new Date(clock().getTime() - minutes * 60_000)

  serve(addReports, async ({ body, request }) => {
    // A report may take a version back, so only a site server may send one.
    if (siteSecret === undefined || !same(request.headers['x-checkin-proxy'], siteSecret)) throw new ServiceError(401, 'Unauthorized', 'Only a site server reports')
    await database.withTx((tx) => storeReports({ tx, at: clock() }, body))
    if (body.outcomes.length === 0 || !(await anyRollout(registry))) return { taken: [] }
    return { taken: await changing((change) => judge(change, registry, body.outcomes)) }
  })

  serve(getHealth, ({ query: { host, minutes } }) => healthView(database, { host, since: since(minutes) }))
  serve(listErrors, ({ query }) => errorGroups(database, query))
  serve(getLive, ({ query: { minutes } }) => liveView(database, since(minutes)))
}

/** Most of the time nothing rolls out, and then nobody waits for the ledger. */
async function anyRollout({ database }: Registry): Promise<boolean> {
  const row = await database.kysely.selectFrom('pointer').select('host').where(sql<boolean>`rollouts <> '[]'`).executeTakeFirst()
  return row !== undefined
}
