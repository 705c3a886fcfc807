import type { LoadedReservation } from '@checkin/api'
import type { DeviceKind } from '@checkin/server'
import { holdGuard, recordMiss } from './guard-store.ts'
import { openLink } from './link-store.ts'
import type { Claimant } from './locate.ts'
import { isToken } from './opaque-token.ts'
import type { IdentitySources } from './reservation-directory.ts'
import { endSession, endSessionsBeyond, openSession, type OpenedSession, type Session } from './session-store.ts'

export type Resumed =
  | { readonly kind: 'opened'; readonly opened: OpenedSession; readonly loaded: LoadedReservation }
  | { readonly kind: 'has-agreement' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'throttled'; readonly seconds: number }

export interface ResumeRequest extends Pick<Claimant, 'tenantId' | 'address'>, Pick<Session, 'isPreview'> {
  readonly device: DeviceKind
  readonly linkToken: string
  /** Value of the cookie that the browser already has; the new session replaces it. */
  readonly token: string | null
}

/**
 * Opens a session by the token of a link (API-12, DEC-77). Links for pre-checkout are taken too, because pre-checkout falls back to
 * this call (PRECHK-02). Too many wrong tokens from one address within a minute are throttled, right ones included.
 */
export function resumeByLink({ database, directory, settings }: IdentitySources, { tenantId, address, isPreview, device, linkToken, token }: ResumeRequest): Promise<Resumed> {
  return database.withTenant(tenantId, async (transaction): Promise<Resumed> => {
    const guard = await holdGuard(transaction, { tenantId, kind: 'link', subject: address })
    if (guard.locked) return { kind: 'throttled', seconds: settings.link.lockSeconds }
    const link = isToken(linkToken) ? await openLink(transaction, tenantId, linkToken, ['verify', 'precheckout', 'later']) : null
    const reservation = link && await directory.byId(transaction, tenantId, link.reservationId)
    if (!reservation) {
      await recordMiss(transaction, guard, settings.link)
      return { kind: 'unknown' }
    }
    if (reservation.hasRentalAgreement) return { kind: 'has-agreement' }
    // Nothing is left to finish (DEC-186). Whoever has the token has guessed nothing.
    if (link.purpose === 'later' && reservation.isCompleted) return { kind: 'unknown' }
    if (token !== null) await endSession(transaction, tenantId, token)
    const opened = await openSession(transaction, { tenantId, reservationId: reservation.id, level: 'link', isPreview }, device)
    await endSessionsBeyond(transaction, opened.session, settings.sessions)
    return { kind: 'opened', opened, loaded: await directory.load(transaction, tenantId, reservation.id) }
  })
}
