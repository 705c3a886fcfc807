import type { Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { over } from '../agreement/agreement-state.ts'
import type { Payments } from '../payments/payments.ts'

/** A hold without an agreement is left for the counter, and given back after a day. */
export const leftForCounterSeconds = 24 * 3600

/**
 * Queues the giving back of held deposits that no agreement is about any more: the company replaced the trip, or a process ended between two steps. A
 * renter who proceeds again meanwhile keeps the hold.
 */
export async function leaveForgottenHolds(transaction: Transaction<Tables>, payments: Pick<Payments, 'queueVoid'>, tenantId: string): Promise<number> {
  const forgotten = await transaction.selectFrom('payment_intent as intent').where('intent.tenant_id', '=', tenantId)
    .where('intent.purpose', '=', 'deposit').where('intent.state', '=', 'authorised')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('rental_agreement as agreement').whereRef('agreement.tenant_id', '=', 'intent.tenant_id')
      .whereRef('agreement.reservation_id', '=', 'intent.reservation_id').where('agreement.state', 'not in', over).select('agreement.id'))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom('payment_outbox as order').whereRef('order.tenant_id', '=', 'intent.tenant_id')
      .whereRef('order.intent_id', '=', 'intent.id').where('order.kind', '=', 'void').where('order.state', '=', 'queued').select('order.id'))))
    .select('intent.reservation_id').limit(100).execute()
  for (const { reservation_id: reservationId } of forgotten) await payments.queueVoid(transaction, { tenantId, reservationId }, leftForCounterSeconds)
  return forgotten.length
}
