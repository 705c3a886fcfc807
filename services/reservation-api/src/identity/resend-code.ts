import { sql, type Transaction } from 'kysely'
import { latestMailLanguage } from '../mail/outbox-store.ts'
import { latestCodeOf, secondsToWait } from './code-store.ts'
import { holdGuard } from './guard-store.ts'
import { referenceKey, type IdentitySources } from './reservation-directory.ts'
import { mailCode } from './send-code.ts'
import { isLiving, type Session, type SessionLifetime } from './session-store.ts'
import type { Tables } from './tables.ts'

type OfReservation = Pick<Session, 'tenantId' | 'reservationId'>

/** The newest page of a reservation that waits for a code, and the address that its code went to; null where none waits. */
export async function waitingForCode(transaction: Transaction<Tables>, { tenantId, reservationId }: OfReservation, lifetime: SessionLifetime): Promise<{ readonly session: Session; readonly email: string } | null> {
  const row = await transaction.selectFrom('renter_session').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('level', '=', 'pending').where(isLiving(lifetime))
    .select(['id', 'session_key', 'is_preview']).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!row) return null
  const session: Session = { id: row.id, tenantId, reservationId, level: 'pending', sessionKey: row.session_key, isPreview: row.is_preview }
  const code = await latestCodeOf(transaction, session)
  return code && { session, email: code.email }
}

export type ResendOutcome =
  | { readonly kind: 'sent'; readonly email: string; readonly goodUntil: Date }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'has-agreement' }
  | { readonly kind: 'nothing-waits' }
  | { readonly kind: 'missed' }

/**
 * Mails another code for the page that waits for one, to the address on file or, without one, to that which the renter gave there: who helps neither chooses where it
 * goes nor sees it (DEC-328). It counts as a code that the renter asked for (DEC-08).
 */
export const resendCode = ({ database, directory, settings }: IdentitySources, of: OfReservation): Promise<ResendOutcome> =>
  database.withTenant(of.tenantId, async (transaction): Promise<ResendOutcome> => {
    const reservation = await directory.byId(transaction, of.tenantId, of.reservationId)
    if (!reservation) return { kind: 'missed' }
    if (reservation.hasRentalAgreement) return { kind: 'has-agreement' }
    await holdGuard(transaction, { tenantId: of.tenantId, kind: 'reference', subject: referenceKey(reservation.reference) })
    const waiting = await waitingForCode(transaction, of, settings.session)
    if (!waiting) return { kind: 'nothing-waits' }
    const email = reservation.email ?? waiting.email
    const seconds = await secondsToWait(transaction, { ...of, email }, waiting.session.id, settings.code)
    if (seconds > 0) return { kind: 'wait', seconds }
    await mailCode(transaction, reservation, email, waiting.session, await latestMailLanguage(transaction, of.tenantId, of.reservationId), settings)
    const { rows: [until] } = await sql<{ at: Date }>`select now() + make_interval(secs => ${settings.code.lifetimeSeconds}) as at`.execute(transaction)
    return until ? { kind: 'sent', email, goodUntil: until.at } : { kind: 'missed' }
  })
