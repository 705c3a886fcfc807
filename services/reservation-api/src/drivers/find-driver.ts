import type { Driver, DriverQuery } from '@checkin/api'
import { haveSameName, licenceKey, type Identity } from '@checkin/driver-rules'
import { KeysUnavailable } from '@checkin/server'
import { sql, type ExpressionBuilder, type RawBuilder, type Selectable, type Transaction } from 'kysely'
import { hashesOf } from '../keys/sealed-values.ts'
import type { DriverRow, StoredReservation } from '../reservations/reservation-store.ts'
import { openDriver, searchOf } from '../reservations/sealed-rows.ts'
import { wireDriver } from '../reservations/wire-reservation.ts'
import type { Tables } from './tables.ts'

export type Found =
  | { readonly kind: 'found'; readonly driver: Driver }
  /** Nobody like this is known: a new driver (DRIVER-12). */
  | { readonly kind: 'new' }
  /** The e-mail address does not belong to this person (DRIVER-11). */
  | { readonly kind: 'conflict' }
  /** Somebody with this licence and name is known, but not born on that day. */
  | { readonly kind: 'no-match' }

/** A driver as asked for, of whom nothing else is disclosed. */
const bare = (query: DriverQuery, id: number): Driver => ({
  id, name: query.name, surname: query.surname, birthDate: query.birthDate, email: query.email, undesirable: true,
  address: null, addressComp: null, birthPlace: null, city: null, country: null, countryId: null, zipCode: null, document: null, driverLicense: null,
  secondDriverLicense: null, mobile: null, mobileObj: null, taxNumber: null, nationality: null, nationalityId: null, gwDriverId: null,
})

const equalOrUnknown = (known: string | null, asked: string): boolean => known === null || known.toLowerCase() === asked.toLowerCase()

/** Pictures stay with the reservation that they were given for. */
const found = (row: DriverRow): Found => ({ kind: 'found', driver: wireDriver(row) })

/**
 * Of whom somebody may learn that the company knows them: of all its drivers, or only of those of the reservation at hand, where the session
 * came by a link and its code is not confirmed yet (DEC-114).
 */
export type KnownDrivers = 'tenant' | 'reservation'

/** Whether `known` takes in a driver that is on file. */
export const knows = (known: KnownDrivers, { driver, addDriver }: StoredReservation) => ({ id }: Pick<DriverRow, 'id'>): boolean =>
  known === 'tenant' || id === driver?.id || id === addDriver?.id

/**
 * Looks for a driver whom the company knows (API-22): by licence, name and birth date, and then the e-mail address has to be the one on file. Who is
 * not among `known` is a new driver, on the company's list or not (DEC-114); the save asks about all of them. The same queries run in any case.
 */
export async function findDriver(transaction: Transaction<Tables>, stored: StoredReservation, query: DriverQuery, known: KnownDrivers): Promise<Found> {
  const { driver: main, row: { tenant_id: tenantId } } = stored
  const among = knows(known, stored)
  const sameLicence = (await opened(transaction, await driversByLicence(transaction, tenantId, query.driversLicense))).filter(among)
  const undesirable = await isUndesirable(transaction, stored, [query.driversLicense])
  if (undesirable && (known === 'tenant' || sameLicence.length > 0)) return { kind: 'found', driver: bare(query, main && haveSameName(main, query) ? main.number : 0) }
  // The additional driver with the main driver's licence: the page shows that they are the same (DRIVER-15).
  const isMains = main !== null && sameLicence.some(({ id }) => id === main.id)
  if (isMains && !haveSameName(main, query)) return found(main)

  const namesakes = sameLicence.filter((row) => haveSameName(row, query))
  const person = namesakes.filter((row) => equalOrUnknown(row.birth_date, query.birthDate))
  if (namesakes.length > 0 && person.length === 0) return { kind: 'no-match' }
  const withEmail = person.filter((row) => equalOrUnknown(row.email, query.email))
  if (person.length > 0 && withEmail.length === 0) return { kind: 'conflict' }
  if (await isEmailOfAnother(transaction, tenantId, query.email, query, among)) return { kind: 'conflict' }
  const best = withEmail.find(({ id }) => id === main?.id) ?? withEmail[0]
  if (best) return found(best)
  return main && isMainDriver(main, query) ? found(main) : { kind: 'new' }
}

