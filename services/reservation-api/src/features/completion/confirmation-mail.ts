import type { Database } from '@checkin/server'
import type { Tables } from '../../tables.ts'
import { mailHtml, mailText, type MailContent } from '../mail/mail-layout.ts'
import { mailWords } from '../mail/mail-words.ts'
import { mailWriter, type MailOccasion, type WrittenMail } from '../mail/mail-writer.ts'
import type { PaperStore } from '../papers/paper-store.ts'
import { paperWords } from '../papers/paper-words.ts'
import { rentalRows } from '../papers/rental-sections.ts'
import { receiptAttachment } from '../receipts/receipt-mail.ts'
import { ConfirmationPayload } from './confirmation-payload.ts'

/** Words and facts of a confirmation; a link to pre-checkout when there is one (PAY-37). */
export function confirmationMail({ tenant, language }: Pick<MailOccasion, 'tenant' | 'language'>, { facts, precheckoutToken, receipt }: ConfirmationPayload): Omit<WrittenMail, 'attachments'> {
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
      ...(receipt ? [words('confirmation.receipt')] : []), words('confirmation.bring'),
    ],
    footer: words('footer.sentBy'),
  }
  return { subject: words('confirmation.subject'), text: mailText(content), html: mailHtml(content) }
}

/** Writes confirmations for the worker; with the receipt of the payment that completed check-in (DEC-109). */
export const confirmationWriter = (shelf: { readonly database: Database<Tables>; readonly papers: PaperStore }) => mailWriter({
  payload: ConfirmationPayload,
  write: async (occasion, payload) => {
    const mail = confirmationMail(occasion, payload)
    return payload.receipt ? { ...mail, attachments: [await receiptAttachment(shelf, occasion, payload.receipt)] } : mail
  },
})
