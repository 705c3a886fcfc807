import * as z from 'zod'
import { ReceiptFacts } from '../agreement/receipts/receipt-facts.ts'
import { receiptAttachment } from '../agreement/receipts/receipt-mail.ts'
import { rentalRows } from '../agreement/rental-sections.ts'
import type { PdfShelf } from '../documents/pdf-store.ts'
import { documentMessages } from '../documents/pdf/pdf-messages.ts'
import { composeMail } from '../mail/mail-layout.ts'
import { mailWriter, type MailOccasion, type WrittenMail } from '../mail/mail-writer.ts'
import { RentalFacts } from '../reservations/rental-facts.ts'

/** What waits in the outbox for a confirmation (PAY-37). */
export const ConfirmationPayload = z.object({
  facts: RentalFacts,
  /** Token of the link to pre-checkout; null when that is not possible. */
  precheckoutToken: z.string().nullable(),
  /** Token of the link to the ticket; null where the tenant gives none (DEC-206). */
  ticketToken: z.string().nullable().default(null),
  /** Of the payment that completed check-in; null when none did. */
  receipt: ReceiptFacts.nullable().default(null),
})
export type ConfirmationPayload = z.infer<typeof ConfirmationPayload>

/** The confirmation with the facts of the rental; with a link to pre-checkout when there is one (PAY-37). */
export function confirmationMail(occasion: Pick<MailOccasion, 'tenant' | 'language'>, { facts, precheckoutToken, ticketToken, receipt }: ConfirmationPayload): WrittenMail {
  const messages = documentMessages(occasion.language, facts.currency)
  const { money } = messages
  return composeMail(occasion, 'confirmation', { reference: facts.reference, url: `${occasion.tenant.site}/ticket/${ticketToken ?? ''}` }, (t) => ({
    facts: [
      ...rentalRows(facts, messages), [messages.t('total'), money(facts.totalMinor)],
      ...(facts.paidMinor > 0 ? [[messages.t('paid'), money(facts.paidMinor)] as const] : []), [messages.t('due'), money(facts.dueMinor)],
    ],
    ...(precheckoutToken !== null && { feature: { kind: 'button', label: t('confirmation.precheckout'), url: `${occasion.tenant.site}/precheckout/${precheckoutToken}` } }),
    notes: [
      ...(precheckoutToken !== null ? [t('confirmation.precheckoutWhy')] : []),
      ...(ticketToken !== null ? [t('confirmation.ticket'), t('confirmation.ticketWhy')] : []),
      ...(receipt ? [t('confirmation.receipt')] : []), t('confirmation.bring'),
    ],
  }))
}

/** Writes confirmations for the worker; with the receipt of the payment that completed check-in (DEC-109). */
export const confirmationWriter = (shelf: PdfShelf) => mailWriter({
  payload: ConfirmationPayload,
  write: async (occasion, payload) => {
    const mail = confirmationMail(occasion, payload)
    return payload.receipt ? { ...mail, attachments: [await receiptAttachment(shelf, occasion, payload.receipt)] } : mail
  },
})
