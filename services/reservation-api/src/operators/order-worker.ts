import type { Database } from '@checkin/server'
import type { FastifyBaseLogger } from 'fastify'
import { moneyDesk, type MoneyPayments } from '../agreement/money-desk.ts'
import type { Tables } from '../tables.ts'
import { repeatedWork, type RepeatedWork } from '../tenants/repeated-work.ts'
import type { DueTenants, Work } from '../tenants/due-work.ts'
import { tenantRounds } from '../tenants/tenant-rounds.ts'
import { beginOrder } from './begin-order.ts'
import { leftMoneyOrders } from './money-orders.ts'

export interface OrderWorkerOptions {
  readonly database: Database<Tables>
  readonly payments: MoneyPayments
  /** Those that have `leftOrders`. */
  readonly tenants: DueTenants
  readonly log: FastifyBaseLogger
  readonly pollMs: number
  /** Seconds that an approved order is left to the process that approved it. */
  readonly afterSeconds?: number
}

const atOnce = 10
const leftAfterSeconds = 5

/** Orders that were left by the process that was to begin them. */
export const leftOrders: Work = { kind: 'approved-orders', leadSeconds: -leftAfterSeconds }

/** Begins operators' orders that were approved and whose process ended before it began them. As many processes as wanted may run one; each order is begun once. */
export function startOrderWorker({ database, payments, tenants, log, pollMs, afterSeconds = leftAfterSeconds }: OrderWorkerOptions): RepeatedWork {
  const desk = moneyDesk({ database, payments })
  const rounds = tenantRounds(log, 'approved orders cannot be begun')
  return repeatedWork({ everyMs: pollMs }, async (isStopped) => (await rounds(tenants, async (tenant) => {
    const left = await database.withTenant(tenant.id, (transaction) => leftMoneyOrders(transaction, tenant.id, { afterSeconds, count: atOnce }))
    const failures: unknown[] = []
    for (const order of left) if (!isStopped()) await beginOrder({ database, desk }, tenant, order).catch((error: unknown) => failures.push(error))
    // One that cannot be begun keeps no other one waiting; it is tried again at the next look.
    if (failures.length > 0) throw new AggregateError(failures)
    return left.length === atOnce
  })).more)
}
