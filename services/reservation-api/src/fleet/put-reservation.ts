import { sql, type Selectable, type Transaction } from 'kysely'
import { compareAgreement, signedAfterPut } from '../agreement/agreement-changes.ts'
import { forgetPictures } from '../documents/images/image-store.ts'
import { moveTicketLink } from '../checkin/ticket/ticket-link.ts'
import { paidHere } from '../payments/ledger-store.ts'
import { appendEvent } from '../reservations/event-store.ts'
import { openDriver, storedDriver, storedRules, type DriverRow } from '../reservations/sealed-rows.ts'
import { numberHash, provenNumber } from '../reservations/sms-number.ts'
import { currencyOf, nextVersion, type StoredReservation } from '../reservations/reservation-store.ts'
import type { Tables } from '../tables.ts'
import type { FleetReservation } from '@checkin/fleet'
import { createReservations, insertLines, setStocks } from './create-reservations.ts'
import { rentalChanges, rentalTerms } from './rental-changes.ts'
import { digestOf, driverRow, reservationColumns, type RowKey } from './reservation-rows.ts'

export interface PutOutcome {
  readonly kind: 'created' | 'replaced' | 'unchanged'
  readonly number: string
  readonly guid: string
  readonly rowVersion: number
}

/**
 * Creates or replaces a reservation: afterwards it is as the company sent it. The same body again, while nobody changed it in between,
 * change nothing. Names (guid, number), sessions and links of the reservation stay.
 */
export async function putReservation(
  transaction: Transaction<Tables>, tenantId: string, reference: string, reservation: FleetReservation,
): Promise<PutOutcome> {
  const created = (await createReservations(transaction, tenantId, [{ reference, reservation }])).get(reference)
  if (created) return { ...created, kind: 'created', rowVersion: 1 }
  const currency = await currencyOf(transaction, tenantId)
  const columns = reservationColumns(reservation, currency)
  const digest = digestOf(reservation)
  // Taken until the end, so that two senders of one reference come after each other.
  const row = await transaction.selectFrom('reservation').where('tenant_id', '=', tenantId).where('reference_key', '=', reference.toUpperCase())
    .select(['id', 'guid', 'number', 'row_version', 'paid_minor', 'fleet_digest', 'fleet_row_version']).forUpdate().executeTakeFirstOrThrow()
  const outcome = { number: row.number, guid: row.guid }
  if (row.fleet_digest === digest && row.fleet_row_version === row.row_version) return { ...outcome, kind: 'unchanged', rowVersion: row.row_version }

  const key = { tenant_id: tenantId, reservation_id: row.id }
  const rowVersion = row.row_version + 1
  const before = await rentalTerms(transaction, tenantId, row.id)
  const paid = paidAfterPut({ reported: columns.paid_minor, stored: row.paid_minor, here: await paidHere(transaction, tenantId, row.id) })
  const isSigned = await signedAfterPut(transaction, tenantId, row.id, { checkOutAt: columns.check_out_at, checkInAt: columns.check_in_at, hasAgreement: columns.has_rental_agreement })
  await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', row.id)
    .set({ ...columns, ...await storedRules(transaction, row.id, reservation.driverRules), paid_minor: paid, has_rental_agreement: columns.has_rental_agreement || isSigned, row_version: rowVersion, ...(before.row.vehicle.groupId !== reservation.vehicle.groupId && { vehicle_before: null }), fleet_digest: digest, fleet_row_version: rowVersion, erased_at: null, pdfs_until: null, updated_at: sql<Date>`now()` })
    .execute()
  await moveTicketLink(transaction, { tenant_id: tenantId, id: row.id, check_in_at: columns.check_in_at, check_in_zone: columns.check_in_zone })
  await replaceParts(transaction, key, reservation, currency)
  await compareAgreement(transaction, tenantId, row.id)
  await setStocks(transaction, tenantId, [reservation])
  const changes = rentalChanges(before, await rentalTerms(transaction, tenantId, row.id), currency)
  await appendEvent(transaction, { tenantId, reservationId: row.id, reference, kind: 'reservation.stored', data: { created: false, rowVersion, ...changes } })
  return { ...outcome, kind: 'replaced', rowVersion }
}

