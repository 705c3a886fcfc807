import type { Driver, DriverQuery } from '@checkin/api'
import type { Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { DriverRow, StoredReservation } from '../reservations/reservation-store.ts'
import { wireDriver } from '../reservations/wire-reservation.ts'
import { driversByLicence, isEmailOfAnother, isUndesirable } from './known-drivers.ts'
import { haveSameName, licenceKey } from './same-person.ts'

export type Found =
  | { readonly kind: 'found'; readonly driver: Driver }
  /** Nobody like this is known: a new driver (DRIVER-12). */
  | { readonly kind: 'new' }
  /** The e-mail address does not belong to this person (DRIVER-11). */
  | { readonly kind: 'conflict' }
  /** Somebody with this licence and name is known, but not born on that day. */
  | { readonly kind: 'no-match' }

/** A driver as asked for, of whom nothing else is told. */
const bare = (query: DriverQuery, id: number): Driver => ({
  id, name: query.name, surname: query.surname, birthDate: query.birthDate, email: query.email, undesirable: true,
  address: null, addressComp: null, birthPlace: null, city: null, country: null, countryId: null, zipCode: null, document: null, driverLicense: null,
  secondDriverLicense: null, mobile: null, mobileObj: null, taxNumber: null, nationality: null, nationalityId: null, gwDriverId: null,
})

const equalOrUnknown = (known: string | null, asked: string): boolean => known === null || known.toLowerCase() === asked.toLowerCase()

/** Pictures stay with the reservation that they were given for. */
const found = (row: DriverRow): Found => ({ kind: 'found', driver: wireDriver(row) })

/** Looks for a driver whom the tenant knows (API-22): by licence, name and birth date, and then the e-mail address has to be the one on file. */
export async function findKnownDriver(transaction: Transaction<Tables>, stored: StoredReservation, query: DriverQuery): Promise<Found> {
  const { driver: main, row: { tenant_id: tenantId } } = stored
  if (await isUndesirable(transaction, stored, [query.driversLicense])) {
    return { kind: 'found', driver: bare(query, main && haveSameName(main, query) ? main.number : 0) }
  }
  const sameLicence = await driversByLicence(transaction, tenantId, query.driversLicense)
  // The additional driver with the main driver's licence: the page tells that they are the same (DRIVER-15).
  const isMains = main !== null && sameLicence.some(({ id }) => id === main.id)
  if (isMains && !haveSameName(main, query)) return found(main)

  const namesakes = sameLicence.filter((row) => haveSameName(row, query))
  const person = namesakes.filter((row) => equalOrUnknown(row.birth_date, query.birthDate))
  if (namesakes.length > 0 && person.length === 0) return { kind: 'no-match' }
  const withEmail = person.filter((row) => equalOrUnknown(row.email, query.email))
  if (person.length > 0 && withEmail.length === 0) return { kind: 'conflict' }
  if (await isEmailOfAnother(transaction, tenantId, query.email, query)) return { kind: 'conflict' }
  const known = withEmail.find(({ id }) => id === main?.id) ?? withEmail[0]
  if (known) return found(known)
  return main && isMainDriver(main, query) ? found(main) : { kind: 'new' }
}

/** The main driver as the company put it, often a name and nothing else. */
const isMainDriver = (main: DriverRow, query: DriverQuery): boolean => haveSameName(main, query)
  && licenceKey(main.licence?.id ?? null) === '' && equalOrUnknown(main.birth_date, query.birthDate) && equalOrUnknown(main.email, query.email)
