import { randomUUIDv7 } from 'node:crypto'
import type { CodeSms } from '@checkin/api/code-sms'
import type { Language } from '@checkin/i18n'
import { sql, type Transaction } from 'kysely'
import type { LaterPayload } from '../mail/later-mail.ts'
import { cancelMails, enqueueMail, type OutgoingMail } from '../mail/outbox-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { holdGuard } from './guard-store.ts'
import type { LaterLimits } from './link-store.ts'
import { newToken, tokenHash } from './opaque-token.ts'
import { referenceKey, type IdentitySources, type ReservationIdentity } from './reservation-directory.ts'
import type { Session } from './session-store.ts'
import { countedBy, countSms, masked, numberOnFile, secondsUntilFree, smsState } from './sms-on-file.ts'
import type { Tables } from './tables.ts'

/** What a link waits in the outbox as, by its way. */
const kinds = { mail: 'later-link', sms: 'later-sms' } as const

export type LaterOutcome =
  | { readonly kind: 'sent'; readonly expiresAt: Date; readonly sms?: CodeSms }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'completed' }
  | { readonly kind: 'has-agreement' }
  | { readonly kind: 'missed' }

/** Whose link it is: a session's, or the one that support finds. */
type OfReservation = Pick<Session, 'tenantId' | 'reservationId'>

/** Who asks, where the link may go by SMS (DEC-281). */
export interface LaterCaller {
  readonly tenant: Tenant
  readonly session: Session
  readonly language: Language
  /** Network address of the renter. */
  readonly address: string
}

/**
 * Mails a link with which the renter of a proved session goes on later, on any device (API-45, DEC-186). It goes to the address on file, which a
 * code was proved by, and never to one that somebody types. A newer link ends the one before, in the same transaction in which its mail is written.
 */
export const sendLaterLink = (sources: IdentitySources, session: OfReservation, language: Language): Promise<LaterOutcome> =>
  sources.database.withTenant(session.tenantId, async (transaction): Promise<LaterOutcome> => {
    const reservation = await sources.directory.byId(transaction, session.tenantId, session.reservationId)
    if (!reservation?.email) return { kind: 'missed' }
    const { email } = reservation
    return await refusalOf(transaction, sources, reservation, session, 'mail') ?? queueLink(transaction, sources, reservation, session, (payload) => ({ kind: kinds.mail, to: email, language, payload }))
  })

/** The same by SMS, to the number on file and no other; the press is the consent, one for one message (API-98, DEC-281). All messages of a reservation, number, network and tenant are counted together (DEC-232). */
export const sendLaterSms = (sources: IdentitySources, caller: LaterCaller): Promise<LaterOutcome> =>
  sources.database.withTenant(caller.tenant.id, async (transaction): Promise<LaterOutcome> => {
    const { tenant, session, language, address } = caller
    const { codeSecret, sms: limits } = sources.settings
    const number = await numberOnFile(sources, transaction, caller, 'links')
    const reservation = number === null ? null : await sources.directory.byId(transaction, tenant.id, session.reservationId)
    if (number === null || !reservation || tenant.settings.smsChannel === null) return { kind: 'missed' }
    const refusal = await refusalOf(transaction, sources, reservation, session, 'sms')
    if (refusal) return refusal
    const counted = countedBy(codeSecret, { tenantId: tenant.id, reservationId: reservation.id, number, address })
    const seconds = await secondsUntilFree(transaction, counted, { ...limits, perTenantHour: tenant.settings.smsChannel.perHour })
    if (seconds > 0) return { kind: 'wait', seconds }
    const sent = await queueLink(transaction, sources, reservation, session, (payload) => ({ kind: kinds.sms, to: masked(number), language, payload: { ...payload, number } }))
    await countSms(transaction, counted, { id: sent.id, sessionId: session.id })
    return { ...sent, sms: { number: masked(number), state: 'waiting' } }
  })

/** API-99: whether the link may go by SMS for this session, and what became of the last one. */
export const readLaterSms = (sources: IdentitySources, caller: Pick<LaterCaller, 'tenant' | 'session'>): Promise<CodeSms> =>
  sources.database.withTenant(caller.tenant.id, async (transaction) => {
    const number = await numberOnFile(sources, transaction, caller, 'links')
    return number === null ? { number: null, state: 'none' } : { number: masked(number), state: await smsState(transaction, caller.session, kinds.sms) }
  })

/** Why no link is sent now; holds the guard of the reference from then on, so that two presses at once are answered one after the other. */
async function refusalOf(transaction: Transaction<Tables>, { settings }: IdentitySources, reservation: ReservationIdentity, { tenantId }: OfReservation, way: keyof typeof kinds): Promise<LaterOutcome | null> {
  if (reservation.hasRentalAgreement) return { kind: 'has-agreement' }
  if (reservation.isCompleted) return { kind: 'completed' }
  await holdGuard(transaction, { tenantId, kind: 'reference', subject: referenceKey(reservation.reference) })
  const seconds = await secondsToWait(transaction, tenantId, reservation.id, settings.later, way)
  return seconds > 0 ? { kind: 'wait', seconds } : null
}

/** Makes the link in place of the one before, by whichever way that went, and queues its message. */
async function queueLink(
  transaction: Transaction<Tables>, { settings }: IdentitySources, reservation: ReservationIdentity, { tenantId }: OfReservation,
  message: (payload: LaterPayload) => Pick<OutgoingMail, 'kind' | 'to' | 'language' | 'payload'>,
): Promise<{ readonly kind: 'sent'; readonly id: string; readonly expiresAt: Date }> {
  await endLaterLinks(transaction, tenantId, reservation.id)
  for (const kind of Object.values(kinds)) await cancelMails(transaction, tenantId, reservation.id, kind)
  const { token, expiresAt, until } = await createLaterLink(transaction, tenantId, reservation, settings.later)
  const id = await enqueueMail(transaction, {
    tenantId, reservationId: reservation.id, usefulSeconds: settings.later.lifetimeSeconds, ...message({ token, reference: reservation.reference, until }),
  }, settings.codeSecret)
  return { kind: 'sent', id, expiresAt }
}

/** Seconds until another link may be sent; 0 when it may be sent now. Links that were replaced count, whichever way they went; the pause is that of one way, so that a mail may follow a message that did not arrive. */
async function secondsToWait(transaction: Transaction<Tables>, tenantId: string, reservationId: string, { perHour, pauseSeconds }: LaterLimits, way: keyof typeof kinds): Promise<number> {
  const recent = await transaction.selectFrom('access_link')
    .where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('purpose', '=', 'later')
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .select(sql<number>`extract(epoch from now() - created_at)::float8`.as('ageSeconds'))
    .orderBy('created_at', 'desc').execute()
  const last = await transaction.selectFrom('mail_outbox').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('kind', '=', kinds[way])
    .select(sql<number>`extract(epoch from now() - created_at)::float8`.as('ageSeconds')).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  const oldestThatCounts = recent[perHour - 1]
  const budget = oldestThatCounts ? 3600 - oldestThatCounts.ageSeconds : 0
  // Of two presses at once the one that began later may come first: then its mail is younger than this transaction.
  const pause = last ? pauseSeconds - Math.max(0, last.ageSeconds) : 0
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
