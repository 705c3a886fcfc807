import { ServiceError, type Database } from '@checkin/server'
import type { MoneyOrder } from '@checkin/internal'
import type { Transaction } from 'kysely'
import type { MoneyDesk } from '../agreement/money-desk.ts'
import type { WrittenDown } from '../payments/desk-orders.ts'
import { orderStatus } from '../payments/order-status.ts'
import { decimalOf } from '../pricing/money.ts'
import { loadReservation } from '../reservations/reservation-store.ts'
import type { Tables } from '../tables.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { beginMoneyOrder, finishMoneyOrder, type MoneyOrderRow } from './money-orders.ts'

/** Somebody else has begun the order meanwhile: what this process was about to write is undone. */
class BegunBefore extends Error {}

/**
 * Begins an approved order, once whichever process does it and however often (decision 0140): that it is begun, and what is ordered of the payment, are one
 * transaction. A refusal is its result too; anything else leaves it to be begun again, by the worker.
 */
export async function beginOrder({ database, desk }: { readonly database: Database<Tables>; readonly desk: MoneyDesk }, tenant: Tenant, order: MoneyOrderRow): Promise<void> {
  if (order.state !== 'approved') return
  const stored = await database.withTenant(tenant.id, (transaction) => loadReservation(transaction, tenant.id, { id: order.reservation_id }))
  if (!stored) throw new Error('the reservation of an order is there')
  const amount = order.amount_minor === null ? undefined : decimalOf(order.amount_minor, stored.currency)
  const paymentId = order.intent_id ?? ''
  const of = {
    tenant, reference: stored.row.reference,
    written: (async (transaction, intentId) => {
      if (!await beginMoneyOrder(transaction, order, intentId)) throw new BegunBefore()
    }) satisfies WrittenDown,
  }
  const started = {
    refund: () => desk.refund({ ...of, paymentId, amount }), capture: () => desk.capture({ ...of, amount }), release: () => desk.release(of), renew: () => desk.renew({ ...of, paymentId }),
  }
  const result = await started[order.kind]().then(
    (answer) => ({ state: answer.state, code: 'code' in answer ? answer.code : null }),
    (error: unknown) => {
      if (error instanceof BegunBefore) return null
      if (error instanceof ServiceError && error.status < 500) return { state: 'refused', code: error.code }
      throw error
    })
  // Only for what had nothing to be written: a refusal, or a deposit that was released before.
  if (result) await database.withTenant(tenant.id, (transaction) => finishMoneyOrder(transaction, order, result))
}

const isUnderWay = (state: string): boolean => ['ordered', 'releasing', 'renewing'].includes(state)

/** How an order went: as its payment's own order stands now, where that was still under way when it was begun. */
export async function resultOf(transaction: Transaction<Tables>, order: MoneyOrderRow): Promise<MoneyOrder['result']> {
  const intentId = order.begun_intent_id ?? order.intent_id
  if (!order.result || !isUnderWay(order.result.state) || intentId === null) return order.result
  return await orderStatus(transaction, order.kind, { tenantId: order.tenant_id, intentId }) ?? order.result
}
