import type { Reservation } from '@checkin/api'

/** A code that was right, and what is still to do before the reservation opens. */
export interface Proof {
  readonly guid: string
  readonly sessionKey: string
  readonly reservation: Reservation
  /** The acceptance of the terms has to be recorded yet (VERIF-21). */
  readonly owesTerms: boolean
}

/** The next thing to do: acceptance of the terms first, then the reservation (DEC-10). */
export type Todo = { readonly kind: 'record-terms'; readonly reference: string } | { readonly kind: 'load'; readonly guid: string }

export const nextOf = (proof: Proof): Todo =>
  proof.owesTerms ? { kind: 'record-terms', reference: proof.reservation.reference } : { kind: 'load', guid: proof.guid }
