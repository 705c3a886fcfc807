import { closeOrders, postponeOrder, type OrderRow } from './outbox-store.ts'
import { intentById } from './intent-store.ts'
import { lookAgainAfter } from './next-step.ts'
import { applyOutcome } from './settle.ts'
import type { Carried, TakeDependencies } from './take-payment.ts'

/** Gives a hold back; it is over only when the provider says so. Asked again as long as it does not (P20, P22). */
export async function voidHold({ database, calls, complete, onApplied }: TakeDependencies, order: OrderRow): Promise<Carried> {
  const { tenant_id: tenantId, intent_id: intentId } = order
  const intent = await database.withTenant(tenantId, async (transaction) => {
    const row = await intentById(transaction, tenantId, intentId)
    if (row.state !== 'authorised') await closeOrders(transaction, tenantId, intentId, 'void')
    return row
  })
  if (intent.state !== 'authorised') return 'carried'
  const answer = await calls.voidHold(intent)
  // A refusal to void decides nothing by itself: the hold may be over already, or be taken.
  const outcome = answer.kind === 'declined' || answer.kind === 'notFound' || answer.kind === 'pending' ? await calls.ask(intent) : answer
  const applied = await database.withTenant(tenantId, async (transaction) => {
    const result = await applyOutcome(transaction, { tenantId, intentId, outcome, complete })
    if (result.intent.state === 'authorised') await postponeOrder(transaction, order, lookAgainAfter(order.attempts), outcome.kind)
    return result
  })
  onApplied(outcome, applied)
  return 'carried'
}
