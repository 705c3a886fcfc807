import { RolloutEvents, type RolloutEvent } from '@checkin/registry'
import { backoffSeconds, type Database, repeat, type Repeated, sendWebhook, type Transaction, type WebhookReceiver } from '@checkin/server'
import { sql } from 'kysely'
import type { Tables } from '../storage/tables.ts'
import { eventOf, eventActions } from './rollout-events.ts'

export interface WebhookWork {
  readonly database: Database<Tables>
  readonly receiver: WebhookReceiver
  readonly log: { readonly warn: (details: object, message: string) => void; readonly error: (details: object, message: string) => void }
  readonly everyMs: number
  /** Most milliseconds that the receiver may take to acknowledge. */
  readonly timeoutMs?: number
}

interface Due {
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

/** Tells the receiver what happens to releases, in the order of the audit, until each is acknowledged. As many processes as wanted may run one. */
export function startWebhook({ database, receiver, log, everyMs, timeoutMs = 10_000 }: WebhookWork): Repeated<void> {
  const dispatch = async (): Promise<void> => {
    for (let due = await takeDue(database, receiver.url); due !== null; due = await takeDue(database, receiver.url)) {
      const reason = due.events.length === 0 ? null : await sendWebhook(receiver, messageOf(due), timeoutMs)
      await note(database, receiver.url, due, reason)
      if (reason === null) continue
      log.warn({ attempt: due.attempts, reason }, 'rollout events will be told again')
      return
    }
  }
  return repeat(dispatch, everyMs, (error) => { log.error({ err: error }, 'rollout events cannot be told') })
}

const messageOf = ({ after, upTo, events }: Due) => ({ id: `rollout-${after + 1}-${upTo}`, body: JSON.stringify(RolloutEvents.parse({ events })) })

const entriesAfter = (tx: Transaction<Tables>, after: number) =>
  tx.selectFrom('audit').selectAll().where('entry', '>', after).where('action', 'in', eventActions).orderBy('entry').limit(most).execute()

/** Takes what is due for one try; nobody else gets it meanwhile. A new receiver is told what happens from then on. */
function takeDue(database: Database<Tables>, receiver: string): Promise<Due | null> {
  return database.withTx(async (tx) => {
    const { last_entry: last } = await tx.selectFrom('ledger').select('last_entry').executeTakeFirstOrThrow()
    await tx.insertInto('webhook_delivery').values({ receiver, delivered: last, last_error: null }).onConflict((conflict) => conflict.column('receiver').doNothing()).execute()
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

/** Notes how a try ended: acknowledged, or to be made again later, for ever. */
async function note(database: Database<Tables>, receiver: string, { after, upTo, attempts }: Due, reason: string | null): Promise<void> {
  const row = database.kysely.updateTable('webhook_delivery').where('receiver', '=', receiver).where('delivered', '=', after)
  if (reason === null) await row.set({ delivered: upTo, attempts: 0, next_attempt_at: sql<Date>`now()`, failing_since: null, last_error: null }).execute()
  else await row.set({ next_attempt_at: sql<Date>`now() + make_interval(secs => ${backoffSeconds(attempts)})`, failing_since: sql<Date>`coalesce(failing_since, now())`, last_error: reason }).execute()
}
