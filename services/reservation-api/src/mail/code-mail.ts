import * as z from 'zod'
import { composeMail } from './mail-layout.ts'
import { mailWriter, type MailOccasion, type WrittenMail } from './mail-writer.ts'

/** What waits in the outbox for a mail with a code. */
export const CodePayload = z.object({ code: z.string().regex(/^\d{6}$/), reference: z.string(), minutes: z.number() })
export type CodePayload = z.infer<typeof CodePayload>

/** The mail that brings a code (API-10). */
export const codeMail = (occasion: Pick<MailOccasion, 'tenant' | 'language'>, { code, reference, minutes }: CodePayload): WrittenMail =>
  composeMail(occasion, 'code', { code, reference, minutes: String(minutes) }, (t) => ({ feature: { kind: 'code', code }, notes: [t('code.expiry'), t('code.never'), t('code.notYou')] }))

/** For the worker. */
export const codeWriter = mailWriter({ payload: CodePayload, write: codeMail })
