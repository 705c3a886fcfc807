import { sql } from 'kysely'
import { applyScheduled } from './features/changes/apply-change.ts'
import { forgetOldReports } from './features/health/store-reports.ts'
import { runPlans } from './features/plans/run-plans.ts'
import { followAll } from './features/rollouts/follow.ts'
import type { Registry } from './registry.ts'

const forgetEveryMs = 3_600_000

/** What the registry does by itself: followed ranges and labels, schedules, plans, and forgetting old counts. */
export function backgroundWork(registry: Registry): () => Promise<void> {
  const { database, change: changing, clock } = registry
  let forgotten = 0
  return async () => {
    if (await mayHaveWork(registry)) {
      await changing(async (change) => {
        await followAll(change, registry)
        await applyScheduled(change, registry)
        await runPlans(change, registry)
      })
    }
    if (clock().getTime() - forgotten < forgetEveryMs) return
    forgotten = clock().getTime()
    await database.withTx((tx) => forgetOldReports({ tx, at: clock() }))
  }
}

/** Most of the time there is nothing to do, and then nobody waits for the ledger. */
async function mayHaveWork({ database: { kysely }, clock }: Registry): Promise<boolean> {
  const [plan, due, follower] = await Promise.all([
    kysely.selectFrom('plan').select('id').where('state', '=', 'running').limit(1).executeTakeFirst(),
    kysely.selectFrom('change_host').select('host').where('state', '=', 'waiting').where('due_at', '<=', clock()).limit(1).executeTakeFirst(),
    // A wish that is no exact version.
    kysely.selectFrom('pointer').select('host').where(sql<boolean>`exists (select from jsonb_each_text(wishes) where value !~ '^[0-9]')`).limit(1).executeTakeFirst(),
  ])
  return [plan, due, follower].some((found) => found !== undefined)
}
