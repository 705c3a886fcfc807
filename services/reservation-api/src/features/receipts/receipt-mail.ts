import type { Database } from '@checkin/server'
import type { Language } from '@checkin/i18n'
import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { Tables } from '../../tables.ts'
import { mailHtml, mailText, type MailContent } from '../mail/mail-layout.ts'
import { mailWords } from '../mail/mail-words.ts'
import { mailWriter, type MailAttachment, type MailOccasion, type WrittenMail } from '../mail/mail-writer.ts'
import { enqueueMail } from '../mail/outbox-store.ts'
import type { PaperStore } from '../papers/paper-store.ts'
import { paperWords } from '../papers/paper-words.ts'
import type { StoredReservation } from '../reservations/reservation-store.ts'
import { ReceiptFacts } from './receipt-facts.ts'
import { paymentRows, receiptPdf } from './receipt-pdf.ts'

/** What waits in the outbox for the mail that brings a receipt. */
export const ReceiptPayload = z.object({ facts: ReceiptFacts })
export type ReceiptPayload = z.infer<typeof ReceiptPayload>

interface Shelf {
  readonly database: Database<Tables>
  readonly papers: PaperStore
}

/** Seconds in which a receipt that could not leave is still of use. */
const usefulSeconds = 7 * 24 * 3600

/** Where confirmations and receipts go; null when no address is known. */
export const addressOf = ({ row, driver }: StoredReservation): string | null => row.customer_email ?? driver?.email ?? row.email_to_sign ?? null

/** Makes a receipt, keeps it and answers it for a mail. A mail that is tried again brings the very same paper. */
export async function receiptAttachment({ database, papers }: Shelf, { tenant, reservationId, language }: MailOccasion, facts: ReceiptFacts): Promise<MailAttachment> {
  const pdf = await receiptPdf(facts, language, { firmName: tenant.firmName, firmLogo: tenant.logo, brand: tenant.brand })
  await papers.store(database, { tenantId: tenant.id, reservationId, kind: 'receipt', language, pdf })
  return { filename: `${facts.reference}.pdf`, contentType: 'application/pdf', content: pdf }
}

/** Queues the mail that brings a receipt, in the transaction that settles the payment. Nobody is written to where no address is known. */
export async function queueReceipt(transaction: Transaction<Tables>, stored: StoredReservation, facts: ReceiptFacts, { language, secret }: { readonly language: Language; readonly secret: string }): Promise<void> {
  const to = addressOf(stored)
  if (to === null) return
  const payload: ReceiptPayload = { facts }
  await enqueueMail(transaction, { tenantId: stored.row.tenant_id, kind: 'receipt', reservationId: stored.row.id, to, language, payload, usefulSeconds }, secret)
}

/** The mail that brings a receipt by itself: of a payment that did not complete check-in. */
export function receiptMail({ tenant, language }: Pick<MailOccasion, 'tenant' | 'language'>, facts: ReceiptFacts): Omit<WrittenMail, 'attachments'> {
  const words = mailWords(language, { firm: tenant.firmName, site: tenant.site, reference: facts.reference })
  const onPaper = paperWords(language, facts.currency)
  const content: MailContent = {
    firm: tenant.firmName, brand: tenant.brand, language, preview: words('receipt.preview'), heading: words('receipt.heading'), lead: words('receipt.lead'),
    facts: [...paymentRows(facts, onPaper), [onPaper.say('due'), onPaper.money(facts.dueMinor)]],
    notes: [words('receipt.attached')], footer: words('footer.sentBy'),
  }
  return { subject: words('receipt.subject'), text: mailText(content), html: mailHtml(content) }
}

/** Writes receipts for the worker. */
export const receiptWriter = (shelf: Shelf) => mailWriter({
  payload: ReceiptPayload,
  write: async (occasion, { facts }) => ({ ...receiptMail(occasion, facts), attachments: [await receiptAttachment(shelf, occasion, facts)] }),
})
