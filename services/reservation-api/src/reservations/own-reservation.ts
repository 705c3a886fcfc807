import { ServiceError } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { Session } from '../identity/session-store.ts'
import { loadReservation, type StoredReservation } from '../reservations/reservation-store.ts'

/** The session's reservation, if it is the one that a call names by its number (DEC-26); any other answers the same 404. */
export async function ownReservation(
  transaction: Transaction<Tables>, { tenantId, reservationId }: Session, number: string,
): Promise<StoredReservation> {
  const stored = await loadReservation(transaction, tenantId, { id: reservationId })
  if (!stored || stored.row.erased_at || stored.row.number !== number) {
    throw new ServiceError(404, 'ReservationNotFound', 'There is no such reservation')
  }
  return stored
}
