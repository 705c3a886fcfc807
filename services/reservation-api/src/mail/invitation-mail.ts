import { formatDate, formatTime } from '@checkin/i18n/formats'
import * as z from 'zod'
import { composeMail } from './mail-layout.ts'
import { mailWriter, type MailOccasion, type WrittenMail } from './mail-writer.ts'

/** What waits in the outbox for an invited driver; `checkOut` is a local time at the place of pick-up. */
export const InvitationPayload = z.object({ token: z.string().regex(/^[\w-]{43}$/), renter: z.string(), vehicle: z.string(), checkOut: z.string(), place: z.string() })
export type InvitationPayload = z.infer<typeof InvitationPayload>

/** The mail that asks the other driver for the own data (API-55, DEC-209): the renter's first name, and nothing else of a person. */
export const invitationMail = (occasion: Pick<MailOccasion, 'tenant' | 'language'>, { token, renter, vehicle, checkOut, place }: InvitationPayload): WrittenMail =>
  composeMail(occasion, 'invitation', { renter, vehicle, place, when: `${formatDate(checkOut, occasion.language, 'full')}, ${formatTime(checkOut, occasion.language)}` }, (t) => ({
    feature: { kind: 'button', label: t('invitation.button'), url: `${occasion.tenant.site}/invitation/${token}` },
    notes: [t('invitation.private'), t('invitation.ends'), t('invitation.notYou')],
  }))

/** For the worker. */
export const invitationWriter = mailWriter({ payload: InvitationPayload, write: invitationMail })

/** What waits in the outbox for a code of an invited driver. */
export const InvitationCodePayload = z.object({ code: z.string().regex(/^\d{6}$/), minutes: z.number() })
export type InvitationCodePayload = z.infer<typeof InvitationCodePayload>

/** The mail that brings an invited driver's code (API-86): nothing of the rental. */
export const invitationCodeMail = (occasion: Pick<MailOccasion, 'tenant' | 'language'>, { code, minutes }: InvitationCodePayload): WrittenMail =>
  composeMail(occasion, 'invitationCode', { code, minutes: String(minutes) }, (t) => ({ feature: { kind: 'code', code }, notes: [t('invitationCode.expiry'), t('code.never'), t('invitationCode.notYou')] }))

/** For the worker. */
export const invitationCodeWriter = mailWriter({ payload: InvitationCodePayload, write: invitationCodeMail })
