import type { ApiFailure, PaymentResult, PaymentStanding } from '@checkin/api'
import type { RentalDifference } from '@checkin/rental-summary'
import { isUndecided } from '@checkin/async/failures'
import { declineReason, type DeclineReason } from '../domain/decline.ts'
import { kindOf } from '@checkin/card-payment'

/** How far an attempt to pay is on this screen. */
export type AttemptStage =
  | { readonly kind: 'none' }
  /** The order is on its way to our server. */
  | { readonly kind: 'sending' }
  /** The outcome is not known; the server is polled. */
  | { readonly kind: 'checking' }
  /** The bank asks the renter in a frame of this page (3-D Secure). */
  | { readonly kind: 'frame'; readonly url: string }
  /** An attempt of before waits for the renter: go on with it, or give it up (P18). */
  | { readonly kind: 'pending'; readonly url: string | null; readonly isFrame: boolean; readonly amount: number | null }
  /** It is given up, as soon as the provider confirms it. */
  | { readonly kind: 'cancelling' }
  /** The page is on its way to the wallet. */
  | { readonly kind: 'leaving' }

/** What the page shows about an attempt that ended, or about changed amounts. */
export type Note =
  | { readonly kind: 'declined'; readonly reason: DeclineReason }
  | { readonly kind: 'cancelled' }
  /** The order never arrived: nothing was taken. */
  | { readonly kind: 'nothing' }
  /** What is due is no longer what was shown: nothing was taken, look again (P19). */
  | { readonly kind: 'amount' }
  /** Paid here or from another tab or device. */
  | { readonly kind: 'paid' }
  /** Somebody else changed the reservation: nothing was stored or taken, look again (DEC-127). */
  | { readonly kind: 'newer'; readonly differences: readonly RentalDifference[] }

/** What an answer means for the attempt. */
export type Outcome =
  | { readonly kind: 'paid' }
  | { readonly kind: 'ended'; readonly note: Note }
  /** It goes on; a stage that waits for the provider is followed by questions. */
  | { readonly kind: 'on'; readonly stage: AttemptStage }
  /** The wallet has an address, or should have one. */
  | { readonly kind: 'leave'; readonly url: string | null }
  /** The order was turned down before anybody was asked for money. */
  | { readonly kind: 'refused'; readonly failure: ApiFailure }

const none: AttemptStage = { kind: 'none' }
const checking: Outcome = { kind: 'on', stage: { kind: 'checking' } }
const declined = (code: string | null): Outcome => ({ kind: 'ended', note: { kind: 'declined', reason: declineReason(code) } })
const pendingOf = ({ redirectURL, isFrame, amount }: PaymentStanding): AttemptStage => ({ kind: 'pending', url: redirectURL, isFrame, amount })

/** What the order's own answer means (STATES S1.55 to S1.57). Whether a bank's page fits into a frame is the state's to say. */
export function outcomeOfAnswer({ status, redirectURL, code }: PaymentResult, provider: string): Outcome {
  switch (status) {
    case 'paid': return { kind: 'paid' }
    case 'declined': return declined(code)
    case 'checking': return checking
    case 'redirect': return kindOf(provider) === 'wallet' ? { kind: 'leave', url: redirectURL } : checking
  }
}

/** The note where another amount is due than was shown; null where it is not known. Nothing due means that another tab or device was quicker. */
export const noteOfDue = (due: number | null): Note => ({ kind: due !== null && due <= 0 ? 'paid' : 'amount' })

/** The amount that a refusal names as due now. */
function dueNow({ answer: { error: { data } } }: ApiFailure): number | null {
  const amount = typeof data === 'object' && data !== null && 'amount' in data ? data.amount : null
  return typeof amount === 'number' ? amount : null
}

/** What the order's failure means (STATES S1.58): what nobody can know is asked for, never taken for a refusal (P9 to P12). */
export function outcomeOfFailure(failure: ApiFailure): Outcome {
  if (isUndecided(failure) || failure.code === 'PaymentInProgress') return checking
  if (failure.code === 'AmountChanged') return { kind: 'ended', note: noteOfDue(dueNow(failure)) }
  return failure.code === 'PaymentDeclined' ? declined(null) : { kind: 'refused', failure }
}

/** What is known when the server is asked about an attempt. */
export interface StatusContext {
  readonly stage: AttemptStage
  /** The renter began it here and now, so the bank's page opens by itself. */
  readonly isOwn: boolean
  /** Payment that had ended before this attempt: its end says nothing about it. */
  readonly earlierId: string | null
  /** Questions asked so far: an order may still be on its way to the server when the first is answered. */
  readonly asked: number
}

/** Answers "no payment" in a row before the order counts as lost. */
const enoughSilence = 3

/** What the server's word about the attempt means (P8 to P18): only that ends it, and silence is no failure. */
export function outcomeOfStatus(status: PaymentStanding, { stage, isOwn, earlierId, asked }: StatusContext): Outcome {
  const isStale = status.paymentId !== null && status.paymentId === earlierId
  const silence: Outcome = asked >= enoughSilence ? { kind: 'ended', note: { kind: 'nothing' } } : { kind: 'on', stage }
  switch (status.state) {
    case 'paid': return isStale ? silence : { kind: 'paid' }
    case 'declined': return isStale ? silence : declined(status.code)
    case 'cancelled': return isStale ? silence : { kind: 'ended', note: { kind: 'cancelled' } }
    case 'none': return silence
    case 'checking': return stage.kind === 'cancelling' ? { kind: 'on', stage } : checking
    case 'redirect': {
      if (stage.kind === 'cancelling' || stage.kind === 'frame') return { kind: 'on', stage }
      const { redirectURL: url, isFrame } = status
      return { kind: 'on', stage: isOwn && isFrame && url !== null ? { kind: 'frame', url } : pendingOf(status) }
    }
  }
}

/** What it means to a renter who just came (back) to the screen. */
export function outcomeOnOpening(status: PaymentStanding): Outcome {
  switch (status.state) {
    case 'checking': return checking
    case 'redirect': return { kind: 'on', stage: pendingOf(status) }
    case 'declined': return declined(status.code)
    case 'paid': return { kind: 'ended', note: { kind: 'paid' } }
    case 'cancelled': case 'none': return { kind: 'on', stage: none }
  }
}
