import type { Transaction } from 'kysely'
import type { Minor } from '../pricing/money.ts'
import { intentsOf, lockIntent, type IntentRow } from './intent-store.ts'
import { insertOrder, orderOf, type OrderRow } from './order-store.ts'
import { queueJob } from './outbox-store.ts'
import { companysRefund, leftOf } from './refunds.ts'
import type { Tables } from './tables.ts'

type Tx = Transaction<Tables>
interface Of {
  readonly tenantId: string
  readonly reservationId: string
}

/** A sum that goes back the way it came, in minor units. */
export interface TicketRefund {
  readonly intent: IntentRow
  readonly amountMinor: Minor
}

/** What the renter paid here towards the rental and could have back the way it came, in minor units by payment, the latest first. A deposit is none of it. */
async function refundable(transaction: Tx, { tenantId, reservationId }: Of): Promise<readonly TicketRefund[]> {
  const payments = (await intentsOf(transaction, tenantId, reservationId)).filter(({ state }) => state === 'paid').toReversed()
  const found: TicketRefund[] = []
  for (const intent of payments) found.push({ intent, amountMinor: await leftOf(transaction, intent) })
  return found.filter(({ amountMinor }) => amountMinor > 0)
}

/** How much could go back, in minor units, all payments together. */
export const refundableOf = async (transaction: Tx, of: Of): Promise<Minor> => (await refundable(transaction, of)).reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/**
 * Orders that a sum goes back, of the latest payments first, with the jobs that do it (DEC-282). The reservation's row is locked by the caller, who has made sure that as much can go back.
 * Every order is a refund of its own at the provider, however often its job runs.
 */
export async function orderTicketRefunds(transaction: Tx, of: Of, amountMinor: Minor): Promise<readonly TicketRefund[]> {
  let open = amountMinor
  const ordered: TicketRefund[] = []
  for (const { intent: { id }, amountMinor: most } of await refundable(transaction, of)) {
    const amount = Math.min(open, most)
    if (amount <= 0) break
    const intent = await lockIntent(transaction, of.tenantId, id)
    const last = await orderOf(transaction, 'ticket-refund', intent)
    await insertOrder(transaction, 'ticket-refund', { tenant_id: of.tenantId, intent_id: id, amount_minor: amount, number: (last?.number ?? companysRefund) + 1 })
    await queueJob(transaction, { tenantId: of.tenantId, intentId: id, kind: 'ticket-refund', afterSeconds: 0, leaseSeconds: 0 })
    ordered.push({ intent, amountMinor: amount })
    open -= amount
  }
  if (open > 0) throw new Error('as much can go back')
  return ordered
}

const atPayment = (transaction: Tx, table: 'refund_order' | 'ticket_refund', { tenantId, reservationId }: Of) =>
  transaction.selectFrom(`${table as 'ticket_refund'} as it`).innerJoin('payment_intent as payment', (join) => join.onRef('payment.tenant_id', '=', 'it.tenant_id').onRef('payment.id', '=', 'it.intent_id'))
    .where('it.tenant_id', '=', tenantId).where('payment.reservation_id', '=', reservationId)

/** Refunds of a rental's payments by tickets, oldest first. */
export const ticketRefundsOf = (transaction: Tx, of: Of): Promise<readonly Pick<OrderRow<'ticket-refund'>, 'state' | 'amount_minor' | 'ordered_at'>[]> =>
  atPayment(transaction, 'ticket_refund', of).select(['it.state', 'it.amount_minor', 'it.ordered_at']).orderBy('it.ordered_at').orderBy('it.number').execute()

/** Whether money of a rental is on its way back, whoever ordered it: nothing else is taken back meanwhile, so that no sum is decided on that is about to change. */
export async function isRefundUnderWay(transaction: Tx, of: Of): Promise<boolean> {
  for (const table of ['refund_order', 'ticket_refund'] as const) {
    if (await atPayment(transaction, table, of).where('it.state', '=', 'ordered').select('it.intent_id').limit(1).executeTakeFirst()) return true
  }
  return false
}
