import type { Selectable, Transaction } from 'kysely'
import { picturesOf, type PictureRow } from '../documents/document-store.ts'
import type { DocumentTables } from '../documents/document-tables.ts'
import type { ReservationTables } from './reservation-tables.ts'

export type ReservationRow = Selectable<ReservationTables['reservation']>
export type DriverRow = Selectable<ReservationTables['driver']>
export type ExtraRow = Selectable<ReservationTables['extra_line']>
export type UpgradeRow = Selectable<ReservationTables['upgrade_offer']>
export type CardRow = Selectable<ReservationTables['saved_card']>

/** A reservation with its drivers and lines: what every answer about it is made of. */
export interface StoredReservation {
  readonly row: ReservationRow
  readonly driver: DriverRow | null
  readonly addDriver: DriverRow | null
  readonly extras: readonly ExtraRow[]
  /** Which pictures of documents there are; what they show is read by itself. */
  readonly pictures: readonly PictureRow[]
}

/** By what a reservation is known to its caller. */
export type ReservationName = { readonly id: string } | { readonly reference: string }

export async function loadReservation(
  transaction: Transaction<ReservationTables & DocumentTables>, tenantId: string, name: ReservationName,
): Promise<StoredReservation | null> {
  const row = await transaction.selectFrom('reservation').selectAll().where('tenant_id', '=', tenantId)
    .where((eb) => ('id' in name ? eb('id', '=', name.id) : eb('reference_key', '=', name.reference.trim().toUpperCase()))).executeTakeFirst()
  if (!row) return null
  const drivers = await transaction.selectFrom('driver').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', row.id).execute()
  const extras = await transaction.selectFrom('extra_line').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', row.id).execute()
  const inRole = (role: DriverRow['role']) => drivers.find((driver) => driver.role === role) ?? null
  return { row, driver: inRole('main'), addDriver: inRole('additional'), extras, pictures: await picturesOf(transaction, tenantId, row.id) }
}

/** Higher groups on offer, the cheapest first. */
export const loadUpgrades = (transaction: Transaction<ReservationTables>, tenantId: string, reservationId: string): Promise<readonly UpgradeRow[]> =>
  transaction.selectFrom('upgrade_offer').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .orderBy('daily_difference_minor').orderBy('group_id').execute()

export const loadCards = (transaction: Transaction<ReservationTables>, tenantId: string, reservationId: string): Promise<readonly CardRow[]> =>
  transaction.selectFrom('saved_card').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).orderBy('token').execute()
