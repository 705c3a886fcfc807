import type { ExtrasSummary, Reservation, ReservationUpdate, UpsellOption } from '@checkin/api'
import { sumOf } from '@checkin/rental-summary'

/** Higher groups only, the smallest daily difference first (OFFERS-22, OFFERS-31). */
export const higherGroups = (offers: readonly UpsellOption[], currentGroupId: string): readonly UpsellOption[] =>
  offers
    .filter(({ groupId, dailyDifference }) => groupId !== currentGroupId && dailyDifference > 0)
    .sort((one, other) => one.dailyDifference - other.dailyDifference || one.groupName.localeCompare(other.groupName))

/** A higher group as the list shows it. */
export type OfferedGroup = Pick<UpsellOption, 'groupId' | 'groupName' | 'groupImageURL' | 'seats' | 'doors' | 'fuel' | 'transmission' | 'dailyDifferenceWithTax'>

/** One side of the comparison; totals are decimals with VAT. */
export interface ComparedVehicle {
  readonly name: string
  readonly imageURL: string | null
  readonly seats: number | null
  readonly doors: number | null
  readonly fuel: string | null
  readonly transmission: string | null
  readonly perDay: number
  readonly rental: number
}

/** Two vehicles, and what the new one costs more; amounts are decimals with VAT. */
export interface VehicleComparison {
  readonly current: ComparedVehicle
  readonly next: ComparedVehicle
  readonly difference: { readonly perDay: number; readonly rental: number }
}

/** The current vehicle beside the new one, with day and rental totals and what they differ by (OFFERS-23). */
export function comparisonOf({ vehicle }: Reservation, summary: ExtrasSummary, offer: UpsellOption): VehicleComparison {
  return {
    difference: { perDay: offer.dailyDifferenceWithTax, rental: sumOf(offer.finalReservationValue, -summary.cashier.previewValue) },
    current: {
      name: vehicle.name, imageURL: vehicle.imageURL, seats: vehicle.seats, doors: vehicle.doors, fuel: vehicle.fuel, transmission: vehicle.transmission,
      perDay: summary.dayValue, rental: summary.cashier.previewValue,
    },
    next: {
      name: offer.groupName, imageURL: offer.groupImageURL, seats: offer.seats, doors: offer.doors, fuel: offer.fuel, transmission: offer.transmission,
      perDay: sumOf(summary.dayValue, offer.dailyDifferenceWithTax), rental: offer.finalReservationValue,
    },
  }
}

/** The body of API-15 for an upgrade: the reservation in its new group. Drivers stay at home: no image travels for a change of vehicle (DEC-23). `rowVersion`: what the renter decided on (DEC-127). */
export const upgradeUpdate = (reservation: Reservation, offer: UpsellOption, rowVersion?: number): ReservationUpdate => ({
  ...(rowVersion !== undefined && { rowVersion }),
  reservation: { ...reservation, driver: null, addDriver: null, vehicle: { ...reservation.vehicle, groupId: offer.groupId } },
  // Lines that are only offered stay offers: their quantity must not choose them.
  extras: offer.extras.filter(({ isAccepted, isIncluded }) => isAccepted || isIncluded)
    .map(({ extraID, quantity, category, observations }) => ({ extraID, quantity, category: category ?? 'add', observations: observations ?? 'add' })),
  hasClickedUpgrade: true,
  hasCompletedReservation: false,
})
