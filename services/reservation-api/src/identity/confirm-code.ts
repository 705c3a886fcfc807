import type { LoadedReservation } from '@checkin/api'
import { redeemCode } from './code-store.ts'
import { forgetMisses } from './guard-store.ts'
import { referenceKey, type IdentitySources } from './reservation-directory.ts'
import { endSessionsBeyond, raiseSession, type OpenedSession, type Session } from './session-store.ts'

export interface Confirmed {
  readonly guid: string
  readonly opened: OpenedSession
  readonly loaded: LoadedReservation
}

/**
 * Confirms the code of the session that asked for it and raises that session to verified (API-11, DEC-08). Null for a code that
 * is wrong, expired, used, void or another browser's: the answer never says which.
 */
export function confirmCode({ database, directory, settings }: IdentitySources, session: Session, typed: string): Promise<Confirmed | null> {
  const { tenantId, reservationId } = session
  return database.withTenant(tenantId, async (transaction) => {
    const redeemed = await redeemCode(transaction, session, typed, settings.codeSecret, settings.code)
    if (!redeemed) return null
    const reservation = await directory.byId(transaction, tenantId, reservationId)
    const opened = reservation && await raiseSession(transaction, session)
    if (!reservation || !opened) return null
    await endSessionsBeyond(transaction, opened.session, settings.sessions)
    // One that came by SMS proves the number, not the address that was typed.
    if (reservation.email === null && redeemed.channel === 'mail') await directory.keepEmail(transaction, tenantId, reservationId, redeemed.email)
    await forgetMisses(transaction, { tenantId, kind: 'reference', subject: referenceKey(reservation.reference) })
    return { guid: reservation.guid, opened, loaded: await directory.load(transaction, tenantId, reservationId) }
  })
}
