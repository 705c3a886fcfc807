import type { Extra, ExtraChoice, ExtrasRequest, Reservation, ReservationUpdate } from '@checkin/api'

/** What the renter changed of one extra and has not yet sent (DEC-18), as far as it is read here. */
export interface ExtraChange {
  readonly extraID: string
  readonly quantity: number
  /** Only of what has no quantity (DEC-42). */
  readonly event?: 'Select' | 'Unselect' | undefined
  /** Quantity and amount before the change, in decimals with VAT (PAY-02). */
  readonly before?: { readonly quantity: number; readonly total: number } | undefined
  /** The same as a sentence, from publishers of a flow contract before 1.4. */
  readonly textBefore: string
}

/** The offer draft of the flow, as far as it is read here. */
export interface OfferChoices {
  readonly extras: readonly ExtraChange[]
  readonly hasClickedUpgrade: boolean
  readonly vehicleBefore?: string | undefined
}

/** Quantity as the server has it; 0 of an extra that is only offered. */
export const storedQuantity = (extra: Extra): number =>
  (extra.isAccepted || extra.isIncluded ? Math.max(extra.quantity, extra.isAcceptQuantity ? 0 : 1) : 0)

/** Quantity with the change, if there is one. */
export const quantityWith = (extra: Extra, change: ExtraChange | undefined): number =>
  (change === undefined ? storedQuantity(extra) : change.event === 'Unselect' ? 0 : change.quantity)

/** Whether a change would lower what the reservation has, as it does where another device took more meanwhile: that is never done (OFFERS-15). */
export const isOvertaken = (extra: Extra, change: ExtraChange): boolean => (extra.isAccepted || extra.isIncluded) && quantityWith(extra, change) < storedQuantity(extra)

/** Changes that differ from what is stored: what was sent already, taken back or overtaken by another device asks for nothing. */
export const openChanges = <Change extends ExtraChange>(extras: readonly Extra[], changes: readonly Change[]): readonly Change[] =>
  changes.filter((change) => extras.some((extra) => extra.extraID === change.extraID && quantityWith(extra, change) !== storedQuantity(extra) && !isOvertaken(extra, change)))

/** A change as the API takes it: which, how many, and the event of what has no quantity (OFFERS-16, OFFERS-17). */
export function choiceOf({ extraID, quantity, event }: Pick<ExtraChange, 'extraID' | 'quantity' | 'event'>, extras: readonly Extra[]): ExtraChoice {
  const extra = extras.find((each) => each.extraID === extraID)
  return { extraID, quantity, category: extra?.category ?? 'add', observations: extra?.observations ?? 'add', ...(event !== undefined && { event }) }
}

/** The body of API-18: everything that the renter has or changed, priced by the server alone (DEC-23). */
export const extrasRequest = (reservationId: string, extras: readonly Extra[], changes: readonly ExtraChange[]): ExtrasRequest => ({
  reservationId,
  extras: extras.flatMap((extra) => {
    const change = changes.find(({ extraID }) => extraID === extra.extraID)
    return change !== undefined || storedQuantity(extra) > 0 ? [choiceOf(change ?? { extraID: extra.extraID, quantity: extra.quantity }, extras)] : []
  }),
})

/**
 * The body of API-15: the choices that are not stored yet, and whether this ends the check-in (PAY-11, PRECHK-14, PRECHK-18, DEC-22). Drivers
 * stay at home: they are stored by their own call, and no picture travels for a total. `extras` are the stored ones, null where they are not known;
 * `rowVersion` is the version of the reservation that the renter decided on (DEC-127).
 */
export const updateOf = (reservation: Reservation, extras: readonly Extra[] | null, draft: OfferChoices, completes: boolean, rowVersion?: number): ReservationUpdate => ({
  // Servers of the release before know no condition and would refuse it.
  reservation: { ...reservation, driver: null, addDriver: null, condition: undefined },
  ...(rowVersion !== undefined && { rowVersion }),
  extras: (extras ? openChanges(extras, draft.extras) : draft.extras).map((change) => choiceOf(change, extras ?? [])),
  hasClickedUpgrade: draft.hasClickedUpgrade,
  hasCompletedReservation: completes,
})
