import type { Language } from '@checkin/i18n'
import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { PdfShelf } from '../../documents/pdf-store.ts'
import { documentMessages, pdfLanguage, type DocumentMessages } from '../../documents/pdf/pdf-messages.ts'
import { openPdf, quiet, type Letterhead } from '../../documents/pdf/pdf-page.ts'
import { writeFacts, writeHeading, writeText, writeTitle } from '../../documents/pdf/pdf-parts.ts'
import { composeMail } from '../../mail/mail-layout.ts'
import { mailWriter, type MailOccasion, type WrittenMail } from '../../mail/mail-writer.ts'
import { refundedOf, takenOf } from '../../payments/ledger-store.ts'
import type { RefundedPayment } from '../../payments/settle-consequences.ts'
import { percentOf, scaled } from '../../pricing/money.ts'
import { localNow, RentalFacts, rentalFacts } from '../../reservations/rental-facts.ts'
import type { StoredReservation } from '../../reservations/reservation-store.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import { writeRental } from '../rental-sections.ts'
import type { Tables } from '../tables.ts'
import { paidWith, ReceivedPayment } from './receipt-facts.ts'
import { methodName } from './receipt-mail.ts'

/** The contents of a credit note: one payment, and what went back of it. Amounts in minor units, local times at the pick-up place. */
export const CreditNoteFacts = RentalFacts.extend({
  payment: ReceivedPayment,
  refund: z.object({
    amountMinor: z.int(),
    /** The provider's number of it. */
    refundId: z.string(),
    refundedAt: z.string(),
    /** What went back of this payment up to now, this refund included. */
    backMinor: z.int(),
    /** VAT by rate of what had counted as paid; a deposit has none. */
    taxes: RentalFacts.shape.taxes,
  }),
})
export type CreditNoteFacts = z.infer<typeof CreditNoteFacts>

/** A sum divided over rates of VAT in proportion to what the rental has of each; the parts add up to the sum. */
export function taxesInProportion(amountMinor: number, taxes: RentalFacts['taxes']): RentalFacts['taxes'] {
  const whole = taxes.reduce((sum, { netMinor, taxMinor }) => sum + netMinor + taxMinor, 0)
  if (whole <= 0 || amountMinor <= 0) return []
  let before = 0
  return taxes.map(({ rate, netMinor, taxMinor }) => {
    const gross = netMinor + taxMinor
    const share = scaled(amountMinor, before + gross, whole) - scaled(amountMinor, before, whole)
    before += gross
    const tax = gross === 0 ? 0 : scaled(share, taxMinor, gross)
    return { rate, netMinor: share - tax, taxMinor: tax }
  })
}

/** Records the contents of a refund's credit note, in the transaction that books it. */
export async function creditNoteFacts(
  transaction: Transaction<Tables>, tenant: Tenant, stored: StoredReservation, { intent, amountMinor, countedMinor, refundId }: RefundedPayment, language: Language,
): Promise<CreditNoteFacts> {
  const facts = rentalFacts(stored, language, tenant.settings.currency)
  const timeZone = stored.row.check_out_zone
  return {
    ...facts,
    payment: {
      amountMinor: await takenOf(transaction, intent), means: paidWith(tenant, intent.provider, intent.card), transactionId: intent.merchant_transaction_id,
      paidAt: localNow(timeZone, intent.settled_at ?? intent.updated_at), captured: null,
    },
    refund: { amountMinor, refundId, refundedAt: localNow(timeZone), backMinor: await refundedOf(transaction, intent), taxes: taxesInProportion(countedMinor, facts.taxes) },
  }
}

/** What was paid, with what, and what went back: rows of the note and of its mail. */
function refundRows({ payment, refund }: CreditNoteFacts, messages: DocumentMessages): readonly (readonly [string, string])[] {
  const { t, money, moment } = messages
  return [
    [t('creditNote.amount'), money(refund.amountMinor)], [t('creditNote.at'), moment(refund.refundedAt)], [t('creditNote.number'), refund.refundId],
    ...refund.taxes.map(({ rate, netMinor, taxMinor }) => [t('taxOf', { rate: String(percentOf(rate)), net: money(netMinor) }), money(taxMinor)] as const),
    [t('creditNote.paid'), money(payment.amountMinor)], [t('receipt.paidAt'), moment(payment.paidAt)], [t('receipt.means'), methodName(payment, messages)], [t('receipt.transaction'), payment.transactionId],
    ...(refund.backMinor === refund.amountMinor ? [] : [[t('creditNote.back'), money(refund.backMinor)] as const]),
  ]
}

/** The credit note of one refund as PDF. The same facts give the same bytes. */
export function creditNotePdf(facts: CreditNoteFacts, wanted: Language, firm: Letterhead): Promise<Buffer> {
  const language = pdfLanguage(wanted)
  const messages = documentMessages(language, facts.currency)
  const { t, money, moment } = messages
  const layout = openPdf({
    title: t('creditNote.title'), language, firm, issuedAt: new Date(`${facts.writtenAt}Z`),
    foot: [t('foot.reference', { firm: firm.firmName, reference: facts.reference }), t('foot.page')],
  })
  writeTitle(layout, t('creditNote.title'), t('creditNote.lead', {
    firm: firm.firmName, customer: facts.customer, amount: money(facts.refund.amountMinor), reference: facts.reference, written: moment(facts.writtenAt),
  }))
  writeHeading(layout, t('creditNote.refund'))
  writeFacts(layout, refundRows(facts, messages))
  writeRental(layout, facts, messages)
  writeText(layout, t('creditNote.note'), { colour: quiet, space: 1 })
  return layout.finish()
}

/** What waits in the outbox for the mail that brings a credit note. */
export const CreditNotePayload = z.object({ facts: CreditNoteFacts })

/** The mail that brings a credit note. */
export function creditNoteMail(occasion: Pick<MailOccasion, 'tenant' | 'language'>, facts: CreditNoteFacts): WrittenMail {
  const messages = documentMessages(occasion.language, facts.currency)
  return composeMail(occasion, 'creditNote', { reference: facts.reference, amount: messages.money(facts.refund.amountMinor) }, (t) => ({ facts: refundRows(facts, messages), notes: [t('creditNote.bank'), t('creditNote.attached')] }))
}

/** Writes credit notes for the worker; one that is tried again brings the very same document. */
export const creditNoteWriter = ({ database, pdfs }: PdfShelf) => mailWriter({
  payload: CreditNotePayload,
  write: async (occasion, { facts }) => {
    const { tenant, reservationId, language } = occasion
    const pdf = await creditNotePdf(facts, language, tenant)
    await pdfs.store(database, { tenantId: tenant.id, reservationId, kind: 'credit-note', language: pdfLanguage(language), pdf })
    return { ...creditNoteMail(occasion, facts), attachments: [{ filename: `${facts.reference}.pdf`, contentType: 'application/pdf', content: pdf }] }
  },
})
