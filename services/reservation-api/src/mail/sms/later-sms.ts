import type { Language } from '@checkin/i18n'
import { formatDate, formatTime } from '@checkin/i18n/formats'
import * as z from 'zod'
import { LaterPayload } from '../later-mail.ts'
import { mailMessages } from '../mail-messages.ts'
import type { MailTenant } from '../mail-writer.ts'
import { CodeSmsPayload, type SmsContent } from './code-sms.ts'

/** What waits in the outbox for a text message with the link to finish later. */
export const LaterSmsPayload = z.object({ ...LaterPayload.shape, number: CodeSmsPayload.shape.number })
export type LaterSmsPayload = z.infer<typeof LaterSmsPayload>

/** The text message with the link to finish later (API-98, DEC-281): as short as it can be, because each part of it is paid for. The link has a line of its own, where phones see where it ends. */
export const laterSms = ({ firmName, site, texts }: Pick<MailTenant, 'firmName' | 'site' | 'texts'>, language: Language, { token, until, number }: LaterSmsPayload): SmsContent =>
  ({ number, text: `${mailMessages(language, { firm: firmName, until: `${formatDate(until, language)}, ${formatTime(until, language)}` }, texts)('laterSms.text')}\n${site}/${token}` })
