import type { Language } from '@checkin/i18n'
import type { DeviceKind } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { cancelMails, enqueueMail } from '../mail/outbox-store.ts'
import { hasCodeFor, issueCode, secondsToWait } from './code-store.ts'
import { holdGuard } from './guard-store.ts'
import type { IdentitySettings } from './identity-settings.ts'
import { locate, type Claim, type Claimant, type Located } from './locate.ts'
import { referenceKey, type IdentitySources, type ReservationIdentity } from './reservation-directory.ts'
import { endSession, openSession, type OpenedSession, type Session } from './session-store.ts'

export interface CodeAsked extends Claimant, Pick<Session, 'isPreview'> {
  readonly device: DeviceKind
  readonly language: Language
  /** The session of the page that asks, if it has one: it tells a resend from a new visit. */
  readonly session: Session | null
  /** Its cookie's value, which a new session replaces. */
  readonly token: string | null
}

export type CodeOutcome =
  | { readonly kind: 'sent'; readonly sessionKey: string; readonly opened: OpenedSession | null }
  | { readonly kind: 'wait'; readonly seconds: number }
  | Exclude<Located, { readonly kind: 'found' }>

/**
 * Sends a code to who knows reference, surname and e-mail of a reservation, and opens a pending session for the browser that
 * asked (API-10, DEC-07 to DEC-09). Code, session and mail are written in one transaction.
 */
export function sendCode({ database, directory, settings }: IdentitySources, claim: Omit<Claim, 'proved'> & { readonly mail: string }, asked: CodeAsked): Promise<CodeOutcome> {
  return database.withTenant(asked.tenantId, async (transaction) => {
    const proved = await provedBefore(transaction, asked.session, claim.mail)
    const located: Located = await locate(transaction, directory, { ...claim, proved }, asked, settings)
    if (located.kind !== 'found') return located
    const { reservation } = located
    const email = reservation.email ?? claim.mail.trim()
    const seconds = await secondsToWait(transaction, aboutCode(asked, reservation, email), asked.session?.id ?? null, settings.code)
    if (seconds > 0) return { kind: 'wait', seconds }
    // The browser holds one cookie: the session that it replaces could never be used again, but by a thief.
    if (asked.token !== null) await endSession(transaction, asked.tenantId, asked.token)
    const opened = await openSession(transaction, { tenantId: asked.tenantId, reservationId: reservation.id, level: 'pending', isPreview: asked.isPreview }, asked.device)
    await mailCode(transaction, reservation, email, opened.session, asked.language, settings)
    return { kind: 'sent', sessionKey: opened.session.sessionKey, opened }
  })
}

/** The reservation that a waiting session was opened for with this address: its page asks for another code without another proof, which it does not keep. */
async function provedBefore(transaction: Transaction<Tables>, session: Session | null, mail: string): Promise<string | null> {
  if (session?.level !== 'pending') return null
  return await hasCodeFor(transaction, session, mail) ? session.reservationId : null
}

/**
 * Sends a code to the address on file for a session that a link opened; the session stays as it is until the code is confirmed
 * (DEC-77). Without an address on file nobody can be asked: who holds a link must not choose where the code goes.
 */
export function sendCodeForLink({ database, directory, settings }: IdentitySources, session: Session, language: Language): Promise<CodeOutcome> {
  const { tenantId } = session
  return database.withTenant(tenantId, async (transaction) => {
    const reservation = await directory.byId(transaction, tenantId, session.reservationId)
    if (!reservation?.email) return { kind: 'missed' }
    if (reservation.hasRentalAgreement) return { kind: 'has-agreement' }
    await holdGuard(transaction, { tenantId, kind: 'reference', subject: referenceKey(reservation.reference) })
    const seconds = await secondsToWait(transaction, aboutCode({ tenantId }, reservation, reservation.email), session.id, settings.code)
    if (seconds > 0) return { kind: 'wait', seconds }
    await mailCode(transaction, reservation, reservation.email, session, language, settings)
    return { kind: 'sent', sessionKey: session.sessionKey, opened: null }
  })
}

const aboutCode = ({ tenantId }: Pick<CodeAsked, 'tenantId'>, { id }: ReservationIdentity, email: string) => ({ tenantId, reservationId: id, email })

/** Makes a code for a session and queues its mail; the codes before it are void. The caller holds the guard of the reference and asked whether one may leave. */
export async function mailCode(
  transaction: Transaction<Tables>, reservation: ReservationIdentity, email: string, session: Session, language: Language, settings: IdentitySettings,
): Promise<void> {
  const about = aboutCode(session, reservation, email)
  const code = await issueCode(transaction, { ...about, sessionId: session.id }, settings.codeSecret, settings.code)
  for (const kind of ['code', 'code-sms'] as const) await cancelMails(transaction, session.tenantId, reservation.id, kind)
  const { lifetimeSeconds } = settings.code
  await enqueueMail(transaction, {
    tenantId: session.tenantId, kind: 'code', reservationId: reservation.id, to: email, language, usefulSeconds: lifetimeSeconds,
    payload: { code, reference: reservation.reference, minutes: Math.round(lifetimeSeconds / 60) },
  }, settings.codeSecret)
}
