import { ServiceError } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { Session } from '../identity/session-store.ts'
import { loadReservation, type ReservationRow, type StoredReservation } from './reservation-store.ts'
import type { Tables } from './tables.ts'

/** The session's reservation, if it is the one that a call asks for; any other answers the same 404. */
export async function reservationOf(transaction: Transaction<Tables>, { tenantId, reservationId }: Session, isAsked: (stored: StoredReservation) => boolean = () => true): Promise<StoredReservation> {
  const stored = await loadReservation(transaction, tenantId, { id: reservationId })
  if (!stored || stored.row.erased_at || !isAsked(stored)) throw new ServiceError(404, 'ReservationNotFound', 'There is no such reservation')
  return stored
}

/** The same by the reservation's number (DEC-26). */
export const ownReservation = (transaction: Transaction<Tables>, session: Session, number: string): Promise<StoredReservation> =>
  reservationOf(transaction, session, ({ row }) => row.number === number)

/** Whether a session may only read: it is the one that completed the check-in. A later one, for pre-checkout or at the counter, may change things again (DEC-85). */
export const isReadOnlyFor = ({ is_completed: isCompleted, completed_by: by }: Pick<ReservationRow, 'is_completed' | 'completed_by'>, sessionId: string): boolean =>
  isCompleted && by === sessionId

/** Refuses a write that was decided on an older version than there is (DEC-127): 409 `VersionConflict`, data: `rowVersion`. Undefined: the caller compares nothing. */
export function requireSameVersion({ row_version: now }: Pick<ReservationRow, 'row_version'>, decidedOn: number | undefined): void {
  if (decidedOn !== undefined && decidedOn !== now) throw new ServiceError(409, 'VersionConflict', 'The reservation was changed in the meantime', { data: { rowVersion: now } })
}
