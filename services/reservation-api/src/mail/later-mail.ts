import { formatDate, formatTime } from '@checkin/i18n/formats'
import * as z from 'zod'
import { composeMail } from './mail-layout.ts'
import { mailWriter, type MailOccasion, type WrittenMail } from './mail-writer.ts'

/** What waits in the outbox for a link to finish later; `until` is a local time on the clock of the place of pick-up. */
export const LaterPayload = z.object({ token: z.string().regex(/^[\w-]{43}$/), reference: z.string(), until: z.string() })
export type LaterPayload = z.infer<typeof LaterPayload>

/** The mail with the link to finish later (API-45, DEC-186). */
export const laterMail = (occasion: Pick<MailOccasion, 'tenant' | 'language'>, { token, reference, until }: LaterPayload): WrittenMail =>
  composeMail(occasion, 'later', { reference, until: `${formatDate(until, occasion.language, 'full')}, ${formatTime(until, occasion.language)}` }, (t) => ({
    feature: { kind: 'button', label: t('later.button'), url: `${occasion.tenant.site}/${token}` },
    notes: [t('later.kept'), t('later.expiry'), t('later.private'), t('later.notYou')],
  }))

/** For the worker. */
export const laterWriter = mailWriter({ payload: LaterPayload, write: laterMail })
