import { compiledOnce, together } from '@checkin/server'
import { sql, type ExpressionBuilder, type Selectable, type Transaction } from 'kysely'
import { picturesQuery, type PictureRow } from '../documents/images/image-store.ts'
import { readStations, stationFacts, type StationFacts } from './stations.ts'
import { openDriver, openReservation, type DriverRow, type ReservationRow } from './sealed-rows.ts'
import type { Tables } from './tables.ts'

export type { DriverRow, ReservationRow } from './sealed-rows.ts'
export type ExtraRow = Selectable<Tables['extra_line']>
export type UpgradeRow = Selectable<Tables['upgrade_offer']>
export type CardRow = Selectable<Tables['saved_card']>

/** A reservation with its drivers and lines: what every answer about it is made of. */
export interface StoredReservation {
  readonly row: ReservationRow
  /** The tenant's, ISO 4217: what every amount of the reservation is in. */
  readonly currency: string
  /** What is said of the stations of pick-up and return; null where nobody says anything (DEC-356). */
  readonly stations: { readonly checkOut: StationFacts | null; readonly checkIn: StationFacts | null }
  readonly driver: DriverRow | null
  readonly addDriver: DriverRow | null
  readonly extras: readonly ExtraRow[]
  /** Which pictures of documents there are; what they show is read by itself. */
  readonly pictures: readonly PictureRow[]
}

const stationsColumn = sql`tenant.settings -> 'stations'`.as('stations')
const currencyColumn = sql<string>`tenant.settings ->> 'currency'`.as('currency')

/** What every amount of the tenant is in, ISO 4217. */
export const currencyOf = async (transaction: Transaction<Tables>, tenantId: string): Promise<string> =>
  (await transaction.selectFrom('tenant').select(currencyColumn).where('id', '=', tenantId).executeTakeFirstOrThrow()).currency

/** By what a reservation is known to its caller. */
export type ReservationName = { readonly id: string } | { readonly reference: string }

const reservationsOf = (database: Transaction<Tables>, tenantId: string) => database.selectFrom('reservation').innerJoin('tenant', 'tenant.id', 'reservation.tenant_id').selectAll('reservation')
  .select([currencyColumn, stationsColumn]).where('reservation.tenant_id', '=', tenantId)
const byId = compiledOnce((database: Transaction<Tables>, tenantId: string, id: string) => reservationsOf(database, tenantId).where('reservation.id', '=', id))
const driversQuery = compiledOnce((database: Transaction<Tables>, tenantId: string, id: string) =>
  database.selectFrom('driver').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', id))
const linesQuery = compiledOnce((database: Transaction<Tables>, tenantId: string, id: string) =>
  database.selectFrom('extra_line').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', id))

/** What belongs to the reservation of this id. */
const partsQueries = (transaction: Transaction<Tables>, tenantId: string, id: string) =>
  [driversQuery(transaction, tenantId, id), linesQuery(transaction, tenantId, id), picturesQuery(transaction, tenantId, id)] as const

export async function loadReservation(
  transaction: Transaction<Tables>, tenantId: string, name: ReservationName,
): Promise<StoredReservation | null> {
  if ('id' in name) return assembled(transaction, tenantId, await together(transaction, byId(transaction, tenantId, name.id), ...partsQueries(transaction, tenantId, name.id)))
  const [found] = await reservationsOf(transaction, tenantId).where('reservation.reference_key', '=', name.reference.trim().toUpperCase()).execute()
  return found ? assembled(transaction, tenantId, [[found], ...await together(transaction, ...partsQueries(transaction, tenantId, found.id))]) : null
}
type FoundRow = Awaited<ReturnType<ReturnType<typeof byId>['execute']>>[number]

/** What was read of one reservation, opened; null when it is not there. */
async function assembled(
  transaction: Transaction<Tables>, tenantId: string,
  [[found], storedDrivers, extras, pictures]: readonly [readonly FoundRow[], readonly Selectable<Tables['driver']>[], readonly ExtraRow[], readonly PictureRow[]],
): Promise<StoredReservation | null> {
  if (!found) return null
  const { currency, stations, ...storedRow } = found
  const own = readStations(stations)
  const row = await openReservation(transaction, storedRow)
  const drivers: DriverRow[] = []
  for (const driver of storedDrivers) drivers.push(await openDriver(transaction, driver))
  const inRole = (role: DriverRow['role']) => drivers.find((driver) => driver.role === role) ?? null
  const said = { checkOut: stationFacts(row.check_out_place, row.check_out_station, own), checkIn: stationFacts(row.check_in_place, row.check_in_station, own) }
  return { row, currency, stations: said, driver: inRole('main'), addDriver: inRole('additional'), extras, pictures }
}

/** A reservation that is known to be there. Throws when it is not. */
export async function storedReservation(transaction: Transaction<Tables>, tenantId: string, id: string): Promise<StoredReservation> {
  const stored = await loadReservation(transaction, tenantId, { id })
  if (!stored) throw new Error('a stored reservation is there')
  return stored
}

/** Higher groups on offer, the cheapest first. */
export const loadUpgrades = (transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<readonly UpgradeRow[]> =>
  transaction.selectFrom('upgrade_offer').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .orderBy('daily_difference_minor').orderBy('group_id').execute()

export const loadCards = (transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<readonly CardRow[]> =>
  transaction.selectFrom('saved_card').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).orderBy('token').execute()

const isAddDriver = ({ flags }: StoredReservation['extras'][number]): boolean => flags.includes('isAddDriver')

/** The line that an additional driver is priced by; null when the reservation has none. */
export const addDriverLine = ({ extras }: StoredReservation) => extras.find(isAddDriver) ?? null

/** Holds a reservation's row until the transaction ends: who writes about it at the same time waits. */
export async function lockReservation(transaction: Transaction<Tables>, tenantId: string, id: string): Promise<void> {
  await transaction.selectFrom('reservation').where('tenant_id', '=', tenantId).where('id', '=', id).select('id').forUpdate().execute()
}

/** Holds a reservation's row and loads it as it is then; null when it is gone, or its personal data are. */
export async function lockedReservation(transaction: Transaction<Tables>, { tenantId, reservationId }: { readonly tenantId: string; readonly reservationId: string }): Promise<StoredReservation | null> {
  await lockReservation(transaction, tenantId, reservationId)
  const stored = await loadReservation(transaction, tenantId, { id: reservationId })
  return stored?.row.erased_at ? null : stored
}

/** What every write to a reservation changes beside its own columns. */
export const nextVersion = (eb: ExpressionBuilder<Tables, 'reservation'>) => ({ row_version: eb('row_version', '+', 1), updated_at: sql<Date>`now()` })
