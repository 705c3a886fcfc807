import type { FleetReservation } from '@checkin/fleet'
import type { Transaction } from 'kysely'
import { insertRows } from '../database/insert-rows.ts'
import { appendEvents } from '../reservations/event-store.ts'
import { setStock } from '../reservations/offers/stock-store.ts'
import { currencyOf } from '../reservations/reservation-store.ts'
import { storedDriver, storedRules } from '../reservations/sealed-rows.ts'
import { numberHash } from '../reservations/sms-number.ts'
import type { Tables } from '../tables.ts'
import { cardRow, digestOf, driverRow, extraRow, newNames, reservationColumns, upgradeRow, type RowKey } from './reservation-rows.ts'

/** A reservation as the company sent it, under its reference. */
export interface SentReservation {
  readonly reference: string
  readonly reservation: FleetReservation
}

/** Names of a reservation that was made. */
export interface CreatedNames {
  readonly number: string
  readonly guid: string
}

/**
 * Stores those reservations whose reference is new, with one statement for each kind of row, however many they are; answers their names by reference. Of one that
 * exists nothing is touched. No reference stands twice. Nobody else knows the rows yet: what others may wait for, stock, comes last.
 */
export async function createReservations(transaction: Transaction<Tables>, tenantId: string, sent: readonly SentReservation[]): Promise<ReadonlyMap<string, CreatedNames>> {
  const currency = await currencyOf(transaction, tenantId)
  const named = sent.map((each) => ({ ...each, names: newNames() }))
  const rows = await Promise.all(named.map(async ({ reference, reservation, names }) => ({
    ...reservationColumns(reservation, currency), ...await storedRules(transaction, names.id, reservation.driverRules), ...names,
    tenant_id: tenantId, reference, reference_key: reference.toUpperCase(), fleet_digest: digestOf(reservation), fleet_row_version: 1,
  })))
  // In the order of the index, so that two senders of the same new references come after each other.
  const ordered = rows.toSorted((one, other) => (one.reference_key < other.reference_key ? -1 : 1))
  const inserted = await transaction.insertInto('reservation').values(ordered).onConflict((conflict) => conflict.columns(['tenant_id', 'reference_key']).doNothing()).returning('id').execute()
  const isNew = new Set(inserted.map(({ id }) => id))
  const created = named.filter(({ names }) => isNew.has(names.id))
  if (created.length === 0) return new Map()

  const drivers = await Promise.all(created.flatMap(({ names, reservation }) => newDrivers({ tenant_id: tenantId, reservation_id: names.id }, reservation)).map(async (driver) => ({
    ...driver, ...await storedDriver(transaction, driver.id, driver), sms_number_hash: driver.role === 'main' ? await numberHash(transaction, driver) : null,
  })))
  if (drivers.length > 0) await transaction.insertInto('driver').values(drivers).execute()
  await insertLines(transaction, created.map(({ names, reservation }) => ({ key: { tenant_id: tenantId, reservation_id: names.id }, reservation })), currency)
  await setStocks(transaction, tenantId, created.map(({ reservation }) => reservation))
  await appendEvents(transaction, tenantId, created.map(({ reference, names }) => ({ reservationId: names.id, reference, kind: 'reservation.stored', data: { created: true, rowVersion: 1 } })))
  return new Map(created.map(({ reference, names: { number, guid } }) => [reference, { number, guid }]))
}

const newDrivers = (key: RowKey, { driver, addDriver }: FleetReservation) =>
  ([['main', driver], ['additional', addDriver]] as const).flatMap(([role, each]) => (each ? [driverRow(key, role, each, undefined)] : []))

/** Writes what a reservation has beside its drivers. A card that is there stays. */
export async function insertLines(transaction: Transaction<Tables>, all: readonly { readonly key: RowKey; readonly reservation: FleetReservation }[], currency: string): Promise<void> {
  const extras = all.flatMap(({ key, reservation }) => reservation.extras.map((extra) => extraRow(key, extra, currency)))
  const upgrades = all.flatMap(({ key, reservation }) => reservation.upgrades.map((upgrade) => upgradeRow(key, upgrade, currency)))
  const cards = all.flatMap(({ key, reservation }) => reservation.savedCards.map((card) => cardRow(key, card)))
  await insertRows(transaction, 'extra_line', extras)
  await insertRows(transaction, 'upgrade_offer', upgrades)
  if (cards.length > 0) await transaction.insertInto('saved_card').values(cards).onConflict((conflict) => conflict.columns(['tenant_id', 'reservation_id', 'token']).doNothing()).execute()
}

/** What is left at each station by the company's last word, station by station in one order. */
export async function setStocks(transaction: Transaction<Tables>, tenantId: string, reservations: readonly FleetReservation[]): Promise<void> {
  const places = Map.groupBy(reservations, ({ checkOut }) => checkOut.place)
  for (const place of [...places.keys()].sort()) {
    const stock = (places.get(place) ?? []).flatMap(({ extras }) => extras.flatMap(({ extraID, stockLeft }) => (stockLeft === null ? [] : [[extraID, stockLeft] as const])))
    await setStock(transaction, { tenantId, place }, new Map(stock))
  }
}
