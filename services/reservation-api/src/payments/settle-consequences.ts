import { sql, type Transaction } from 'kysely'
import { decimalOf, type Minor } from '../pricing/money.ts'
import type { Tables } from './tables.ts'
import type { FleetEventKind } from '../reservations/tables.ts'
import { appendEvent } from '../reservations/event-store.ts'
import { localNow } from '../reservations/rental-facts.ts'
import { nextVersion, storedReservation, type StoredReservation } from '../reservations/reservation-store.ts'
import { reservationTotals, wireFigures } from '../reservations/wire-summary.ts'
import { intentById, updateIntent, type IntentRow } from './intent-store.ts'
import { book, refundedOf, takenOf } from './ledger-store.ts'
import { isOpen, type PaymentState } from './payment-state.ts'
import { takePlace } from './renewals.ts'
import type { CardSummary, ProviderOutcome } from './providers/provider.ts'

/** A payment at the moment at which it is settled, in the caller's transaction: the ledger has it already. */
export interface SettledPayment {
  readonly intent: IntentRow
  readonly amountMinor: Minor
  /** As the provider named it with the charge; null for a wallet, and where it named none. */
  readonly card: CardSummary | null
}

/** A refund at the moment at which it is booked, in the caller's transaction. */
export interface RefundedPayment {
  readonly intent: IntentRow
  readonly amountMinor: Minor
  /** What of it had counted as paid towards the rental; the rest was a deposit. */
  readonly countedMinor: Minor
  /** The provider's number of the refund. */
  readonly refundId: string
}

/** What else follows from a payment, in its transaction. Whoever starts the engine gives it: payments know neither agreements nor receipts. */
export interface Completion {
  /** What is printed as paid and due has changed. */
  readonly balanceChanged: (transaction: Transaction<Tables>, tenantId: string, reservationId: string) => Promise<void>
  /**
   * Completion of what the payment pays in full (DEC-22), and its receipt (DEC-109). Called once per payment, with the reservation as it is
   * afterwards. What changed meanwhile and costs more is not paid by it: the renter decides again (P19).
   */
  readonly paid: (transaction: Transaction<Tables>, stored: StoredReservation, settled: SettledPayment) => Promise<void>
  /** What of a hold is the amount due that is held with the deposit (decision 0060), in minor units; nothing where it is a deposit alone. */
  readonly dueOfHold: (transaction: Transaction<Tables>, hold: IntentRow) => Promise<Minor>
  /** The deposit is held anew, until `captureBefore` (ISO 8601; null where the provider does not say). */
  readonly holdRenewed: (transaction: Transaction<Tables>, hold: IntentRow, captureBefore: string | null) => Promise<void>
  /** The receipt of a captured deposit (DEC-109). `countedMinor`: what of it counts as paid towards the rental. Called once per hold. */
  readonly captured: (transaction: Transaction<Tables>, stored: StoredReservation, settled: SettledPayment & { readonly countedMinor: Minor }) => Promise<void>
  /** The credit note of a refund. Called once per refund. */
  readonly refunded: (transaction: Transaction<Tables>, stored: StoredReservation, refunded: RefundedPayment) => Promise<void>
}

const eventKinds: Readonly<Partial<Record<PaymentState, FleetEventKind>>> = {
  paid: 'payment.settled', refunded: 'payment.refunded', authorised: 'payment.held', captured: 'payment.captured', voided: 'payment.voided',
  declined: 'payment.declined', cancelled: 'payment.cancelled', expired: 'payment.expired',
}

/** A renewal is told as such: whether the deposit is held anew, or the former hold stands. */
function eventKindOf({ state, renews }: IntentRow, to: PaymentState): FleetEventKind | null {
  if (renews === null || !isOpen(state)) return eventKinds[to] ?? null
  return isOpen(to) ? null : to === 'authorised' ? 'payment.renewed' : 'payment.renewal-refused'
}

/** Everything beside the payment's own row that a move brings along, in one transaction. Answers the state, which a part of a refund does not change. */
export async function consequences(
  transaction: Transaction<Tables>, intent: IntentRow, outcome: ProviderOutcome, { to, complete }: { readonly to: PaymentState; readonly complete: Completion },
): Promise<PaymentState> {
  const state = await bookMoney(transaction, intent, outcome, { to, complete })
  if (intent.purpose === 'balance' || to === 'captured' || to === 'refunded') await complete.balanceChanged(transaction, intent.tenant_id, intent.reservation_id)
  if ((outcome.kind === 'held' || outcome.kind === 'charged') && intent.keeps_card) await saveCard(transaction, intent, outcome.card)
  const stored = await storedReservation(transaction, intent.tenant_id, intent.reservation_id)
  const isOvertaken = to === 'authorised' && intent.renews !== null && !await takePlace(transaction, intent, intent.renews)
  if (outcome.kind === 'held' && intent.renews !== null && !isOvertaken) await complete.holdRenewed(transaction, intent, outcome.captureBefore)
  const kind = isOvertaken ? null : eventKindOf(intent, to)
  if (kind) await appendPaymentEvent(transaction, intent, stored, { kind, outcome })
  const countedNow = async (): Promise<Minor> => (await intentById(transaction, intent.tenant_id, intent.id)).counted_minor
  if (outcome.kind === 'refunded') {
    const countedMinor = intent.purpose === 'balance' ? outcome.amountMinor : intent.counted_minor - await countedNow()
    await complete.refunded(transaction, stored, { intent, amountMinor: outcome.amountMinor, countedMinor, refundId: outcome.providerId })
  }
  if (outcome.kind !== 'charged') return state
  const settled = { intent, amountMinor: outcome.amountMinor, card: outcome.card ?? intent.card }
  if (to === 'paid') await complete.paid(transaction, stored, settled)
  if (to === 'captured') await complete.captured(transaction, stored, { ...settled, countedMinor: await countedNow() })
  return state
}

