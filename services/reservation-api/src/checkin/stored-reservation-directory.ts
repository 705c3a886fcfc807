import { sql } from 'kysely'
import { appendEvent } from '../fleet/event-store.ts'
import { referenceKey, type KnownReservation, type ReservationDirectory } from '../identity/reservation-directory.ts'
import { areTermsAccepted } from '../terms/acceptance-store.ts'
import { loadReservation, type ReservationRow } from './reservation-store.ts'
import { wireReservation } from './wire-reservation.ts'

type KnownRow = Pick<ReservationRow, 'id' | 'guid' | 'reference' | 'customer_surname' | 'customer_email' | 'check_out_at' | 'has_rental_agreement'>

const columns = ['id', 'guid', 'reference', 'customer_surname', 'customer_email', 'check_out_at', 'has_rental_agreement'] as const

const known = (row: KnownRow | undefined): KnownReservation | null => (row ? {
  id: row.id, guid: row.guid, reference: row.reference, surname: row.customer_surname, email: row.customer_email,
  pickUpDate: row.check_out_at.slice(0, 10), hasRentalAgreement: row.has_rental_agreement,
} : null)

/** What identity asks about reservations, answered from their tables. */
export const reservationDirectory: ReservationDirectory = {
  byReference: async (transaction, tenantId, reference) => known(await transaction.selectFrom('reservation').select(columns)
    .where('tenant_id', '=', tenantId).where('reference_key', '=', referenceKey(reference)).where('erased_at', 'is', null).executeTakeFirst()),

  byId: async (transaction, tenantId, id) => known(await transaction.selectFrom('reservation').select(columns)
    .where('tenant_id', '=', tenantId).where('id', '=', id).where('erased_at', 'is', null).executeTakeFirst()),

  keepEmail: async (transaction, tenantId, id, email) => {
    const kept = await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', id).where('customer_email', 'is', null)
      .set((eb) => ({ customer_email: email, row_version: eb('row_version', '+', 1), updated_at: sql<Date>`now()` }))
      .returning('reference').executeTakeFirst()
    if (kept) await appendEvent(transaction, { tenantId, reservationId: id, reference: kept.reference, kind: 'customer.email-confirmed', data: {} })
  },

  load: async (transaction, tenantId, id) => {
    const stored = await loadReservation(transaction, tenantId, { id })
    if (!stored) throw new Error('the reservation of a session is gone')
    return wireReservation(stored, await areTermsAccepted(transaction, tenantId, id))
  },
}
