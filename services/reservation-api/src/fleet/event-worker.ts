import { createHmac } from 'node:crypto'
import { EventsBody } from '@checkin/fleet'
import { internalFetch, type Database } from '@checkin/server'
import type { FastifyBaseLogger } from 'fastify'
import type { AccountBody } from '@checkin/internal'
import { backoffSeconds } from '../mail/backoff.ts'
import type { Tables } from '../tables.ts'
import { tenantAccounts, type AccountSource } from '../tenants/accounts/tenant-accounts.ts'
import { repeatedWork, type RepeatedWork } from '../tenants/repeated-work.ts'
import { tenantRounds, type TenantRoll } from '../tenants/tenant-rounds.ts'
import { acknowledgeEvents, postponeEvents, takeDueEvents, type DueEvents } from './event-deliveries.ts'

export interface EventWorkerOptions {
  readonly database: Database<Tables>
  /** Opens the addresses that companies gave. */
  readonly source: AccountSource
  readonly tenants: TenantRoll
  readonly log: FastifyBaseLogger
  readonly pollMs: number
  /** Most milliseconds that a company's system may take to acknowledge. */
  readonly timeoutMs?: number
}

type Receiver = AccountBody<'events'>

/**
 * Tells companies their events at the address that each gave, in the order of the feed, until they are acknowledged (MON-13, decision 0139). As many
 * processes as wanted may run one. A company whose system is slow or away keeps nobody else waiting.
 */
export function startEventWorker({ database, source, tenants, log, pollMs, timeoutMs = 10_000 }: EventWorkerOptions): RepeatedWork {
  const receivers = tenantAccounts<'events', Receiver>(source, { kind: 'events', environment: null, open: (account) => account })
  const rounds = tenantRounds(log, 'events cannot be told')
  const underWay = new Map<string, Promise<void>>()

  const deliver = async (tenantId: string, receiver: Receiver, due: DueEvents): Promise<void> => {
    const reason = await send(receiver, due, { timeoutMs })
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
  const work = repeatedWork({ everyMs: pollMs }, async () => {
    await rounds(tenants, async ({ id }) => { await visit(id); return false })
    return false
  })
  return {
    wake: work.wake,
    run: async () => { await work.run(); await settled() },
    stop: async () => { await work.stop(); await settled() },
  }
}

/** Sends events as the Standard Webhooks say; null once they are acknowledged, otherwise why not: a status or a code of the network. */
async function send({ url, secret }: Receiver, { after, events }: DueEvents, { timeoutMs }: { readonly timeoutMs: number }): Promise<string | null> {
  const next = events.at(-1)?.id ?? String(after)
  const body = JSON.stringify(EventsBody.parse({ events, next }))
  const id = `${after + 1}-${next}`
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = { 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
  return internalFetch(url, { method: 'POST', headers, body: Buffer.from(body), timeoutMs })
    .then(({ status }) => (status >= 200 && status < 300 ? null : String(status)), (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'ETIMEDOUT')
}
