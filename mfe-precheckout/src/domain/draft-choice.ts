import type { ExtrasRequest, Reservation, ReservationUpdate } from '@checkin/api'

/** What the renter chose and has not sent yet, as the flow keeps it (DEC-18). */
export interface DraftChoice {
  readonly extras: readonly { readonly extraID: string; readonly quantity: number; readonly event?: 'Select' | 'Unselect' | undefined }[]
  readonly hasClickedUpgrade: boolean
}

/** Only what changed: extras that are not named stay as they are. */
const choices = ({ extras }: DraftChoice): ExtrasRequest['extras'] =>
  extras.map(({ extraID, quantity, event }) => ({ extraID, quantity, category: 'add', observations: 'add', ...(event !== undefined && { event }) }))

/** The body of API-18: what the rental would come to with the draft. */
export const pricingRequest = (reservationId: string, draft: DraftChoice): ExtrasRequest => ({ reservationId, extras: choices(draft) })

/** The body of API-15 before the agreement (PRECHK-14, PRECHK-18). Drivers stay at home: no image travels for it; check-in itself is not completed here. */
export const updateBeforeAgreement = (reservation: Reservation, draft: DraftChoice): ReservationUpdate => ({
  reservation: { ...reservation, driver: null, addDriver: null },
  extras: choices(draft),
  hasClickedUpgrade: draft.hasClickedUpgrade,
  hasCompletedReservation: false,
})
