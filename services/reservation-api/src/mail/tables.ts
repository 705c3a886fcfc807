import type { Language } from '@checkin/i18n'
import type { ColumnType, Generated } from 'kysely'
import type { Tables as TablesBelow } from '../tenants/tables.ts'

/**
 * `code` brings a one-time code, `confirmation` confirms a complete check-in, `receipt` brings a receipt by itself, `credit-note` a refund's, `signing-link` where the agreement is signed, `agreement-changed`
 * that another one is to be signed, `signed-copy` brings the signed agreement, `later-link` the link to finish later,
 * `invitation` asks the other driver for the own data, `invitation-code` proves that driver's address. `code-sms` is a code as a text message, `later-sms` the link to finish later as one, `invitation-sms` and `invitation-code-sms` are the other driver's.
 */
export type MailKind = 'code' | 'confirmation' | 'receipt' | 'credit-note' | 'signing-link' | 'agreement-changed' | 'signed-copy' | 'later-link' | 'invitation' | 'invitation-code' | SmsKind
/** Those that leave as text messages. */
export const smsKinds = ['code-sms', 'later-sms', 'invitation-sms', 'invitation-code-sms'] as const
export type SmsKind = (typeof smsKinds)[number]
/** Those that an invited driver reads: they end with the invitation, and say nothing of the renter's ways. */
export const invitedKinds = ['invitation', 'invitation-code', 'invitation-sms', 'invitation-code-sms'] as const satisfies readonly MailKind[]
export type MailState = 'queued' | 'sent' | 'failed' | 'expired' | 'cancelled'

/** The tables of this layer and of those below it; `tenant_id` comes first in every key. */
export interface Tables extends TablesBelow {
  mail_outbox: {
    tenant_id: string
    id: string
    kind: MailKind
    reservation_id: string
    /** Null once the mail needs no more tries. */
    to_address: string | null
    language: Language
    /** Encrypted; null once the mail needs no more tries. */
    payload: Buffer | null
    state: Generated<MailState>
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
    expires_at: Date
    created_at: Generated<Date>
    finished_at: ColumnType<Date | null, undefined, Date>
    last_error: ColumnType<string | null, undefined, string | null>
    /** W3C trace context of its cause; null where nothing was traced. */
    traceparent: ColumnType<string | null, string | null | undefined, never>
  }
  /** Beside the outbox's row of a text message. */
  sms_message: {
    tenant_id: string
    id: string
    reservation_id: string
    /** The session, or the invitation (DEC-285), that it belongs to. */
    session_id: string
    /** Keyed, as that of the network. */
    number_hash: Buffer
    network_hash: Buffer
    created_at: Generated<Date>
    reported: ColumnType<'delivered' | 'undelivered' | null, undefined, 'delivered' | 'undelivered'>
  }
}
