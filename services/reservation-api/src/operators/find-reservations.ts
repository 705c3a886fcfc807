import type { FoundReservation, ReservationSearch } from '@checkin/internal'
import { sql, type Transaction } from 'kysely'
import { surnameVariants, isSameSurname } from '../identity/surname.ts'
import { hashesOf } from '../keys/sealed-values.ts'
import { referenceKey } from '../identity/reservation-directory.ts'
import { searchOf } from '../reservations/sealed-rows.ts'
import type { Tables } from '../tables.ts'
import type { Reader } from './support-view.ts'

/** Most rows of an answer: more are no help on the telephone. */
const most = 20

/** Rows of a tenant that may be meant, by the tables that know a renter; personal data of ended rentals are in none. */
const reservations = (transaction: Transaction<Tables>, tenantId: string) => transaction.selectFrom('reservation').where('reservation.tenant_id', '=', tenantId).where('reservation.erased_at', 'is', null)
const drivers = (transaction: Transaction<Tables>, tenantId: string) => transaction.selectFrom('driver').where('driver.tenant_id', '=', tenantId)

/** Ids of the reservations that a surname is on, of the renter or of a driver. What the index finds is compared once more as a renter's own surname is. */
async function bySurname(transaction: Transaction<Tables>, tenantId: string, surname: string): Promise<readonly string[]> {
  const keys = surnameVariants(surname).map((variant) => sql<string>`surname_key(${variant})`)
  const renters = await reservations(transaction, tenantId).where(sql<string>`surname_key(customer_surname)`, 'in', keys).select(['id', 'customer_surname as surname']).execute()
  const others = await drivers(transaction, tenantId).where(sql<string>`surname_key(surname)`, 'in', keys).select(['reservation_id as id', 'surname']).execute()
  return [...renters, ...others].filter((row) => isSameSurname(surname, row.surname)).map(({ id }) => id)
}

/** Ids of the reservations that an address is on. A driver's is found by its keyed hash: what is sealed stays so. */
async function byEmail(transaction: Transaction<Tables>, tenantId: string, email: string): Promise<readonly string[]> {
  const plain = email.toLowerCase()
  const renters = await reservations(transaction, tenantId).where(sql<string>`lower(customer_email)`, '=', plain).select('id').execute()
  const hashes = await hashesOf(transaction, ...searchOf.email(email))
  const others = await drivers(transaction, tenantId).where((eb) => eb.or([...hashes.map((hash) => eb('email_hash', '=', hash)), eb.and([eb('sealed', 'is', null), eb(sql<string>`lower(email)`, '=', plain)])])).select('reservation_id as id').execute()
  return [...renters, ...others].map(({ id }) => id)
}

const byReference = async (transaction: Transaction<Tables>, tenantId: string, reference: string): Promise<readonly string[]> =>
  (await reservations(transaction, tenantId).where('reference_key', '=', referenceKey(reference)).select('id').execute()).map(({ id }) => id)

const ways = { reference: byReference, surname: bySurname, email: byEmail } as const satisfies Record<ReservationSearch['by'], unknown>

/** Reservations of a tenant as a renter tells of them, the latest pick-up first. Each that is answered is written down as read by `reader`, in the same transaction (DEC-328). */
export async function findReservations(transaction: Transaction<Tables>, tenantId: string, { by, value }: ReservationSearch, reader: Reader): Promise<{ readonly rows: FoundReservation[]; readonly more: boolean }> {
  const ids = [...new Set(await ways[by](transaction, tenantId, value))]
  if (ids.length === 0) return { rows: [], more: false }
  const found = await reservations(transaction, tenantId).where('id', 'in', ids).orderBy('check_out_at', 'desc').orderBy('reference').limit(most + 1)
    .select(['id', 'reference', 'customer_name', 'customer_surname', 'check_out_at', 'check_out_place', 'check_in_at', 'is_completed', 'has_rental_agreement'])
    .select(sql<boolean>`exists (select from renter_session as session where session.tenant_id = reservation.tenant_id and session.reservation_id = reservation.id and session.level <> 'pending')`.as('is_begun')).execute()
  const rows = found.slice(0, most)
  for (const { id } of rows) await reader(transaction, { tenantId, reservationId: id }, `found by ${by}`)
  return { rows: rows.map(foundReservation), more: found.length > most }
}

interface FoundRow {
  readonly reference: string
  readonly customer_name: string
  readonly customer_surname: string
  readonly check_out_at: string
  readonly check_out_place: string
  readonly check_in_at: string
  readonly is_completed: boolean
  readonly has_rental_agreement: boolean
  readonly is_begun: boolean
}

const foundReservation = (row: FoundRow): FoundReservation => ({
  reference: row.reference, renter: `${/^./u.exec(row.customer_name)?.[0] ?? ''}. ${row.customer_surname}`.replace(/^\. /, ''),
  pickUpAt: row.check_out_at, pickUpPlace: row.check_out_place, returnAt: row.check_in_at,
  state: row.has_rental_agreement ? 'agreement' : row.is_completed ? 'completed' : row.is_begun ? 'begun' : 'untouched',
})
