import { randomUUIDv7 } from 'node:crypto'
import type { Language } from '@checkin/i18n'
import { currentTraceparent } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import { seal } from '../database/sealed-payload.ts'
import { invitedKinds, smsKinds, type MailKind, type MailState, type Tables } from './tables.ts'

export interface OutgoingMail {
  readonly tenantId: string
  readonly kind: MailKind
  readonly reservationId: string
  /** One plain address; checked again before it leaves. */
  readonly to: string
  readonly language: Language
  /** What the words of this kind need, for example the code. */
  readonly payload: object
  /** Seconds after which the mail is of no use to anybody and is no longer tried. */
  readonly usefulSeconds: number
}

/** A mail taken for one attempt. */
export interface TakenMail {
  readonly id: string
  readonly kind: MailKind
  readonly reservationId: string
  readonly to: string
  readonly language: Language
  readonly payload: Buffer
  /** This attempt included. */
  readonly attempts: number
  readonly expiresAt: Date
  /** W3C trace context of its cause; null where nothing was traced. */
  readonly traceparent: string | null
}

/** Puts a mail into the outbox, in the transaction of its cause: both happen or neither. Answers its id. */
export async function enqueueMail(transaction: Transaction<Tables>, mail: OutgoingMail, secret: string): Promise<string> {
  const id = randomUUIDv7()
  await transaction.insertInto('mail_outbox').values({
    tenant_id: mail.tenantId, id, kind: mail.kind, reservation_id: mail.reservationId, to_address: mail.to, language: mail.language,
    payload: seal(secret, id, mail.payload), traceparent: currentTraceparent(), expires_at: sql<Date>`now() + make_interval(secs => ${mail.usefulSeconds})`,
  }).execute()
  return id
}

/** Takes back mails that wait: a code that is void by now must not arrive after the newer one. */
export async function cancelMails(transaction: Transaction<Tables>, tenantId: string, reservationId: string, kind: MailKind): Promise<void> {
  await transaction.updateTable('mail_outbox')
    .where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('kind', '=', kind).where('state', '=', 'queued')
    .set({ state: 'cancelled', finished_at: sql<Date>`now()`, to_address: null, payload: null }).execute()
}

/**
 * Takes the mails and text messages that are due, for one attempt each, as far as there is a way by which they could leave. Nobody else gets them for `leaseSeconds`; if this process dies meanwhile
 * they are due again then, so a mail may leave twice (with the same Message-ID) but is never lost.
 */
export async function takeDueMails(transaction: Transaction<Tables>, tenantId: string, count: number, leaseSeconds: number, ways: { readonly mail: boolean; readonly sms: boolean }): Promise<readonly TakenMail[]> {
  const due = transaction.selectFrom('mail_outbox').select('id')
    .where('tenant_id', '=', tenantId).where('state', '=', 'queued').where('next_attempt_at', '<=', sql<Date>`now()`)
    .$if(!ways.mail, (query) => query.where('kind', 'in', smsKinds)).$if(!ways.sms, (query) => query.where('kind', 'not in', smsKinds))
    .orderBy('next_attempt_at').limit(count).forUpdate().skipLocked()
  const rows = await transaction.updateTable('mail_outbox').where('tenant_id', '=', tenantId).where('id', 'in', due)
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` }))
    .returning(['id', 'kind', 'reservation_id', 'to_address', 'language', 'payload', 'attempts', 'expires_at', 'traceparent']).execute()
  return rows.flatMap(({ to_address: to, payload, expires_at: expiresAt, reservation_id: reservationId, ...mail }) =>
    (to === null || payload === null ? [] : [{ ...mail, to, payload, expiresAt, reservationId }]))
}

/** The mail needs no more tries; what it said and to whom is forgotten. A mail taken back meanwhile stays so. */
export async function finishMail(transaction: Transaction<Tables>, tenantId: string, id: string, state: Exclude<MailState, 'queued' | 'cancelled'>, error: string | null = null): Promise<void> {
  await transaction.updateTable('mail_outbox').where('tenant_id', '=', tenantId).where('id', '=', id).where('state', '=', 'queued')
    .set({ state, finished_at: sql<Date>`now()`, to_address: null, payload: null, last_error: error }).execute()
}

/** The mail is tried again after `seconds`; when it would be of no use by then it is given up. */
export async function postponeMail(transaction: Transaction<Tables>, tenantId: string, id: string, seconds: number, error: string): Promise<'postponed' | 'expired'> {
  const { numUpdatedRows } = await transaction.updateTable('mail_outbox').where('tenant_id', '=', tenantId).where('id', '=', id)
    .where('state', '=', 'queued').where('expires_at', '>', sql<Date>`now() + make_interval(secs => ${seconds})`)
    .set({ next_attempt_at: sql<Date>`now() + make_interval(secs => ${seconds})`, last_error: error }).executeTakeFirst()
  if (numUpdatedRows > 0n) return 'postponed'
  await finishMail(transaction, tenantId, id, 'expired', error)
  return 'expired'
}

/** Takes back every mail of a reservation that has not left, for example because its personal data are deleted. */
export async function forgetMails(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  await transaction.deleteFrom('mail_outbox').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).execute()
}

/** The language in which a reservation's renter was last written to, English when nobody wrote yet: for mails that no page asks for. */
export async function latestMailLanguage(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<Language> {
  const mail = await transaction.selectFrom('mail_outbox').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    // What an invited driver reads says nothing of the renter.
    .where('kind', 'not in', invitedKinds).orderBy('created_at', 'desc').orderBy('id', 'desc').select('language').limit(1).executeTakeFirst()
  return mail?.language ?? 'en'
}
