import type { OtherSession } from '@checkin/api/other-sessions'
import { sql, type Transaction } from 'kysely'
import { holdSessionsOf, isLiving, type Session, type SessionLifetime } from './session-store.ts'
import type { Tables } from './tables.ts'

/** The living sessions of a session's reservation that a link or a code opened elsewhere, newest first (API-95, DEC-304). Those that wait for a code hold nothing and are nobody's yet. */
export async function listOtherSessions(transaction: Transaction<Tables>, { id, tenantId, reservationId }: Session, lifetime: SessionLifetime): Promise<OtherSession[]> {
  const rows = await transaction.selectFrom('renter_session').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .where('id', '!=', id).where('level', '!=', 'pending').where(isLiving(lifetime))
    .select(['created_at', 'device']).orderBy('created_at', 'desc').orderBy('id').execute()
  return rows.map(({ created_at: startedAt, device }) => ({ startedAt: startedAt.toISOString(), device }))
}

/**
 * Ends them (API-100, DEC-304). False where the session that asks was ended meanwhile: of two devices that end each other one stays.
 * What was begun in them, a payment for example, goes on.
 */
export async function endOtherSessions(transaction: Transaction<Tables>, session: Session, lifetime: SessionLifetime): Promise<boolean> {
  const { id, tenantId, reservationId } = session
  await holdSessionsOf(transaction, session)
  const own = await transaction.selectFrom('renter_session').where('tenant_id', '=', tenantId).where('id', '=', id).where('ended_at', 'is', null).select('id').executeTakeFirst()
  if (!own) return false
  await transaction.updateTable('renter_session').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .where('id', '!=', id).where('level', '!=', 'pending').where(isLiving(lifetime)).set({ ended_at: sql<Date>`now()` }).execute()
  return true
}
