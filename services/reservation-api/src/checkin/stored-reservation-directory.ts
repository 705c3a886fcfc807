import type { Transaction } from 'kysely'
import { appendEvent } from '../reservations/event-store.ts'
import { referenceKey, type ReservationIdentity, type ReservationDirectory } from '../identity/reservation-directory.ts'
import { areTermsAccepted } from '../agreement/terms/acceptance-store.ts'
import type { Tables } from '../tables.ts'
import { nextVersion, storedReservation, type ReservationRow } from '../reservations/reservation-store.ts'
import { wireReservation } from '../reservations/wire-reservation.ts'

type IdentityRow = Pick<ReservationRow, 'id' | 'guid' | 'reference' | 'customer_surname' | 'customer_email' | 'check_out_at' | 'has_rental_agreement'>

const columns = ['id', 'guid', 'reference', 'customer_surname', 'customer_email', 'check_out_at', 'has_rental_agreement'] as const

const identityOf = (row: IdentityRow | undefined): ReservationIdentity | null => (row ? {
  id: row.id, guid: row.guid, reference: row.reference, surname: row.customer_surname, email: row.customer_email,
  pickUpDate: row.check_out_at.slice(0, 10), hasRentalAgreement: row.has_rental_agreement,
} : null)

/** What identity asks about reservations, answered from their tables. */
export const reservationDirectory: ReservationDirectory = {
  byReference: async (transaction: Transaction<Tables>, tenantId, reference) => identityOf(await transaction.selectFrom('reservation').select(columns)
    .where('tenant_id', '=', tenantId).where('reference_key', '=', referenceKey(reference)).where('erased_at', 'is', null).executeTakeFirst()),

  byId: async (transaction: Transaction<Tables>, tenantId, id) => identityOf(await transaction.selectFrom('reservation').select(columns)
    .where('tenant_id', '=', tenantId).where('id', '=', id).where('erased_at', 'is', null).executeTakeFirst()),

  keepEmail: async (transaction: Transaction<Tables>, tenantId, id, email) => {
    const kept = await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', id).where('customer_email', 'is', null)
      .set((eb) => ({ customer_email: email, ...nextVersion(eb) }))
      .returning('reference').executeTakeFirst()
    if (kept) await appendEvent(transaction, { tenantId, reservationId: id, reference: kept.reference, kind: 'customer.email-confirmed', data: {} })
  },

  load: async (transaction: Transaction<Tables>, tenantId, id) =>
    wireReservation(await storedReservation(transaction, tenantId, id), await areTermsAccepted(transaction, tenantId, id)),
}
