import type { Language } from '@checkin/i18n'
import type * as z from 'zod'
import { InvitationPayload } from '../invitation-mail.ts'
import { mailMessages } from '../mail-messages.ts'
import type { MailTenant } from '../mail-writer.ts'
import { CodeSmsPayload, type SmsContent } from './code-sms.ts'

/** What waits in the outbox for a text message that invites the other driver. */
export const InvitationSmsPayload = InvitationPayload.pick({ token: true, renter: true }).extend({ number: CodeSmsPayload.shape.number })
export type InvitationSmsPayload = z.infer<typeof InvitationSmsPayload>

/** The text message that asks the other driver for the own data (API-91, DEC-285): the renter's first name, and nothing else of a person or of the rental. */
export const invitationSms = ({ firmName, site, texts }: Pick<MailTenant, 'firmName' | 'site' | 'texts'>, language: Language, { token, renter, number }: InvitationSmsPayload): SmsContent =>
  ({ number, text: `${mailMessages(language, { firm: firmName, renter }, texts)('invitationSms.text')}\n${site}/invitation/${token}` })
