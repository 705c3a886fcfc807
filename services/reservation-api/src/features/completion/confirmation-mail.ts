import type { Database } from '@checkin/server'
import type { Tables } from '../../tables.ts'
import { mailHtml, mailText, type MailContent } from '../mail/mail-layout.ts'
import { mailWords } from '../mail/mail-words.ts'
import { mailWriter, type MailOccasion, type WrittenMail } from '../mail/mail-writer.ts'
import type { PaperStore } from '../papers/paper-store.ts'
import { paperWords } from '../papers/paper-words.ts'
import { rentalRows } from '../papers/rental-sections.ts'
import { receiptPdf } from '../receipts/receipt-pdf.ts'
import { ConfirmationPayload } from './confirmation-payload.ts'

/** Words and facts of a confirmation; a link to pre-checkout when there is one (PAY-37). */
export function confirmationMail({ tenant, language }: Pick<MailOccasion, 'tenant' | 'language'>, { facts, precheckoutToken }: ConfirmationPayload): Omit<WrittenMail, 'attachments'> {
  const words = mailWords(language, { firm: tenant.firmName, site: tenant.site, reference: facts.reference })
  const onPaper = paperWords(language, facts.currency)
  const { say, money } = onPaper
  const content: MailContent = {
    firm: tenant.firmName, brand: tenant.brand, language,
    preview: words('confirmation.preview'), heading: words('confirmation.heading'), lead: words('confirmation.lead'),
    facts: [
      ...rentalRows(facts, onPaper), [say('total'), money(facts.totalMinor)],
      ...(facts.paidMinor > 0 ? [[say('paid'), money(facts.paidMinor)] as const] : []), [say('due'), money(facts.dueMinor)],
    ],
    ...(precheckoutToken !== null && { feature: { kind: 'button', label: words('confirmation.precheckout'), url: `${tenant.site}/precheckout/${precheckoutToken}` } }),
    notes: [
      ...(precheckoutToken !== null ? [words('confirmation.precheckoutWhy')] : []),
      ...(facts.paidMinor > 0 ? [words('confirmation.receipt')] : []), words('confirmation.bring'),
    ],
    footer: words('footer.sentBy'),
  }
  return { subject: words('confirmation.subject'), text: mailText(content), html: mailHtml(content) }
}

/** Writes confirmations for the worker; of what was paid it makes, keeps and attaches a receipt. */
export const confirmationWriter = ({ database, papers }: { readonly database: Database<Tables>; readonly papers: PaperStore }) => mailWriter({
  payload: ConfirmationPayload,
  write: async (occasion, payload) => {
    const { tenant, reservationId, language } = occasion
    const mail = confirmationMail(occasion, payload)
    if (payload.facts.paidMinor <= 0) return mail
    const pdf = await receiptPdf(payload.facts, language, { firmName: tenant.firmName, firmLogo: tenant.logo, brand: tenant.brand })
    await papers.store(database, { tenantId: tenant.id, reservationId, kind: 'receipt', language, pdf })
    return { ...mail, attachments: [{ filename: `${payload.facts.reference}.pdf`, contentType: 'application/pdf', content: pdf }] }
  },
})
