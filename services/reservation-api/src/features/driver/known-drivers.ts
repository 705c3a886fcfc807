import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { DriverRow, StoredReservation } from '../reservations/reservation-store.ts'
import { haveSameName, licenceKey, type Person } from './same-person.ts'

/** A stored driver as far as people are compared. */
export const personOf = (row: DriverRow): Person =>
  ({ id: row.number, name: row.name, surname: row.surname, birthDate: row.birth_date, licence: row.licence?.id ?? null })

/** Drivers of the tenant with one of these licence numbers, however written; the latest first. */
export const driversByLicence = (transaction: Transaction<Tables>, tenantId: string, licence: string): Promise<DriverRow[]> =>
  transaction.selectFrom('driver').selectAll().where('tenant_id', '=', tenantId)
    .where(sql<string>`upper(regexp_replace(licence ->> 'id', '[^[:alnum:]]', '', 'g'))`, '=', licenceKey(licence)).orderBy('id', 'desc').limit(50).execute()

/** Drivers of the tenant with an e-mail address; case does not matter. */
const driversByEmail = (transaction: Transaction<Tables>, tenantId: string, email: string): Promise<DriverRow[]> =>
  transaction.selectFrom('driver').selectAll().where('tenant_id', '=', tenantId).where(sql<string>`lower(email)`, '=', email.toLowerCase()).limit(200).execute()

/** Whether an e-mail address is another person's. One person may have many reservations: who has the same name is the same person here. `besides` is not looked at. */
export async function isEmailOfAnother(
  transaction: Transaction<Tables>, tenantId: string, email: string, person: Pick<Person, 'name' | 'surname'>, besides: Pick<DriverRow, 'id'> | null = null,
): Promise<boolean> {
  return (await driversByEmail(transaction, tenantId, email)).some((row) => row.id !== besides?.id && !haveSameName(row, person))
}

/** Whether the company does not rent to the holder of a licence: by its list, or by what it says of a driver. */
export async function isUndesirable(transaction: Transaction<Tables>, stored: StoredReservation, licences: readonly (string | null)[]): Promise<boolean> {
  const numbers = licences.map(licenceKey).filter((number) => number !== '')
  const listed = new Set(stored.row.driver_rules.undesirableLicences.map(licenceKey))
  if (numbers.some((number) => listed.has(number))) return true
  for (const number of numbers) {
    if ((await driversByLicence(transaction, stored.row.tenant_id, number)).some((row) => row.undesirable)) return true
  }
  return false
}
