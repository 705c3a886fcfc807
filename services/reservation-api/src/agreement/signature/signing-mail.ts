import type { Database } from '@checkin/server'
import * as z from 'zod'
import type { Tables } from '../../tables.ts'
import { mailHtml, mailText, type MailContent } from '../mail/mail-layout.ts'
import { mailWords } from '../mail/mail-words.ts'
import { mailWriter, type MailAttachment, type MailOccasion, type WrittenMail } from '../mail/mail-writer.ts'
import type { PaperStore } from '../papers/paper-store.ts'
import { paperWords } from '../papers/paper-words.ts'

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
export function signingMail({ tenant, language }: Occasion, { reference, url, heldMinor, currency, isRenewed }: SigningLinkPayload): Omit<WrittenMail, 'attachments'> {
  const words = mailWords(language, { firm: tenant.firmName, site: tenant.site, reference, amount: paperWords(language, currency).money(heldMinor) })
  const content: MailContent = {
    firm: tenant.firmName, brand: tenant.brand, language, preview: words(isRenewed ? 'renewed.preview' : 'signing.preview'), heading: words(isRenewed ? 'renewed.heading' : 'signing.heading'),
    lead: words(isRenewed ? 'renewed.lead' : 'signing.lead'),
    feature: { kind: 'button', label: words('signing.button'), url },
    notes: [...(heldMinor > 0 ? [words('signing.held')] : []), words('signing.attached'), words('signing.notYou')],
    footer: words('footer.sentBy'),
  }
  return { subject: words(isRenewed ? 'renewed.subject' : 'signing.subject'), text: mailText(content), html: mailHtml(content) }
}

/** The mail that says that nobody can sign the former agreement any more, and how the renter goes on. */
export function changedMail({ tenant, language }: Occasion, { reference, precheckoutToken, releasedMinor, currency }: AgreementChangedPayload): Omit<WrittenMail, 'attachments'> {
  const words = mailWords(language, { firm: tenant.firmName, site: tenant.site, reference, amount: paperWords(language, currency).money(releasedMinor) })
  const content: MailContent = {
    firm: tenant.firmName, brand: tenant.brand, language, preview: words('changed.preview'), heading: words('changed.heading'), lead: words('changed.lead'),
    ...(precheckoutToken !== null && { feature: { kind: 'button', label: words('changed.button'), url: `${tenant.site}/precheckout/${precheckoutToken}` } }),
    notes: [...(releasedMinor > 0 ? [words('changed.released')] : []), words(precheckoutToken === null ? 'changed.counter' : 'changed.private')],
    footer: words('footer.sentBy'),
  }
  return { subject: words('changed.subject'), text: mailText(content), html: mailHtml(content) }
}

/** The mail that brings the signed copy (API-33). */
export function signedMail({ tenant, language }: Occasion, { reference }: SignedCopyPayload): Omit<WrittenMail, 'attachments'> {
  const words = mailWords(language, { firm: tenant.firmName, site: tenant.site, reference })
  const content: MailContent = {
    firm: tenant.firmName, brand: tenant.brand, language, preview: words('signed.preview'), heading: words('signed.heading'), lead: words('signed.lead'),
    notes: [words('signed.next')], footer: words('footer.sentBy'),
  }
  return { subject: words('signed.subject'), text: mailText(content), html: mailHtml(content) }
}

interface Shelf {
  readonly database: Database<Tables>
  readonly papers: PaperStore
}

/** A kept paper for a mail; nothing once it was destroyed with the renter's data. */
async function attached({ database, papers }: Shelf, tenantId: string, paperId: string, filename: string): Promise<readonly MailAttachment[]> {
  const pdf = await database.withTenant(tenantId, (transaction) => papers.read(transaction, tenantId, paperId))
  return pdf ? [{ filename, contentType: 'application/pdf', content: pdf }] : []
}

/** Writes the mails about signing for the worker. */
export const signingWriters = (shelf: Shelf) => ({
  'signing-link': mailWriter({
    payload: SigningLinkPayload,
    write: async (occasion, payload) => ({
      ...signingMail(occasion, payload), attachments: await attached(shelf, occasion.tenant.id, payload.paperId, `${payload.reference}.pdf`),
    }),
  }),
  'agreement-changed': mailWriter({ payload: AgreementChangedPayload, write: (occasion, payload) => changedMail(occasion, payload) }),
  'signed-copy': mailWriter({
    payload: SignedCopyPayload,
    write: async (occasion, payload) => ({
      ...signedMail(occasion, payload), attachments: await attached(shelf, occasion.tenant.id, payload.paperId, `${payload.reference}-signed.pdf`),
    }),
  }),
})
