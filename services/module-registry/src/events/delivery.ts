import type { RolloutEvent } from '@checkin/registry'
import type { Database, Transaction } from '@checkin/server'
import { sql } from 'kysely'
import type { Tables } from '../storage/tables.ts'
import { eventActions, eventOf } from './rollout-events.ts'

/** Events that a receiver is to be told, for one try. */
export interface Due {
  /** The last entry that was acknowledged, and the last that this try covers. */
  readonly after: number
  readonly upTo: number
  readonly events: readonly RolloutEvent[]
  /** This try included. */
  readonly attempts: number
}

const most = 100
/** Longer than a try may last; whoever dies during one leaves the events to others after it. */
const leaseSeconds = 30

const entriesAfter = (tx: Transaction<Tables>, after: number) =>
  tx.selectFrom('audit').selectAll().where('entry', '>', after).where('action', 'in', eventActions).orderBy('entry').limit(most).execute()

/** A new receiver is told what happens from now on. */
export async function startDelivery(tx: Transaction<Tables>, receiver: string): Promise<void> {
  const { last_entry: last } = await tx.selectFrom('ledger').select('last_entry').executeTakeFirstOrThrow()
  await tx.insertInto('webhook_delivery').values({ receiver, delivered: last, last_error: null }).onConflict((conflict) => conflict.column('receiver').doNothing()).execute()
}

/** Takes what is due for one try; nobody else gets it meanwhile. */
export function takeDue(database: Database<Tables>, receiver: string): Promise<Due | null> {
  return database.withTx(async (tx) => {
    const row = await tx.selectFrom('webhook_delivery').selectAll().where('receiver', '=', receiver).where('next_attempt_at', '<=', sql<Date>`now()`).forUpdate().skipLocked().executeTakeFirst()
    if (!row) return null
    const entries = await entriesAfter(tx, row.delivered)
    const upTo = entries.at(-1)?.entry
    if (upTo === undefined) return null
    const attempts = row.attempts + 1
    await tx.updateTable('webhook_delivery').set({ attempts, next_attempt_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` }).where('receiver', '=', receiver).execute()
    return { after: row.delivered, upTo, attempts, events: entries.map(eventOf).filter((event) => event !== null) }
  })
}

/** How a try ended. `pauseSeconds`: until the next one. */
export type Attempt = { readonly pauseSeconds: number } | { readonly reason: string; readonly pauseSeconds: number }

/** Notes how a try ended: acknowledged, or to be made again later, for ever. */
export async function noteAttempt(database: Database<Tables>, receiver: string, { after, upTo }: Due, attempt: Attempt): Promise<void> {
  const row = database.kysely.updateTable('webhook_delivery').where('receiver', '=', receiver).where('delivered', '=', after)
  const next = sql<Date>`now() + make_interval(secs => ${attempt.pauseSeconds})`
  if ('reason' in attempt) await row.set({ next_attempt_at: next, failing_since: sql<Date>`coalesce(failing_since, now())`, last_error: attempt.reason }).execute()
  else await row.set({ delivered: upTo, attempts: 0, next_attempt_at: next, failing_since: null, last_error: null }).execute()
}
