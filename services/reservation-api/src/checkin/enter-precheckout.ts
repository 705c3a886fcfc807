import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { openLink } from '../identity/link-store.ts'
import { isToken } from '../identity/opaque-token.ts'
import { openSession, type OpenedSession, type Session } from '../identity/session-store.ts'
import { loadReservation, type StoredReservation } from '../reservations/reservation-store.ts'

export interface PrecheckoutEntry {
  readonly stored: StoredReservation
  /** The session that goes on in place of the caller's; null when the caller's own does. */
  readonly opened: OpenedSession | null
}

/**
 * Loads a session's reservation for pre-checkout (API-14, DEC-61), named by its guid or by the token of a pre-checkout link. The session that
 * completed check-in may only read; with a token it goes on in a new one of the same level that may change things again (DEC-85). Null for
 * any name that is not this reservation's.
 */
export async function enterPrecheckout(transaction: Transaction<Tables>, session: Session, name: string): Promise<PrecheckoutEntry | null> {
  const { tenantId, reservationId, level, isPreview } = session
  const stored = await loadReservation(transaction, tenantId, { id: reservationId })
  if (!stored || stored.row.erased_at) return null
  if (stored.row.guid === name) return { stored, opened: null }
  const link = isToken(name) ? await openLink(transaction, tenantId, name, ['precheckout']) : null
  if (link?.reservationId !== reservationId) return null
  if (stored.row.completed_by !== session.id || stored.row.has_rental_agreement) return { stored, opened: null }
  const { device } = await transaction.updateTable('renter_session').where('tenant_id', '=', tenantId).where('id', '=', session.id)
    .set({ ended_at: sql<Date>`now()` }).returning('device').executeTakeFirstOrThrow()
  return { stored, opened: await openSession(transaction, { tenantId, reservationId, level, isPreview }, device) }
}
