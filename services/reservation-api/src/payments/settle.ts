import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { recordBreak } from './break-store.ts'
import { lockIntent, updateIntent, type IntentRow } from './intent-store.ts'
import { earlyEvents, markEvent } from './inbox-store.ts'
import { refundedOf } from './ledger-store.ts'
import { closeOrders } from './outbox-store.ts'
import { eventOf, outcomeFacts } from './outcome-event.ts'
import { isOpen, moveOf, type PaymentState } from './payment-state.ts'
import type { BreakKind, PaymentTables } from './payment-tables.ts'
import type { ProviderOutcome } from './providers/provider.ts'
import { consequences, type Completion } from './settle-consequences.ts'

/** What a word of the provider did. `late` and `early` changed nothing; `mismatch` is recorded for people. */
export type Applied =
  | { readonly kind: 'moved'; readonly from: PaymentState; readonly intent: IntentRow }
  | { readonly kind: 'unmoved' | 'late' | 'early'; readonly intent: IntentRow }
  | { readonly kind: 'mismatch'; readonly breakKind: BreakKind; readonly isNew: boolean; readonly intent: IntentRow }

/** A word of a provider about one payment. */
export interface Applying {
  readonly tenantId: string
  readonly intentId: string
  readonly outcome: ProviderOutcome
  readonly complete: Completion
}

/**
 * Brings a word of the provider into the books, all or nothing: the payment's state, the ledger, what the reservation has paid, its completion,
 * the mails and the company's feed are one transaction (DEC-22). Repeating it changes nothing. Money in another amount or currency, or that
 * nobody ordered, changes nothing either and is recorded as a break (P14).
 */
export async function applyOutcome(transaction: Transaction<Tables>, { tenantId, intentId, outcome, complete }: Applying): Promise<Applied> {
  const intent = await lockIntent(transaction, tenantId, intentId)
  const event = eventOf(outcome)
  if (event === null) return { kind: 'unmoved', intent: await noteProviderId(transaction, intent, outcome) }
  const broken = async (breakKind: BreakKind): Promise<Applied> =>
    ({ kind: 'mismatch', breakKind, isNew: await breakOf(transaction, intent, outcome, breakKind), intent })
  if (isWrongMoney(intent, outcome) || await isTooMuchBack(transaction, intent, outcome)) return broken('wrong-amount')
  const move = moveOf(intent.state, event, intent.purpose)
  if (move.kind === 'contradiction') return broken('late-money')
  if (move.kind !== 'moved') return { kind: move.kind, intent }

  const to = await consequences(transaction, intent, outcome, { to: move.to, complete })
  const ends = !isOpen(to)
  await updateIntent(transaction, intent, { state: to, ...columnsOf(outcome), ...(ends && { means: null, settled_at: sql<Date>`coalesce(settled_at, now())` }) })
  if (ends) await closeOrders(transaction, tenantId, intent.id, 'take')
  if (to !== 'authorised' && ends) await closeOrders(transaction, tenantId, intent.id, 'void')
  const moved = { kind: 'moved', from: intent.state, intent: await lockIntent(transaction, tenantId, intentId) } as const
  return ends ? { ...moved, intent: await applyEarly(transaction, moved.intent, complete) } : moved
}

/**
 * Brings in how a payment stands now, as its provider said when it was asked. A sum that was given back of a payment nobody had heard the end of
 * means that it was taken before: both are booked, and nothing is left to ask. Where it could not have been taken, people look at it.
 */
export async function applyStanding(transaction: Transaction<Tables>, applying: Applying): Promise<Applied> {
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

/** Words that came before the one they follow, for example a refund whose charge was still unknown (P13). */
async function applyEarly(transaction: Transaction<Tables>, intent: IntentRow, complete: Completion): Promise<IntentRow> {
  let now = intent
  for (const { eventId, outcome } of await earlyEvents(transaction, intent.tenant_id, intent.provider, intent.merchant_transaction_id)) {
    const name = { tenantId: intent.tenant_id, provider: intent.provider, eventId }
    await markEvent(transaction, name, 'late')
    const applied = await applyOutcome(transaction, { tenantId: intent.tenant_id, intentId: intent.id, outcome, complete })
    await markEvent(transaction, name, applied.kind === 'moved' ? 'applied' : applied.kind === 'mismatch' ? 'mismatch' : 'late')
    now = applied.intent
  }
  return now
}

const isTooMuchBack = async (transaction: Transaction<PaymentTables>, intent: IntentRow, outcome: ProviderOutcome): Promise<boolean> =>
  outcome.kind === 'refunded' && (outcome.amountMinor <= 0 || await refundedOf(transaction, intent) + outcome.amountMinor > intent.amount_minor)

/** Charged or held is believed only in the amount and currency of the payment (I3, I4). */
function isWrongMoney(intent: IntentRow, outcome: ProviderOutcome): boolean {
  if (outcome.kind !== 'charged' && outcome.kind !== 'held') return false
  // The counter may take a part of a hold.
  const isTakenHold = outcome.kind === 'charged' && intent.state === 'authorised'
  return outcome.currency !== intent.currency || (isTakenHold ? outcome.amountMinor > intent.amount_minor : outcome.amountMinor !== intent.amount_minor)
}

const breakOf = (transaction: Transaction<PaymentTables>, intent: IntentRow, outcome: ProviderOutcome, kind: BreakKind): Promise<boolean> =>
  recordBreak(transaction, {
    tenantId: intent.tenant_id, kind, provider: intent.provider, merchantTransactionId: intent.merchant_transaction_id, reservationId: intent.reservation_id,
    expected: { state: intent.state, amountMinor: intent.amount_minor, currency: intent.currency }, reported: outcomeFacts(outcome),
  })

/** A provider that has not decided may still name its own id, which a later order needs. */
async function noteProviderId(transaction: Transaction<PaymentTables>, intent: IntentRow, outcome: ProviderOutcome): Promise<IntentRow> {
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
