import { areAgesAllowed } from '@checkin/driver-rules'
import { ServiceError } from '@checkin/server'
import { isoCodeOf } from '../reservations/countries.ts'
import type { StoredReservation } from '../reservations/reservation-store.ts'
import { feeFor, type DueFee } from './age-fee.ts'
import type { PostalCodes } from './postal-codes.ts'
import { isTaxNumber } from './tax-numbers.ts'

/** Places of a zip code (API-25, API-70); none for a code that does not exist. Throws 503 where nothing is known about it. */
export function placesOf(postalCodes: PostalCodes, zipCode: string, countryId: number): { city: string }[] {
  const cities = postalCodes(zipCode, isoCodeOf(countryId) ?? '')
  // Without a table of the country, or with one that does not have every code, the page lets the city be typed, as when the service fails (DEC-32).
  if (cities === null) throw new ServiceError(503, 'Unavailable', 'Nothing is known about this postal code')
  return cities.map((city) => ({ city }))
}

/** Throws 400 for a tax number that is none of the country (API-26, API-71). */
export function requireTaxNumber(taxNumber: string, countryId: number): void {
  if (!isTaxNumber(taxNumber, isoCodeOf(countryId) ?? '')) throw new ServiceError(400, 'TaxNumberInvalid', 'The tax number is not one of this country')
}

/** The fee that an age brings, null for none (API-27, API-72). Throws 400 for an age at which this vehicle is not given. */
export function ageAnswer(stored: StoredReservation, birthDate: string): { readonly fee: DueFee | null } {
  if (!areAgesAllowed([birthDate], stored.row.check_out_at.slice(0, 10), stored.row.vehicle)) {
    throw new ServiceError(400, 'AgeNotAllowed', 'The driver\'s age is not allowed for this vehicle')
  }
  return { fee: feeFor(stored, birthDate) }
}
