import type { Language } from '@checkin/i18n'
import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { PdfShelf } from '../../documents/pdf-store.ts'
import { documentMessages, pdfLanguage, type DocumentMessages } from '../../documents/pdf/pdf-messages.ts'
import { openPdf, quiet, type Letterhead } from '../../documents/pdf/pdf-page.ts'
import { writeFacts, writeHeading, writeText, writeTitle } from '../../documents/pdf/pdf-parts.ts'
import { composeMail } from '../../mail/mail-layout.ts'
import type { MailAttachment } from '@checkin/server/mail'
import { mailWriter, type MailOccasion, type WrittenMail } from '../../mail/mail-writer.ts'
import { enqueueMail } from '../../mail/outbox-store.ts'
import type { StoredReservation } from '../../reservations/reservation-store.ts'
import { writePrices, writeRental, type PaidRow } from '../rental-sections.ts'
import type { Tables } from '../tables.ts'
import { countedOf, ReceiptFacts, type ReceivedPayment } from './receipt-facts.ts'

/** What waits in the outbox for the mail that brings a receipt. */
export const ReceiptPayload = z.object({ facts: ReceiptFacts })
export type ReceiptPayload = z.infer<typeof ReceiptPayload>

/** Seconds in which a receipt that could not leave is still of use. */
const usefulSeconds = 7 * 24 * 3600

/** Where confirmations and receipts go; null when no address is known. */
export const addressOf = ({ row, driver }: StoredReservation): string | null => row.customer_email ?? driver?.email ?? row.email_to_sign ?? null

/** Makes a receipt, keeps it and answers it for a mail. A mail that is tried again brings the very same layout. */
export async function receiptAttachment({ database, pdfs }: PdfShelf, { tenant, reservationId, language }: MailOccasion, facts: ReceiptFacts): Promise<MailAttachment> {
  const pdf = await receiptPdf(facts, language, tenant)
  await pdfs.store(database, { tenantId: tenant.id, reservationId, kind: 'receipt', language: pdfLanguage(language), pdf })
  return { filename: `${facts.reference}.pdf`, contentType: 'application/pdf', content: pdf }
}

/** Queues the mail that brings a receipt, in the transaction that settles the payment. Nobody is written to where no address is known. */
export async function queueReceipt(transaction: Transaction<Tables>, stored: StoredReservation, facts: ReceiptFacts, { language, secret }: { readonly language: Language; readonly secret: string }): Promise<void> {
  const to = addressOf(stored)
  if (to === null) return
  const payload: ReceiptPayload = { facts }
  await enqueueMail(transaction, { tenantId: stored.row.tenant_id, kind: 'receipt', reservationId: stored.row.id, to, language, payload, usefulSeconds }, secret)
}

/** The mail that brings a receipt by itself: of a payment that did not complete check-in, or of a captured deposit. */
export function receiptMail(occasion: Pick<MailOccasion, 'tenant' | 'language'>, facts: ReceiptFacts): WrittenMail {
  const messages = documentMessages(occasion.language, facts.currency)
  return composeMail(occasion, facts.payment.captured ? 'captured' : 'receipt', { reference: facts.reference }, (t) => ({
    facts: [...paymentRows(facts, messages), [messages.t('due'), messages.money(facts.dueMinor)]], notes: [t('receipt.attached')],
  }))
}

/** Writes receipts for the worker. */
export const receiptWriter = (shelf: PdfShelf) => mailWriter({
  payload: ReceiptPayload,
  write: async (occasion, { facts }) => ({ ...receiptMail(occasion, facts), attachments: [await receiptAttachment(shelf, occasion, facts)] }),
})

/** A card by its brand and last digits, a wallet by its name. */
export const methodName = ({ means: method }: Pick<ReceivedPayment, 'means'>, { t }: Pick<DocumentMessages, 't'>): string =>
  (method.kind === 'card' ? [method.name || t('receipt.card'), method.lastFour && `•••• ${method.lastFour}`].filter(Boolean).join(' ') : method.name)

/** What was paid, with what, when, and under which number: rows of the receipt and of its mail. */
export function paymentRows({ payment }: ReceiptFacts, messages: DocumentMessages): readonly (readonly [string, string])[] {
  const { t, money, moment } = messages
  const { amountMinor, transactionId, paidAt, captured } = payment
  const sums: readonly (readonly [string, string])[] = captured === null ? [[t('receipt.amount'), money(amountMinor)]] : [
    [t('receipt.held'), money(captured.heldMinor)], [t('receipt.captured'), money(amountMinor)],
    ...(captured.depositMinor > 0 ? [[t('receipt.ofDeposit'), money(captured.depositMinor)] as const] : []),
    ...(amountMinor < captured.heldMinor ? [[t('receipt.released'), money(captured.heldMinor - amountMinor)] as const] : []),
  ]
  return [...sums, [t('receipt.means'), methodName(payment, messages)], [t('receipt.paidAt'), moment(paidAt)], [t('receipt.transaction'), transactionId]]
}

/** The receipt of one settled payment as PDF (DEC-109). The same facts give the same bytes. */
export function receiptPdf(facts: ReceiptFacts, wanted: Language, firm: Letterhead): Promise<Buffer> {
  const language = pdfLanguage(wanted)
  const messages = documentMessages(language, facts.currency)
  const { t, moment, money, day } = messages
  const { firmName } = firm
  const layout = openPdf({
    title: t('receipt.title'), language, firm, issuedAt: new Date(`${facts.writtenAt}Z`),
    foot: [t('foot.reference', { firm: firmName, reference: facts.reference }), t('foot.page')],
  })
  writeTitle(layout, t('receipt.title'), t(facts.payment.captured ? 'receipt.leadCaptured' : 'receipt.lead', {
    customer: facts.customer, amount: money(facts.payment.amountMinor), reference: facts.reference, written: moment(facts.writtenAt),
  }))
  writeHeading(layout, t('receipt.payment'))
  writeFacts(layout, paymentRows(facts, messages))
  writeRental(layout, facts, messages)
  const online = [...facts.earlier, facts.payment].map((payment): PaidRow => [t('receipt.online', { date: day(payment.paidAt) }), countedOf(payment)])
  writePrices(layout, facts, messages, [[t('receipt.elsewhere'), facts.elsewhereMinor], ...online])
  writeText(layout, t('receipt.note'), { colour: quiet, space: 1 })
  return layout.finish()
}
