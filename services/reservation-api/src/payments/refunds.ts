import { ServiceError } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { Minor } from '../pricing/money.ts'
import { intentById, lockIntent, type IntentRow } from './intent-store.ts'
import { refundedOf, takenOf } from './ledger-store.ts'
import { lookAgainAfter } from './next-step.ts'
import { refundAmount, requireSameOrder } from './order-rules.ts'
import { endOrder, insertOrder, orderedBackOf, orderOf, refuseOrder, type OrderRow } from './order-store.ts'
import { closeJobs, postponeJob, queueJob, type JobRow } from './outbox-store.ts'
import type { Processed, ProcessDependencies } from './process-payment.ts'
import { applyOutcome } from './settle.ts'
import type { Tables } from './tables.ts'

/** Number of the company's refund of a payment at the provider; those of tickets follow it. */
export const companysRefund = 1

/** A payment of a reservation of which money is to go back. */
export interface RefundOf {
  readonly tenantId: string
  readonly reservationId: string
  readonly intentId: string
  /** Minor units; null gives back all that is left. */
  readonly amountMinor: Minor | null
}

/** What of a payment can still go back, in minor units: what was taken, less what went back and what is on its way. */
export const leftOf = async (transaction: Transaction<Tables>, intent: IntentRow): Promise<Minor> =>
  await takenOf(transaction, intent) - await refundedOf(transaction, intent) - await orderedBackOf(transaction, intent)

/**
 * Writes down what a company wants refunded, with the job that does it, before the provider is asked (decision 0131). The same order again changes nothing
 * and answers the first one. Throws 404 `NotFound` for a payment that is not the reservation's, 409 `NotRefundable` where nothing was taken here or
 * more is asked for than is left, `RefundExists` for another amount than was ordered before.
 */
export async function orderRefund(transaction: Transaction<Tables>, { tenantId, reservationId, intentId, amountMinor }: RefundOf): Promise<OrderRow<'refund'>> {
  const known = await transaction.selectFrom('payment_intent').select('id').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .where('id', '=', intentId).executeTakeFirst()
  if (!known) throw new ServiceError(404, 'NotFound', 'There is no such payment')
  const intent = await lockIntent(transaction, tenantId, intentId)
  const before = await orderOf(transaction, 'refund', intent)
  if (before) {
    requireSameOrder('refund', amountMinor, before.amount_minor)
    return before
  }
  const amount = refundAmount(amountMinor, await leftOf(transaction, intent))
  const order = await insertOrder(transaction, 'refund', { tenant_id: tenantId, intent_id: intentId, amount_minor: amount })
  await queueJob(transaction, { tenantId, intentId, kind: 'refund', afterSeconds: 0, leaseSeconds: 0 })
  return order
}

/** Takes the job of a refund one step further: only the provider's own answer books it or refuses it; silence asks again, under the same id. */
export async function processRefund({ database, calls, complete, onApplied }: ProcessDependencies, job: JobRow): Promise<Processed> {
  const { tenant_id: tenantId, intent_id: intentId } = job
  const kind = job.kind === 'ticket-refund' ? job.kind : 'refund'
  const { intent, order } = await database.withTenant(tenantId, async (transaction) => {
    const row = await intentById(transaction, tenantId, intentId)
    return { intent: row, order: await orderOf(transaction, kind, row) }
  })
  const outcome = order?.state === 'ordered' ? await calls.refund(intent, { amountMinor: order.amount_minor, number: 'number' in order ? order.number : companysRefund }) : null
  const applied = await database.withTenant(tenantId, async (transaction) => {
    const locked = await lockIntent(transaction, tenantId, intentId)
    const now = await orderOf(transaction, kind, locked)
    if (outcome === null || now?.state !== 'ordered') {
      await closeJobs(transaction, tenantId, intentId, kind)
      return null
    }
    const result = outcome.kind === 'refunded' ? await applyOutcome(transaction, { tenantId, intentId, outcome, complete }) : null
    // What was reported meanwhile is booked already, and money that cannot be booked is recorded for people: either way the order is over.
    if (outcome.kind === 'refunded') await endOrder(transaction, kind, locked)
    else if (outcome.kind === 'declined') await refuseOrder(transaction, kind, locked, now, outcome.code)
    else await postponeJob(transaction, job, lookAgainAfter(job.attempts), outcome.kind)
    return result
  })
  if (outcome && applied) onApplied(outcome, applied)
  return 'processed'
}
