import type { Transaction } from 'kysely'
import { appendEvent } from '../reservations/event-store.ts'
import { referenceKey, type ReservationIdentity, type ReservationDirectory } from '../identity/reservation-directory.ts'
import { linkWasOpened } from '../identity/link-store.ts'
import { areTermsAccepted } from '../agreement/terms/acceptance-store.ts'
import type { Tables } from '../tables.ts'
import { nextVersion, storedReservation } from '../reservations/reservation-store.ts'
import { personalDataOf } from '../reservations/sealed-rows.ts'
import { smsNumberIn, provenNumber } from '../reservations/sms-number.ts'
import { wireReservation } from '../reservations/wire-reservation.ts'

/** One query whatever is on file, so that its time says nothing (DEC-09). */
const identities = (transaction: Transaction<Tables>, tenantId: string) => transaction.selectFrom('reservation')
  .leftJoin('driver', (join) => join
    .onRef('driver.tenant_id', '=', 'reservation.tenant_id').onRef('driver.reservation_id', '=', 'reservation.id').on('driver.role', '=', 'main'))
  .select([
    'reservation.id', 'guid', 'reference', 'customer_surname', 'customer_email', 'check_out_at', 'check_out_zone', 'has_rental_agreement', 'is_completed',
    'driver.id as driver_id', 'driver.sealed', 'driver.mobile_phone', 'driver.licence', 'driver.second_licence',
    linkWasOpened.as('link_was_opened'),
  ])
  .where('reservation.tenant_id', '=', tenantId).where('erased_at', 'is', null)

type IdentityRow = Awaited<ReturnType<ReturnType<typeof identities>['executeTakeFirst']>>

async function identityOf(transaction: Transaction<Tables>, row: IdentityRow): Promise<ReservationIdentity | null> {
  if (!row) return null
  const { driver_id: id, sealed, mobile_phone, licence, second_licence } = row
  const known = id === null ? null : await personalDataOf(transaction, { id, sealed, mobile_phone, licence, second_licence })
  return {
    id: row.id, guid: row.guid, reference: row.reference, surname: row.customer_surname, email: row.customer_email,
    numbers: row.link_was_opened ? [] : [known?.mobile_phone, known?.licence?.id, known?.second_licence?.id].filter((number) => typeof number === 'string'),
    pickUpDate: row.check_out_at.slice(0, 10), hasRentalAgreement: row.has_rental_agreement, isCompleted: row.is_completed, pickUpZone: row.check_out_zone,
  }
}

/** What identity asks about reservations, answered from their tables. */
export const reservationDirectory: ReservationDirectory = {
  byReference: async (transaction: Transaction<Tables>, tenantId, reference) => identityOf(transaction, await identities(transaction, tenantId).where('reference_key', '=', referenceKey(reference)).executeTakeFirst()),

  byId: async (transaction: Transaction<Tables>, tenantId, id) => identityOf(transaction, await identities(transaction, tenantId).where('reservation.id', '=', id).executeTakeFirst()),

  keepEmail: async (transaction: Transaction<Tables>, tenantId, id, email) => {
    const kept = await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', id).where('customer_email', 'is', null)
      .set((eb) => ({ customer_email: email, ...nextVersion(eb) }))
      .returning('reference').executeTakeFirst()
    if (kept) await appendEvent(transaction, { tenantId, reservationId: id, reference: kept.reference, kind: 'customer.email-confirmed', data: {} })
  },

  smsNumber: async (transaction: Transaction<Tables>, tenantId, id, countries) => {
    const row = await transaction.selectFrom('driver').select(['id', 'sealed', 'mobile_prefix', 'mobile_phone', 'sms_number_hash'])
      .where('tenant_id', '=', tenantId).where('reservation_id', '=', id).where('role', '=', 'main').executeTakeFirst()
    if (!row) return null
    const { sms_number_hash: hash, ...stored } = row
    const number = await provenNumber(transaction, { id: row.id, ...await personalDataOf(transaction, stored) }, hash)
    return number === null ? null : smsNumberIn(number, countries)
  },

  load: async (transaction: Transaction<Tables>, tenantId, id) =>
    wireReservation(await storedReservation(transaction, tenantId, id), await areTermsAccepted(transaction, tenantId, id)),
}
