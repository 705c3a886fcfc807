import type { Language } from '@checkin/i18n'
import * as z from 'zod'
import { mailMessages } from '../mail-messages.ts'
import type { MailTenant } from '../mail-writer.ts'

/** What waits in the outbox for a text message with a code. The number stands here alone, sealed with the rest (DEC-213). */
export const CodeSmsPayload = z.object({ code: z.string().regex(/^\d{6}$/), number: z.string().regex(/^\+\d{6,15}$/) })
export type CodeSmsPayload = z.infer<typeof CodeSmsPayload>

/** What leaves as a text message, and where to: E.164. */
export interface SmsContent {
  readonly number: string
  readonly text: string
}

/**
 * The text message with a code (API-63). Its last line binds the code to the site, as phones read it that offer the code to this site alone
 * (https://wicg.github.io/sms-one-time-codes/): a copied page gets nothing filled in.
 */
export const codeSms = ({ firmName, host, texts }: Pick<MailTenant, 'firmName' | 'host' | 'texts'>, language: Language, { code, number }: CodeSmsPayload): SmsContent =>
  ({ number, text: `${mailMessages(language, { code, firm: firmName }, texts)('codeSms.text')}\n\n@${host} #${code}` })
