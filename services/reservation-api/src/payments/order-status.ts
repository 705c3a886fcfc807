import type { Transaction } from 'kysely'
import { intentById } from './intent-store.ts'
import { orderOf } from './order-store.ts'
import { lastOutcomeOf } from './outbox-store.ts'
import { refusalIn } from './release-refusal.ts'
import { renewalStatus } from './order-rules.ts'
import { latestRenewal } from './renewals.ts'
import type { Tables } from './tables.ts'

/** How an order about one payment stands, and the provider's code of a refusal. */
export interface OrderStatus {
  readonly state: 'ordered' | 'refunded' | 'captured' | 'releasing' | 'released' | 'renewing' | 'renewed' | 'refused'
  readonly code: string | null
}

/** How an order about a payment stands now, whoever gave it; null where none was given. A hold that ended otherwise than by its release says how. */
export async function orderStatus(
  transaction: Transaction<Tables>, kind: 'refund' | 'capture' | 'release' | 'renew', { tenantId, intentId }: { readonly tenantId: string; readonly intentId: string },
): Promise<OrderStatus | null> {
  const intent = await intentById(transaction, tenantId, intentId)
  if (kind === 'refund' || kind === 'capture') {
    const order = await orderOf(transaction, kind, intent)
    return order && { state: order.state, code: order.code }
  }
  if (kind === 'renew') {
    const renewal = await latestRenewal(transaction, intent)
    return renewal && renewalStatus({ hold: intent, renewal })
  }
  if (intent.state === 'voided') return { state: 'released', code: null }
  if (intent.state !== 'authorised') return { state: 'refused', code: intent.state }
  const outcome = await lastOutcomeOf(transaction, { tenantId, intentId, kind: 'void' })
  // An agreement that needs the hold has dropped the release.
  return outcome === null ? { state: 'refused', code: 'HoldNeeded' } : { state: 'releasing', code: refusalIn(outcome) }
}