async function bookMoney(
  transaction: Transaction<Tables>, intent: IntentRow, outcome: ProviderOutcome, { to, complete }: { readonly to: PaymentState; readonly complete: Completion },
): Promise<PaymentState> {
  switch (outcome.kind) {
    case 'held':
      await book(transaction, intent, { kind: 'hold', amountMinor: outcome.amountMinor, providerId: outcome.providerId })
      return to
    case 'charged':
      await book(transaction, intent, { kind: to === 'captured' ? 'capture' : 'charge', amountMinor: outcome.amountMinor, providerId: outcome.providerId })
      if (to === 'paid') await addPaid(transaction, intent, outcome.amountMinor)
      if (to === 'captured') await countCaptured(transaction, intent, outcome.amountMinor, complete)
      return to
    case 'refunded': {
      await book(transaction, intent, { kind: 'refund', amountMinor: outcome.amountMinor, providerId: outcome.providerId })
      const left = await takenOf(transaction, intent) - await refundedOf(transaction, intent)
      if (intent.purpose === 'balance') await addPaid(transaction, intent, 0 - outcome.amountMinor)
      else await countRefunded(transaction, intent, left)
      return left <= 0 ? 'refunded' : intent.state
    }
    default:
      if (to === 'voided') {
        await book(transaction, intent, { kind: 'void', amountMinor: intent.amount_minor, providerId: intent.provider_id ?? intent.merchant_transaction_id })
      }
      return to
  }
}

/** What was due and held with the deposit counts as paid once it is captured, as far as it is still due; the rest was the deposit. */
async function countCaptured(transaction: Transaction<Tables>, intent: IntentRow, amountMinor: Minor, { dueOfHold }: Completion): Promise<void> {
  const stored = await storedReservation(transaction, intent.tenant_id, intent.reservation_id)
  const countedMinor = Math.min(amountMinor, await dueOfHold(transaction, intent), Math.max(0, reservationTotals(stored).pending))
  if (countedMinor === 0) return
  await updateIntent(transaction, intent, { counted_minor: countedMinor })
  await addPaid(transaction, intent, countedMinor)
}

/** Of a captured deposit goes back first what was the deposit: what counts as paid stays so while that much is left. */
async function countRefunded(transaction: Transaction<Tables>, intent: IntentRow, leftMinor: Minor): Promise<void> {
  const { counted_minor: counted } = intent
  if (counted <= leftMinor) return
  await updateIntent(transaction, intent, { counted_minor: leftMinor })
  await addPaid(transaction, intent, leftMinor - counted)
}

async function addPaid(transaction: Transaction<Tables>, { tenant_id: tenantId, reservation_id: id }: IntentRow, amountMinor: Minor): Promise<void> {
  await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', id).set((eb) => ({
    paid_minor: sql<number>`greatest(0, paid_minor + ${amountMinor})`, ...nextVersion(eb),
  })).execute()
}

/** The counter may hold the card again (isRecurrent): the provider's reference to it, never the card. */
async function saveCard(transaction: Transaction<Tables>, intent: IntentRow, card: CardSummary | null): Promise<void> {
  if (!card?.referenceToken || !/^\d{4} \*{4} \*{4} \d{4}$/.test(card.masked)) return
  await transaction.insertInto('saved_card').values({
    tenant_id: intent.tenant_id, reservation_id: intent.reservation_id, token: card.referenceToken, provider: intent.provider,
    masked_number: card.masked, card_flag: card.brand, reference_token: card.referenceToken,
  }).onConflict((conflict) => conflict.columns(['tenant_id', 'reservation_id', 'token']).doNothing()).execute()
}

/** Whether a hold is over before the car is back, by the clock at the place of return: the company has to ask for it anew. */
const endsBeforeReturn = (captureBefore: string | null, { check_in_at: returnAt, check_in_zone: timeZone }: StoredReservation['row']): boolean =>
  captureBefore !== null && localNow(timeZone, new Date(captureBefore)) < returnAt.slice(0, 16).replace(' ', 'T')

async function appendPaymentEvent(
  transaction: Transaction<Tables>, intent: IntentRow, stored: StoredReservation,
  { kind, outcome }: { readonly kind: FleetEventKind; readonly outcome: ProviderOutcome },
): Promise<void> {
  const { row } = stored
  await appendEvent(transaction, {
    tenantId: intent.tenant_id, reservationId: row.id, reference: row.reference, kind,
    data: {
      paymentId: intent.id, transactionId: intent.merchant_transaction_id, purpose: intent.purpose, ...(intent.renews !== null && { renews: intent.renews }), provider: intent.provider,
      amount: decimalOf('amountMinor' in outcome ? outcome.amountMinor : intent.amount_minor, intent.currency), currency: intent.currency,
      ...(outcome.kind === 'declined' && { code: outcome.code }), ...(outcome.kind === 'held' && { captureBefore: outcome.captureBefore, endsBeforeReturn: endsBeforeReturn(outcome.captureBefore, row) }),
      ...(kind === 'payment.captured' && 'amountMinor' in outcome && { released: decimalOf(intent.amount_minor - outcome.amountMinor, intent.currency) }),
      rowVersion: row.row_version, ...wireFigures(stored),
    },
  })
}
