import { ServiceError } from '@checkin/server'
import type { Minor } from '../pricing/money.ts'
import type { CardRow } from '../reservations/reservation-store.ts'
import type { IntentRow } from './intent-store.ts'
import { isOpen, type PaymentState } from './payment-state.ts'

const conflict = (code: string, title: string): ServiceError => new ServiceError(409, code, title)

/** There is no hold that an order could be about. */
export const nothingHeld = (): ServiceError => conflict('NothingHeld', 'No deposit is held here')

const others = { capture: ['CaptureExists', 'Another capture of this deposit was ordered before'], refund: ['RefundExists', 'Another refund of this payment was ordered before'] } as const

/**
 * An order that was given before stands for one of the same amount, or of none, which is all there is (decisions 0131, 0132). Amounts in minor units.
 * Throws 409 `CaptureExists` or `RefundExists` for another amount.
 */
export function requireSameOrder(kind: 'capture' | 'refund', asked: Minor | null, ordered: Minor): void {
  if (asked === null || asked === ordered) return
  const [code, title] = others[kind]
  throw conflict(code, title)
}

/** What of a hold is captured, in minor units; without an amount all of it. Throws 409 `NothingHeld`, `NotCapturable` or `ReleaseUnderWay`. */
export function captureAmount(asked: Minor | null, { state, heldMinor, isReleaseBegun }: { readonly state: PaymentState; readonly heldMinor: Minor; readonly isReleaseBegun: boolean }): Minor {
  if (state !== 'authorised') throw nothingHeld()
  const amount = asked ?? heldMinor
  if (amount > heldMinor) throw conflict('NotCapturable', 'Not as much is held')
  if (isReleaseBegun) throw conflict('ReleaseUnderWay', 'The deposit is being released')
  return amount
}

/** What of a payment is refunded, in minor units; without an amount all that is left. Throws 409 `NotRefundable`. */
export function refundAmount(asked: Minor | null, leftMinor: Minor): Minor {
  const amount = asked ?? leftMinor
  if (amount <= 0 || amount > leftMinor) throw conflict('NotRefundable', 'Nothing, or not as much, can be refunded of this payment here')
  return amount
}

/** How a hold stands that something is to take the place of. */
export interface HoldFacts {
  readonly state: PaymentState
  /** It is not the hold in force. */
  readonly isAside: boolean
  readonly isBeingCaptured: boolean
  readonly isReleased: boolean
}

/** Whether a renewal may take the place of the hold: never are two captured. */
export const isReplaceable = ({ state, isAside, isBeingCaptured, isReleased }: HoldFacts): boolean => state === 'authorised' && !isAside && !isBeingCaptured && !isReleased

/** Throws 409 `NothingHeld`, `CaptureUnderWay` or `ReleaseUnderWay` where a hold is not to go on (decision 0133). */
export function requireRenewable({ state, isAside, isBeingCaptured, isReleased }: HoldFacts): void {
  if (state !== 'authorised' || isAside) throw nothingHeld()
  if (isBeingCaptured) throw conflict('CaptureUnderWay', 'The deposit is being captured')
  if (isReleased) throw conflict('ReleaseUnderWay', 'The deposit is being released')
}

interface RenewalFacts {
  readonly hold: Pick<IntentRow, 'is_aside'>
  readonly renewal: Pick<IntentRow, 'state' | 'code'>
}

/** How a renewal stands: `refused` says that the former hold stands, or went another way meanwhile. */
export type RenewalState = 'renewing' | 'renewed' | 'refused'
export const renewalState = ({ hold, renewal }: RenewalFacts): RenewalState => (isOpen(renewal.state) ? 'renewing' : hold.is_aside ? 'renewed' : 'refused')

/** The same with the reason of a refusal: the provider's code, or how the new hold ended. */
export function renewalStatus(of: RenewalFacts): { readonly state: RenewalState; readonly code: string | null } {
  const state = renewalState(of)
  return { state, code: state === 'refused' ? of.renewal.code ?? of.renewal.state : null }
}

type KeptCard = Pick<CardRow, 'provider' | 'reference_token' | 'masked_number'>

/** The provider's reference to the card of a hold, where its renter kept it there; throws 409 `NoCardKept` where not. */
export function keptCard(cards: readonly KeptCard[], { provider, card }: Pick<IntentRow, 'provider' | 'card'>): string {
  const same = cards.filter((kept) => kept.provider === provider && kept.reference_token !== null && kept.masked_number === card?.masked)
  const token = (same.find(({ reference_token: own }) => own === card?.referenceToken) ?? same[0])?.reference_token
  if (!token) throw conflict('NoCardKept', 'The renter kept no card on which it could be held anew')
  return token
}