/**
 * What counts as paid after the company's request, in minor units. A request that was written before the company heard of a payment made here must
 * not undo it, else the renter would be asked twice: a smaller figure is then read as what was paid elsewhere.
 */
export function paidAfterPut({ reported, stored, here }: { readonly reported: number; readonly stored: number; readonly here: number }): number {
  const elsewhere = Math.max(0, stored - here)
  return reported >= stored ? reported : here + Math.min(reported, elsewhere)
}

async function replaceParts(transaction: Transaction<Tables>, key: RowKey, reservation: FleetReservation, currency: string): Promise<void> {
  const former = await transaction.selectFrom('driver').where('tenant_id', '=', key.tenant_id).where('reservation_id', '=', key.reservation_id)
    .selectAll().execute()
  const unproven = await unprovenNumber(transaction, former.find(({ role }) => role === 'main'))
  for (const table of ['driver', 'extra_line', 'upgrade_offer'] as const) {
    await transaction.deleteFrom(table).where('tenant_id', '=', key.tenant_id).where('reservation_id', '=', key.reservation_id).execute()
  }
  await forgetReportedCards(transaction, key)
  const roles = [['main', reservation.driver], ['additional', reservation.addDriver]] as const
  const drivers = roles.flatMap(([role, driver]) => (driver ? [driverRow(key, role, driver, former.find((row) => row.role === role)?.number)] : []))
  for (const { role, name, surname } of former) {
    // Pictures show a person: with another one in the place they are nobody's.
    if (!drivers.some((driver) => driver.role === role && driver.name === name && driver.surname === surname)) {
      await forgetPictures(transaction, key.tenant_id, (eb) => eb.and({ reservation_id: key.reservation_id, role }))
    }
  }
  // The company sends back whom it was told of: of him the renter still sees no more (DEC-211).
  const isInvited = (driver: (typeof drivers)[number]) => former.some((row) => row.is_invited && row.role === driver.role && row.name === driver.name && row.surname === driver.surname)
  for (const driver of drivers) {
    const hash = driver.role === 'main' && numberOf(driver) !== unproven ? await numberHash(transaction, driver) : null
    await transaction.insertInto('driver').values({ ...driver, is_invited: isInvited(driver), ...await storedDriver(transaction, driver.id, driver), sms_number_hash: hash }).execute()
  }
  await insertLines(transaction, [{ key, reservation }], currency)
}

const numberOf = ({ mobile_prefix: prefix, mobile_phone: phone }: Pick<DriverRow, 'mobile_prefix' | 'mobile_phone'>): string => `${prefix ?? ''}${phone ?? ''}`

/** The main driver's number that only who held a link had given: the company, which was told of it, sends it back, and it is no more proven by that (DEC-231). Null for none. */
async function unprovenNumber(transaction: Transaction<Tables>, former: Selectable<Tables['driver']> | undefined): Promise<string | null> {
  if (!former) return null
  const opened = await openDriver(transaction, former).catch(() => null)
  if (!opened || !opened.mobile_phone) return null
  return await provenNumber(transaction, opened, former.sms_number_hash) === null ? numberOf(opened) : null
}

/** Takes away the cards that the company reported. One that a payment or deposit of this site kept stays: the company may not have heard of it, and another deposit may need it. */
async function forgetReportedCards(transaction: Transaction<Tables>, key: RowKey): Promise<void> {
  await transaction.deleteFrom('saved_card as card').where('card.tenant_id', '=', key.tenant_id).where('card.reservation_id', '=', key.reservation_id)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('payment_intent as intent').whereRef('intent.tenant_id', '=', 'card.tenant_id')
      .whereRef('intent.reservation_id', '=', 'card.reservation_id').where('intent.keeps_card', '=', true)
      .where(sql<boolean>`intent.card ->> 'referenceToken' = card.token`).select('intent.id')))).execute()
}

/** The company allows pre-checkout for a reservation (DEC-111); one that may have it already stays as it is. */
export async function allowPrecheckout(transaction: Transaction<Tables>, { row }: StoredReservation): Promise<void> {
  await transaction.updateTable('reservation').where('tenant_id', '=', row.tenant_id).where('id', '=', row.id).where('is_precheckout_eligible', '=', false)
    .set((eb) => ({ is_precheckout_eligible: true, ...nextVersion(eb) })).execute()
}
