import { EventsBody } from '@checkin/fleet'
import { backoffSeconds, type Database, sendWebhook } from '@checkin/server'
import { outboundFetch } from '@checkin/server/outbound'
import type { FastifyBaseLogger } from 'fastify'
import type { AccountBody } from '@checkin/internal'
import type { Tables } from '../tables.ts'
import { tenantAccounts, type AccountSource } from '../tenants/accounts/tenant-accounts.ts'
import { numberEvents } from '../reservations/event-store.ts'
import { repeatedWork, type RepeatedWork } from '../tenants/repeated-work.ts'
import type { DueTenants, Work } from '../tenants/due-work.ts'
import { tenantRounds } from '../tenants/tenant-rounds.ts'
import { acknowledgeEvents, postponeEvents, takeDueEvents, type DueEvents } from './event-deliveries.ts'

export interface EventWorkerOptions {
  readonly database: Database<Tables>
  /** Opens the addresses that companies gave. */
  readonly source: AccountSource
  /** Those that have `waitingEvents`, those that have `newReceivers`, and those that have `unnumberedEvents`. */
  readonly tenants: { readonly waiting: DueTenants; readonly beginning: DueTenants; readonly unnumbered: DueTenants }
  readonly log: FastifyBaseLogger
  readonly pollMs: number
  /** Milliseconds between two looks for receivers that were never told any event. */
  readonly beginMs: number
  /** The same between two looks for events that have no number. */
  readonly numberMs: number
  /** Most milliseconds that a company's system may take to acknowledge. */
  readonly timeoutMs?: number
}

/** Events that a company's system is to be told now. */
export const waitingEvents: Work = { kind: 'events' }
/** Systems that were never told any; what happens before they are found waits for them. */
export const newReceivers: Work = { kind: 'new-receivers' }
/** Events that nobody who reads by number has asked for since they happened. */
export const unnumberedEvents: Work = { kind: 'unnumbered-events' }

type Receiver = AccountBody<'events'>

/**
 * Tells companies their events at the address that each gave, in the order of the feed, until they are acknowledged (MON-13, decision 0139). As many
 * processes as wanted may run one. A company whose system is slow or away keeps nobody else waiting. Also numbers what nobody reads, and once more when it stops:
 * so a reader never has much to number, and servers of the release before, which number nothing, find what happened until then (decision 0283).
 */
export function startEventWorker({ database, source, tenants, log, pollMs, beginMs, numberMs, timeoutMs = 10_000 }: EventWorkerOptions): RepeatedWork {
  const receivers = tenantAccounts<'events', Receiver>(source, { kind: 'events', environment: null, open: (account) => account })
  const [telling, counting] = [tenantRounds(log, 'events cannot be told'), tenantRounds(log, 'events cannot be numbered')]
  const underWay = new Map<string, Promise<void>>()

  const deliver = async (tenantId: string, receiver: Receiver, due: DueEvents): Promise<void> => {
    const reason = await sendWebhook(receiver, messageOf(due), timeoutMs, outboundFetch)
    await database.withTenant(tenantId, (transaction) => (reason === null
      ? acknowledgeEvents(transaction, tenantId, due) : postponeEvents(transaction, tenantId, due, backoffSeconds(due.attempts), reason)))
    if (reason === null) work.wake()
    else log.warn({ tenant: tenantId, attempt: due.attempts, reason }, 'events will be told again')
  }
  const visit = async (tenantId: string): Promise<void> => {
    if (underWay.has(tenantId)) return
    const found = await database.withTenant(tenantId, async (transaction) => {
      const receiver = await receivers.current(tenantId, transaction)
      const due = receiver && await takeDueEvents(transaction, tenantId)
      return due && { receiver: receiver.opened, due }
    })
    if (!found) return
    underWay.set(tenantId, deliver(tenantId, found.receiver, found.due)
      .catch((error: unknown) => { log.error({ err: error, tenant: tenantId }, 'events were told, and it cannot be noted') })
      .finally(() => underWay.delete(tenantId)))
  }
  const settled = async (): Promise<void> => { while (underWay.size > 0) await Promise.all(underWay.values()) }
  const visits = (everyMs: number, due: DueTenants): RepeatedWork => repeatedWork({ everyMs }, async () => (await telling(due, async ({ id }) => {
    await visit(id)
    return false
  })).more)
  const work = visits(pollMs, tenants.waiting)
  const beginning = visits(beginMs, tenants.beginning)
  const numbering = repeatedWork({ everyMs: numberMs }, async () => {
    await counting(tenants.unnumbered, async ({ id }) => {
      while (await database.withTenant(id, (transaction) => numberEvents(transaction, id)));
      return false
    })
    return false
  })
  return {
    wake: () => { beginning.wake(); work.wake() },
    run: async () => { await beginning.run(); await work.run(); await numbering.run(); await settled() },
    stop: async () => {
      await Promise.all([beginning.stop(), work.stop(), numbering.stop()])
      await settled()
      await numbering.run()
    },
  }
}

/** Events as a company's system gets them: the body of the feed's own call. */
function messageOf({ after, events }: DueEvents) {
  const next = events.at(-1)?.id ?? String(after)
  return { id: `${after + 1}-${next}`, body: JSON.stringify(EventsBody.parse({ events, next })) }
}
