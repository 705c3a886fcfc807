import { sql, type Transaction } from 'kysely'
import type { DiscrepancyKind, Tables } from './tables.ts'
import { discrepancyIn, recordDiscrepancy } from './discrepancy-store.ts'
import { lockIntent, updateIntent, type IntentRow } from './intent-store.ts'
import { earlyEvents, markEvent } from './inbox-store.ts'
import { isRefundBooked, refundedOf, takenOf } from './ledger-store.ts'
import { closeJobs } from './outbox-store.ts'
import { eventOf, isOpen, moveOf, type PaymentState } from './payment-state.ts'
import { outcomeFacts, type ProviderOutcome } from './providers/provider.ts'
import { consequences, type Completion } from './settle-consequences.ts'

/** The effect of a provider's status. `late` and `early` changed nothing; `mismatch` is recorded for people. */
export type Applied =
  | { readonly kind: 'moved'; readonly from: PaymentState; readonly intent: IntentRow }
  | { readonly kind: 'unmoved' | 'late' | 'early'; readonly intent: IntentRow }
  | { readonly kind: 'mismatch'; readonly discrepancyKind: DiscrepancyKind; readonly isNew: boolean; readonly intent: IntentRow }

/** A provider's status of one payment. */
export interface Applying {
  readonly tenantId: string
  readonly intentId: string
  readonly outcome: ProviderOutcome
  readonly complete: Completion
  /** A refund is what is left of a sum that the provider names, not one refund by its id there. */
  readonly isRest?: boolean
}

/**
 * Records a status of the provider, all or nothing: the payment's state, the ledger, what the reservation has paid, its completion,
 * the mails and the company's feed are one transaction (DEC-22). Repeating it changes nothing. Money in another amount or currency, or that
 * nobody requested, changes nothing either and is recorded as a discrepancy (P14).
 */
export async function applyOutcome(transaction: Transaction<Tables>, { tenantId, intentId, outcome, complete, isRest = false }: Applying): Promise<Applied> {
  const intent = await lockIntent(transaction, tenantId, intentId)
  const event = eventOf(outcome)
  if (event === null) return { kind: 'unmoved', intent: await noteProviderId(transaction, intent, outcome) }
  const mismatch = async (kind: DiscrepancyKind): Promise<Applied> =>
    ({ kind: 'mismatch', discrepancyKind: kind, isNew: await recordDiscrepancy(transaction, { ...discrepancyIn(intent), kind, reported: outcomeFacts(outcome) }), intent })
  if (outcome.kind === 'refunded' && !isRest && await isRefundBooked(transaction, intent, outcome.providerId)) return { kind: 'late', intent }
  if (isWrongMoney(intent, outcome) || await isTooMuchBack(transaction, intent, outcome)) return mismatch('wrong-amount')
  const move = moveOf(intent.state, event, intent.purpose)
  if (move.kind === 'contradiction') return mismatch('late-money')
  if (move.kind !== 'moved') return { kind: move.kind, intent }

  const to = await consequences(transaction, intent, outcome, { to: move.to, complete })
  const ends = !isOpen(to)
  await updateIntent(transaction, intent, { state: to, ...columnsOf(outcome), ...(ends && { means: null, settled_at: sql<Date>`coalesce(settled_at, now())` }) })
  if (ends) await closeJobs(transaction, tenantId, intent.id, 'take')
  if (to !== 'authorised' && ends) await closeJobs(transaction, tenantId, intent.id, 'void')
  const moved = { kind: 'moved', from: intent.state, intent: await lockIntent(transaction, tenantId, intentId) } as const
  return ends ? { ...moved, intent: await applyEarly(transaction, moved.intent, complete) } : moved
}

/**
 * Records the status of a payment as its provider answered it. A refund of a payment that is still open here means that it was charged before:
 * both are recorded, and nothing is left to ask. Where it could not have been charged, people look at it.
 */
export async function applyStatus(transaction: Transaction<Tables>, applying: Applying): Promise<Applied> {
  const { outcome } = applying
  if (outcome.kind !== 'refunded') return applyOutcome(transaction, applying)
  const intent = await lockIntent(transaction, applying.tenantId, applying.intentId)
  if (!isOpen(intent.state)) return applyOutcome(transaction, applying)
  const { providerId } = outcome
  const taken = await applyOutcome(transaction, { ...applying, outcome: { kind: 'charged', providerId, amountMinor: intent.amount_minor, currency: intent.currency, card: null } })
  if (taken.kind === 'moved') return applyOutcome(transaction, applying)
  const ended = await applyOutcome(transaction, { ...applying, outcome: { kind: 'cancelled', providerId } })
  return { ...taken, intent: ended.intent }
}

/** Events that came before the one they follow, for example a refund whose charge was still unknown (P13). What one of them moves takes the next ones along. */
async function applyEarly(transaction: Transaction<Tables>, intent: IntentRow, complete: Completion): Promise<IntentRow> {
  const [first] = await earlyEvents(transaction, intent.tenant_id, intent.provider, intent.merchant_transaction_id)
  if (!first) return intent
  const name = { tenantId: intent.tenant_id, provider: intent.provider, eventId: first.eventId }
  await markEvent(transaction, name, 'late')
  const applied = await applyOutcome(transaction, { tenantId: intent.tenant_id, intentId: intent.id, outcome: first.outcome, complete })
  if (applied.kind === 'moved') await markEvent(transaction, name, 'applied')
  if (applied.kind === 'mismatch') await markEvent(transaction, name, 'mismatch')
  return applyEarly(transaction, applied.intent, complete)
}

const isTooMuchBack = async (transaction: Transaction<Tables>, intent: IntentRow, outcome: ProviderOutcome): Promise<boolean> =>
  outcome.kind === 'refunded' && (outcome.amountMinor <= 0
    || await refundedOf(transaction, intent) + outcome.amountMinor > (intent.state === 'captured' ? await takenOf(transaction, intent) : intent.amount_minor))

/** Charged or held is believed only in the amount and currency of the payment (I3, I4). */
function isWrongMoney(intent: IntentRow, outcome: ProviderOutcome): boolean {
  if (outcome.kind !== 'charged' && outcome.kind !== 'held') return false
  // The counter may take a part of a hold.
  const isTakenHold = outcome.kind === 'charged' && intent.state === 'authorised'
  return outcome.currency !== intent.currency || (isTakenHold ? outcome.amountMinor > intent.amount_minor : outcome.amountMinor !== intent.amount_minor)
}

/** A provider that has not decided may still name its own id, which a later request needs. */
async function noteProviderId(transaction: Transaction<Tables>, intent: IntentRow, outcome: ProviderOutcome): Promise<IntentRow> {
  if (outcome.kind !== 'pending' || outcome.providerId === null || intent.provider_id === outcome.providerId) return intent
  await updateIntent(transaction, intent, { provider_id: outcome.providerId })
  return { ...intent, provider_id: outcome.providerId }
}

function columnsOf(outcome: ProviderOutcome) {
  const providerId = 'providerId' in outcome && outcome.providerId !== null && outcome.kind !== 'refunded' ? { provider_id: outcome.providerId } : {}
  switch (outcome.kind) {
    case 'charged': return { ...providerId, ...cardOf(outcome.card) }
    case 'held': return { ...providerId, ...cardOf(outcome.card), capture_before: outcome.captureBefore }
    case 'redirect': return { ...providerId, redirect_url: outcome.url, is_redirect_framed: outcome.frame }
    case 'declined': return { ...providerId, code: outcome.code }
    default: return providerId
  }
}

const cardOf = (card: object | null) => (card === null ? {} : { card: JSON.stringify(card) })
