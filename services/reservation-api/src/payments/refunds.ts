import { ServiceError } from '@checkin/server'
import { sql, type Selectable, type Transaction } from 'kysely'
import { decimalOf, type Minor } from '../pricing/money.ts'
import { appendEvent } from '../reservations/event-store.ts'
import { intentById, lockIntent, updateIntent, type IntentRow } from './intent-store.ts'
import { refundedOf, takenOf } from './ledger-store.ts'
import { lookAgainAfter } from './next-step.ts'
import { closeJobs, postponeJob, queueJob, type JobRow } from './outbox-store.ts'
import type { Processed, ProcessDependencies } from './process-payment.ts'
import type { ProviderOutcome } from './providers/provider.ts'
import { applyOutcome } from './settle.ts'
import type { Tables } from './tables.ts'

export type RefundRow = Selectable<Tables['refund_order']>

/** A payment of a reservation of which money is to go back. */
export interface RefundOf {
  readonly tenantId: string
  readonly reservationId: string
  readonly intentId: string
  /** Minor units; null gives back all that is left. */
  readonly amountMinor: Minor | null
}

const conflict = (code: string, title: string) => new ServiceError(409, code, title)

const orderOf = async (transaction: Transaction<Tables>, { tenant_id: tenantId, id }: Pick<IntentRow, 'tenant_id' | 'id'>): Promise<RefundRow | null> =>
  await transaction.selectFrom('refund_order').selectAll().where('tenant_id', '=', tenantId).where('intent_id', '=', id).executeTakeFirst() ?? null

/**
 * Writes down what a company wants refunded, with the job that does it, before the provider is asked (decision 0131). The same order again changes nothing
 * and answers the first one. Throws 404 `NotFound` for a payment that is not the reservation's, 409 `NotRefundable` where nothing was taken here or
 * more is asked for than is left, `RefundExists` for another amount than was ordered before.
 */
export async function orderRefund(transaction: Transaction<Tables>, { tenantId, reservationId, intentId, amountMinor }: RefundOf): Promise<RefundRow> {
  const known = await transaction.selectFrom('payment_intent').select('id').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .where('id', '=', intentId).executeTakeFirst()
  if (!known) throw new ServiceError(404, 'NotFound', 'There is no such payment')
  const intent = await lockIntent(transaction, tenantId, intentId)
  const before = await orderOf(transaction, intent)
  if (before && amountMinor !== null && amountMinor !== before.amount_minor) throw conflict('RefundExists', 'Another refund of this payment was ordered before')
  if (before) return before
  const left = await takenOf(transaction, intent) - await refundedOf(transaction, intent)
  const amount = amountMinor ?? left
  if (amount <= 0 || amount > left) {
    throw conflict('NotRefundable', 'Nothing, or not as much, can be refunded of this payment here')
  }
  const order = await transaction.insertInto('refund_order').values({ tenant_id: tenantId, intent_id: intentId, amount_minor: amount }).returningAll().executeTakeFirstOrThrow()
  await queueJob(transaction, { tenantId, intentId, kind: 'refund', afterSeconds: 0, leaseSeconds: 0 })
  return order
}

/** Takes the job of a refund one step further: only the provider's own answer books it or refuses it; silence asks again, under the same id. */
export async function processRefund({ database, calls, complete, onApplied }: ProcessDependencies, job: JobRow): Promise<Processed> {
  const { tenant_id: tenantId, intent_id: intentId } = job
  const { intent, order } = await database.withTenant(tenantId, async (transaction) => {
    const row = await intentById(transaction, tenantId, intentId)
    return { intent: row, order: await orderOf(transaction, row) }
  })
  const outcome = order?.state === 'ordered' ? await calls.refund(intent, order.amount_minor) : null
  const applied = await database.withTenant(tenantId, async (transaction) => {
    const locked = await lockIntent(transaction, tenantId, intentId)
    const now = await orderOf(transaction, locked)
    if (outcome === null || now?.state !== 'ordered') {
      await closeJobs(transaction, tenantId, intentId, 'refund')
      return null
    }
    const result = outcome.kind === 'refunded' ? await applyOutcome(transaction, { tenantId, intentId, outcome, complete }) : null
    // What was reported meanwhile is booked already, and money that cannot be booked is recorded for people: either way the order is over.
    if (outcome.kind === 'refunded') await end(transaction, locked, { state: 'refunded', code: null })
    else if (outcome.kind === 'declined') await refuse(transaction, locked, now, outcome)
    else await postponeJob(transaction, job, lookAgainAfter(job.attempts), outcome.kind)
    return result
  })
  if (outcome && applied) onApplied(outcome, applied)
  return 'processed'
}

/** The order is over; the payment is compared with the provider's records once more. */
async function end(transaction: Transaction<Tables>, intent: IntentRow, ended: Pick<RefundRow, 'state' | 'code'>): Promise<void> {
  await transaction.updateTable('refund_order').where('tenant_id', '=', intent.tenant_id).where('intent_id', '=', intent.id)
    .set({ ...ended, ended_at: sql<Date>`now()` }).execute()
  await closeJobs(transaction, intent.tenant_id, intent.id, 'refund')
  await updateIntent(transaction, intent, { checked_at: null })
}

async function refuse(transaction: Transaction<Tables>, intent: IntentRow, order: RefundRow, { code }: Extract<ProviderOutcome, { kind: 'declined' }>): Promise<void> {
  await end(transaction, intent, { state: 'refused', code })
  const { reference } = await transaction.selectFrom('reservation').select('reference').where('tenant_id', '=', intent.tenant_id).where('id', '=', intent.reservation_id).executeTakeFirstOrThrow()
  await appendEvent(transaction, {
    tenantId: intent.tenant_id, reservationId: intent.reservation_id, reference, kind: 'payment.refund-refused',
    data: { paymentId: intent.id, transactionId: intent.merchant_transaction_id, amount: decimalOf(order.amount_minor, intent.currency), currency: intent.currency, code },
  })
}
