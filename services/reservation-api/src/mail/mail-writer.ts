import type { Language } from '@checkin/i18n'
import type * as z from 'zod'
import type { MailTenant } from './code-mail.ts'
import type { MailKind } from './mail-tables.ts'

export interface MailAttachment {
  readonly filename: string
  readonly contentType: 'application/pdf'
  readonly content: Buffer
}

/** Subject and both forms of a mail. */
export interface WrittenMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly MailAttachment[]
}

/** Whom a mail is written to, and from whom. */
export interface MailOccasion {
  readonly tenant: MailTenant
  readonly reservationId: string
  readonly language: Language
}

/** Writes the mails of one kind out of what waited in the outbox. One that throws is asked again later. */
export interface MailWriter<Payload = unknown> {
  readonly payload: z.ZodType<Payload>
  readonly write: (occasion: MailOccasion, payload: Payload) => Promise<WrittenMail> | WrittenMail
}

/** A writer with its payload's type, told to a worker that knows only kinds. */
export const mailWriter = <Payload>(writer: MailWriter<Payload>): MailWriter => ({
  payload: writer.payload, write: (occasion, payload) => writer.write(occasion, payload as Payload),
})

export type MailWriters = { readonly [Kind in MailKind]?: MailWriter }
