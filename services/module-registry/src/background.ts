import { repeat, type Repeated } from '@checkin/server'
import { sql } from 'kysely'
import { deleteOldSessions } from './access/console-sessions.ts'
import { applyScheduled } from './changes/apply-change.ts'
import { runPlans } from './changes/run-plans.ts'
import { endSubscriptionsOfEndedTokens, subscriptionsOfEndedTokens } from './events/mail-subscriptions.ts'
import { deleteOldReports } from './health/store-reports.ts'
import { runExperiments } from './experiments/run-experiments.ts'
import { entriesWait } from './storage/entries.ts'
import type { Logger, Registry } from './registry.ts'
import { followAll } from './releases/follow.ts'
import { resumeDue } from './releases/suspensions.ts'

const deleteEveryMs = 3_600_000

/** The registry's background work: mails of ended tokens, followed ranges and labels, schedules, suspended rollouts, plans, experiments, and deleting old counts. */
export function backgroundWork(registry: Registry): () => Promise<void> {
  const { database, change: changing, clock } = registry
  let deletedAt = 0
  return async () => {
    // Whoever made a change numbers its entries; this is for what a process left that was ended in between.
    if (await entriesWait(database.kysely)) await registry.numberEntries()
    if (await mayHaveWork(registry)) {
      await changing(async (change) => {
        await endSubscriptionsOfEndedTokens(change)
        await followAll(change, registry)
        await applyScheduled(change, registry)
        await resumeDue(change, registry)
        await runPlans(change, registry)
        await runExperiments(change, registry)
      })
    }
    if (clock().getTime() - deletedAt < deleteEveryMs) return
    deletedAt = clock().getTime()
    await database.withTx(async (tx) => {
      await deleteOldReports({ tx, at: clock() })
      await deleteOldSessions({ tx, at: clock() })
    })
  }
}

/** Most of the time there is nothing to do, and no change waits. */
async function mayHaveWork({ database: { kysely }, clock }: Registry): Promise<boolean> {
  const [plan, experiment, due, suspended, mails, follower] = await Promise.all([
    kysely.selectFrom('plan').select('id').where('state', '=', 'running').limit(1).executeTakeFirst(),
    kysely.selectFrom('experiment').select('id').where('started_at', 'is not', null).where('ended_at', 'is', null).limit(1).executeTakeFirst(),
    kysely.selectFrom('change_host').select('host').where('state', '=', 'waiting').where('due_at', '<=', clock()).limit(1).executeTakeFirst(),
    kysely.selectFrom('rollout_suspension').select('host').where('ended_at', 'is', null).where('resumes_at', '<=', clock()).limit(1).executeTakeFirst(),
    subscriptionsOfEndedTokens(kysely, clock()).then(([first]) => first),
    // A selector that is not an exact version.
    kysely.selectFrom('pointer').select('host').where(sql<boolean>`exists (select from jsonb_each_text(wishes) where value !~ '^[0-9]')`).limit(1).executeTakeFirst(),
  ])
  return [plan, experiment, due, suspended, mails, follower].some((found) => found !== undefined)
}

/** Runs background work by the clock. A failure is logged once, until a run works again. */
export function ticker(work: () => Promise<void>, everyMs: number, log: Logger): Repeated<void> {
  let isHealthy = true
  return repeat(async () => {
    await work()
    isHealthy = true
  }, everyMs, (error) => {
    if (isHealthy) log.error({ err: error }, 'schedules and plans do not run')
    isHealthy = false
  })
}
