import type { Language } from '@checkin/i18n'
import { openPaper, quiet, type PaperFirm } from '../papers/paper-page.ts'
import { writeFacts, writeHeading, writeText, writeTitle } from '../papers/paper-parts.ts'
import { paperWords, type PaperWords } from '../papers/paper-words.ts'
import { writePrices, writeRental, type PaidRow } from '../papers/rental-sections.ts'
import type { ReceiptFacts } from './receipt-facts.ts'

/** What was paid, with what, when, and under which number: rows of the receipt and of its mail. */
export function paymentRows({ payment: { amountMinor, means, transactionId, paidAt } }: ReceiptFacts, { say, money, moment }: PaperWords): readonly (readonly [string, string])[] {
  const card = means.kind === 'card' ? [means.name || say('receipt.card'), means.lastFour && `•••• ${means.lastFour}`].filter(Boolean).join(' ') : means.name
  return [[say('receipt.amount'), money(amountMinor)], [say('receipt.means'), card], [say('receipt.paidAt'), moment(paidAt)], [say('receipt.transaction'), transactionId]]
}

/** The receipt of one settled payment as PDF (DEC-109). The same facts give the same bytes. */
export function receiptPdf(facts: ReceiptFacts, language: Language, firm: PaperFirm): Promise<Buffer> {
  const words = paperWords(language, facts.currency)
  const { say, moment, money, day } = words
  const { firmName } = firm
  const paper = openPaper({
    title: say('receipt.title'), language, firm, issuedAt: new Date(`${facts.writtenAt}Z`),
    foot: [say('foot.reference', { firm: firmName, reference: facts.reference }), say('foot.page')],
  })
  writeTitle(paper, say('receipt.title'), say('receipt.lead', {
    customer: facts.customer, amount: money(facts.payment.amountMinor), reference: facts.reference, written: moment(facts.writtenAt),
  }))
  writeHeading(paper, say('receipt.payment'))
  writeFacts(paper, paymentRows(facts, words))
  writeRental(paper, facts, words)
  const online = [...facts.earlier, facts.payment].map(({ paidAt, amountMinor }): PaidRow => [say('receipt.online', { date: day(paidAt) }), amountMinor])
  writePrices(paper, facts, words, [[say('receipt.elsewhere'), facts.elsewhereMinor], ...online])
  writeText(paper, say('receipt.note'), { colour: quiet, space: 1 })
  return paper.finish()
}
