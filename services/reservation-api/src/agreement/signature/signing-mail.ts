import * as z from 'zod'
import { composeMail } from '../../mail/mail-layout.ts'
import type { MailAttachment } from '@checkin/server/mail'
import { mailWriter, type MailOccasion, type WrittenMail } from '../../mail/mail-writer.ts'
import type { PdfShelf } from '../../documents/pdf-store.ts'
import { documentMessages } from '../../documents/pdf/pdf-messages.ts'

/** What waits in the outbox for the mail that says where to sign. `isRenewed`: in place of an agreement that is no longer true. */
export const SigningLinkPayload = z.object({ reference: z.string(), url: z.string(), heldMinor: z.int(), currency: z.string(), paperId: z.string(), isRenewed: z.boolean().default(false) })
export type SigningLinkPayload = z.infer<typeof SigningLinkPayload>

/** What waits in the outbox for the mail that says that the rental has changed and another agreement is to be made (DEC-108). */
export const AgreementChangedPayload = z.object({
  reference: z.string(),
  /** Token of the link to pre-checkout; null where it only goes on at the counter. */
  precheckoutToken: z.string().nullable(),
  /** What is no longer held on the card, in minor units; 0 for nothing. */
  releasedMinor: z.int(), currency: z.string(),
})
export type AgreementChangedPayload = z.infer<typeof AgreementChangedPayload>

/** What waits in the outbox for the signed copy. */
export const SignedCopyPayload = z.object({ reference: z.string(), paperId: z.string() })
export type SignedCopyPayload = z.infer<typeof SignedCopyPayload>

type Occasion = Pick<MailOccasion, 'tenant' | 'language'>

/** The mail that says where to sign, and what is held (PRECHK-21). */
export const signingMail = (occasion: Occasion, { reference, url, heldMinor, currency, isRenewed }: SigningLinkPayload): WrittenMail =>
  composeMail(occasion, isRenewed ? 'renewed' : 'signing', { reference, amount: documentMessages(occasion.language, currency).money(heldMinor) }, (t) => ({
    feature: { kind: 'button', label: t('signing.button'), url }, notes: [...(heldMinor > 0 ? [t('signing.held')] : []), t('signing.attached'), t('signing.notYou')],
  }))

/** The mail that says that nobody can sign the former agreement any more, and how the renter goes on. */
export const changedMail = (occasion: Occasion, { reference, precheckoutToken, releasedMinor, currency }: AgreementChangedPayload): WrittenMail =>
  composeMail(occasion, 'changed', { reference, amount: documentMessages(occasion.language, currency).money(releasedMinor) }, (t) => ({
    ...(precheckoutToken !== null && { feature: { kind: 'button', label: t('changed.button'), url: `${occasion.tenant.site}/precheckout/${precheckoutToken}` } }),
    notes: [...(releasedMinor > 0 ? [t('changed.released')] : []), t(precheckoutToken === null ? 'changed.counter' : 'changed.private')],
  }))

/** The mail that brings the signed copy (API-33). */
export const signedMail = (occasion: Occasion, { reference }: SignedCopyPayload): WrittenMail => composeMail(occasion, 'signed', { reference }, (t) => ({ notes: [t('signed.next')] }))

/** A kept document for a mail; nothing once it was destroyed with the renter's data. */
async function attached({ database, pdfs }: PdfShelf, tenantId: string, paperId: string, filename: string): Promise<readonly MailAttachment[]> {
  const pdf = await database.withTenant(tenantId, (transaction) => pdfs.read(transaction, tenantId, paperId))
  return pdf ? [{ filename, contentType: 'application/pdf', content: pdf }] : []
}

/** Writes the mails about signing for the worker. */
export const signingWriters = (shelf: PdfShelf) => ({
  'signing-link': mailWriter({
    payload: SigningLinkPayload,
    write: async (occasion, payload) => ({
      ...signingMail(occasion, payload), attachments: await attached(shelf, occasion.tenant.id, payload.paperId, `${payload.reference}.pdf`),
    }),
  }),
  'agreement-changed': mailWriter({ payload: AgreementChangedPayload, write: changedMail }),
  'signed-copy': mailWriter({
    payload: SignedCopyPayload,
    write: async (occasion, payload) => ({
      ...signedMail(occasion, payload), attachments: await attached(shelf, occasion.tenant.id, payload.paperId, `${payload.reference}-signed.pdf`),
    }),
  }),
})