/** The main driver as the company put it, often a name and nothing else. */
const isMainDriver = (main: DriverRow, query: DriverQuery): boolean => haveSameName(main, query)
  && licenceKey(main.licence?.id ?? null) === '' && equalOrUnknown(main.birth_date, query.birthDate) && equalOrUnknown(main.email, query.email)

/** A stored driver as far as people are compared. */
export const personOf = (row: DriverRow): Identity =>
  ({ id: row.number, name: row.name, surname: row.surname, birthDate: row.birth_date, licence: row.licence?.id ?? null })

/** A driver as found by a hash; what is sealed of the row stays so: name and whether the company rents to the person are clear. */
type FoundRow = Selectable<Tables['driver']>

/** Drivers of the tenant with one of these licence numbers, however written; the latest first. */
const driversByLicence = async (transaction: Transaction<Tables>, tenantId: string, licence: string): Promise<readonly FoundRow[]> =>
  transaction.selectFrom('driver').selectAll().where('tenant_id', '=', tenantId)
    .where(isEither('licence_hash', await hashesOf(transaction, ...searchOf.licence(licence)), sql<string>`upper(regexp_replace(licence ->> 'id', '[^[:alnum:]]', '', 'g'))`, licenceKey(licence)))
    .orderBy('id', 'desc').limit(50).execute()

/** Drivers of the tenant with an e-mail address; case does not matter. Of many only what tells people apart is read. */
const driversByEmail = async (transaction: Transaction<Tables>, tenantId: string, email: string): Promise<readonly Pick<FoundRow, 'id' | 'name' | 'surname'>[]> =>
  transaction.selectFrom('driver').select(['id', 'name', 'surname']).where('tenant_id', '=', tenantId)
    .where(isEither('email_hash', await hashesOf(transaction, ...searchOf.email(email)), sql<string>`lower(email)`, email.toLowerCase())).limit(200).execute()

/**
 * A driver by a keyed hash where the row is sealed, by the value itself where it is not. That a row is not sealed is said to the database: behind row-level security no
 * index on an expression is used, so all clear rows are looked through, of which there are none once personal data is sealed (decision 0287).
 */
const isEither = (column: 'licence_hash' | 'email_hash', hashes: readonly Buffer[], clear: RawBuilder<string>, value: string) => (eb: ExpressionBuilder<Tables, 'driver'>) =>
  eb.or([...hashes.map((hash) => eb(column, '=', hash)), eb.and([eb('sealed', 'is', null), eb(clear, '=', value)])])

/** Rows opened. One of another rental that is damaged must not keep its person from this one; where no key is here, the rental itself does not open. */
async function opened(transaction: Transaction<Tables>, rows: readonly FoundRow[]): Promise<readonly DriverRow[]> {
  const found: DriverRow[] = []
  for (const row of rows) {
    const driver = await openDriver(transaction, row).catch((error: unknown) => {
      if (error instanceof KeysUnavailable) return null
      throw error
    })
    if (driver) found.push(driver)
  }
  return found
}

/** Whether an e-mail address is another person's. One person may have many reservations: who has the same name is the same person here. Drivers who are not `among` those looked at do not count. */
export async function isEmailOfAnother(
  transaction: Transaction<Tables>, tenantId: string, email: string, person: Pick<Identity, 'name' | 'surname'>, among: (row: Pick<DriverRow, 'id'>) => boolean,
): Promise<boolean> {
  return (await driversByEmail(transaction, tenantId, email)).some((row) => among(row) && !haveSameName(row, person))
}

/** Whether the company does not rent to the holder of a licence: by its list, or by its own data about a driver. */
export async function isUndesirable(transaction: Transaction<Tables>, stored: StoredReservation, licences: readonly (string | null)[]): Promise<boolean> {
  const numbers = licences.map(licenceKey).filter((number) => number !== '')
  const listed = new Set(stored.row.driver_rules.undesirableLicences.map(licenceKey))
  if (numbers.some((number) => listed.has(number))) return true
  for (const number of numbers) {
    if ((await driversByLicence(transaction, stored.row.tenant_id, number)).some((row) => row.undesirable)) return true
  }
  return false
}
