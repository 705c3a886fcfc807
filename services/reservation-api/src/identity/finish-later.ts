import { randomUUIDv7 } from 'node:crypto'
import type { Language } from '@checkin/i18n'
import { sql, type Transaction } from 'kysely'
import { cancelMails, enqueueMail } from '../mail/outbox-store.ts'
import { holdGuard } from './guard-store.ts'
import type { LaterLimits } from './link-store.ts'
import { newToken, tokenHash } from './opaque-token.ts'
import { referenceKey, type IdentitySources, type ReservationIdentity } from './reservation-directory.ts'
import type { Session } from './session-store.ts'
import type { Tables } from './tables.ts'

export type LaterOutcome =
  | { readonly kind: 'sent'; readonly expiresAt: Date }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'completed' }
  | { readonly kind: 'has-agreement' }
  | { readonly kind: 'missed' }

/**
 * Mails a link with which the renter of a proved session goes on later, on any device (API-45, DEC-186). It goes to the address on file, which a
 * code was proved by, and never to one that somebody types. A newer link ends the one before, in the same transaction in which its mail is written.
 */
export function sendLaterLink({ database, directory, settings }: IdentitySources, session: Session, language: Language): Promise<LaterOutcome> {
  const { tenantId } = session
  return database.withTenant(tenantId, async (transaction): Promise<LaterOutcome> => {
    const reservation = await directory.byId(transaction, tenantId, session.reservationId)
    if (!reservation?.email) return { kind: 'missed' }
    if (reservation.hasRentalAgreement) return { kind: 'has-agreement' }
    if (reservation.isCompleted) return { kind: 'completed' }
    // Two presses at once are answered one after the other.
    await holdGuard(transaction, { tenantId, kind: 'reference', subject: referenceKey(reservation.reference) })
    const seconds = await secondsToWait(transaction, tenantId, reservation.id, settings.later)
    if (seconds > 0) return { kind: 'wait', seconds }
    await endLaterLinks(transaction, tenantId, reservation.id)
    await cancelMails(transaction, tenantId, reservation.id, 'later-link')
    const { token, expiresAt, until } = await createLaterLink(transaction, tenantId, reservation, settings.later)
    await enqueueMail(transaction, {
      tenantId, kind: 'later-link', reservationId: reservation.id, to: reservation.email, language, usefulSeconds: settings.later.lifetimeSeconds,
      payload: { token, reference: reservation.reference, until },
    }, settings.codeSecret)
    return { kind: 'sent', expiresAt }
  })
}

/** Seconds until another link may be sent; 0 when it may be sent now. Links that were replaced count. */
async function secondsToWait(transaction: Transaction<Tables>, tenantId: string, reservationId: string, { perHour, pauseSeconds }: LaterLimits): Promise<number> {
  const recent = await transaction.selectFrom('access_link')
    .where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('purpose', '=', 'later')
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .select(sql<number>`extract(epoch from now() - created_at)::float8`.as('ageSeconds'))
    .orderBy('created_at', 'desc').execute()
  const oldestThatCounts = recent[perHour - 1]
  const budget = oldestThatCounts ? 3600 - oldestThatCounts.ageSeconds : 0
  const pause = recent[0] ? pauseSeconds - recent[0].ageSeconds : 0
  return Math.max(0, Math.ceil(budget), Math.ceil(pause))
}

async function endLaterLinks(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  await transaction.updateTable('access_link')
    .where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('purpose', '=', 'later').where('revoked_at', 'is', null)
    .set({ revoked_at: sql<Date>`now()` }).execute()
}

/** The token exists only in this answer. Good for the lifetime, at most to the end of the day of pick-up where the vehicle is; `until` is that moment on the clock there. */
async function createLaterLink(
  transaction: Transaction<Tables>, tenantId: string, { id, pickUpDate, pickUpZone }: ReservationIdentity, { lifetimeSeconds }: LaterLimits,
): Promise<{ readonly token: string; readonly expiresAt: Date; readonly until: string }> {
  const token = newToken()
  const { expires_at: expiresAt, until } = await transaction.insertInto('access_link').values({
    tenant_id: tenantId, id: randomUUIDv7(), token_hash: tokenHash(token), purpose: 'later', reservation_id: id,
    expires_at: sql<Date>`least(now() + make_interval(secs => ${lifetimeSeconds}), ((${pickUpDate}::date + 1)::timestamp - interval '1 minute') at time zone ${pickUpZone})`,
  }).returning(['expires_at', sql<string>`to_char(expires_at at time zone ${pickUpZone}, 'YYYY-MM-DD"T"HH24:MI')`.as('until')]).executeTakeFirstOrThrow()
  return { token, expiresAt, until }
}
