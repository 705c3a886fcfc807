import type { ExtrasRequest, ExtrasSummary, PaymentPost, Reservation, ReservationUpdate } from '@checkin/api'
import { choiceOf, openChanges, storedQuantity, type OfferDraft } from './changes.ts'

/** The body of API-18: everything that the renter has or chose, priced by the server alone (DEC-23). */
export function pricingOf(reservationId: string, summary: ExtrasSummary, draft: OfferDraft): ExtrasRequest {
  const open = openChanges(summary.extras, draft)
  const kept = summary.extras.filter((extra) => storedQuantity(extra) > 0 && !open.some(({ extraID }) => extraID === extra.extraID))
  return {
    reservationId,
    extras: [
      ...kept.map(({ extraID, quantity, category, observations }) => ({ extraID, quantity, category: category ?? 'add', observations: observations ?? 'add' })),
      ...open.map((change) => choiceOf(change, summary.extras)),
    ],
  }
}

/**
 * The body of API-15: the choices that are not stored yet, and whether this ends the check-in (PAY-11, DEC-22). Drivers stay at home: they are
 * stored by their own call, and no picture travels for a total.
 */
export const updateOf = (reservation: Reservation, summary: ExtrasSummary, draft: OfferDraft, completes: boolean): ReservationUpdate => ({
  reservation: { ...reservation, driver: null, addDriver: null },
  extras: openChanges(summary.extras, draft).map((change) => choiceOf(change, summary.extras)),
  hasClickedUpgrade: draft.hasClickedUpgrade,
  hasCompletedReservation: completes,
})

/** By what the renter pays: a token of the hosted fields, a card that is kept at the provider, or a wallet, which needs neither. */
export type Means =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'saved'; readonly token: string; readonly referenceToken: string | null }
  | { readonly kind: 'wallet' }

/** The body of API-28 in the main flow: a sale, never recurrent, and exactly these keys (PAY-29). `amount` in decimals. */
export const paymentOf = (documentId: string, provider: string, amount: number, means: Means): PaymentPost => ({
  documentId, amount, provider,
  token: means.kind === 'wallet' ? null : means.token,
  referenceToken: means.kind === 'saved' ? means.referenceToken : null,
  transactionType: 'Sale', isRecurrent: false, validated: means.kind !== 'wallet',
})
