import type { Language } from '@checkin/i18n'
import { openPaper, quiet, type PaperFirm } from '../papers/paper-page.ts'
import { writeText, writeTitle } from '../papers/paper-parts.ts'
import { paperWords } from '../papers/paper-words.ts'
import type { RentalFacts } from '../papers/rental-facts.ts'
import { writePrices, writeRental } from '../papers/rental-sections.ts'

/** The receipt of a paid reservation as PDF (PAY-37). The same facts give the same bytes. */
export function receiptPdf(facts: RentalFacts, language: Language, firm: PaperFirm): Promise<Buffer> {
  const words = paperWords(language, facts.currency)
  const { say, moment } = words
  const { firmName } = firm
  const paper = openPaper({
    title: say('receipt.title'), language, firm, issuedAt: new Date(`${facts.writtenAt}Z`),
    foot: [say('foot.reference', { firm: firmName, reference: facts.reference }), say('foot.page')],
  })
  writeTitle(paper, say('receipt.title'), say('receipt.lead', { customer: facts.customer, reference: facts.reference, written: moment(facts.writtenAt) }))
  writeRental(paper, facts, words)
  writePrices(paper, facts, words)
  writeText(paper, say('receipt.note'), { colour: quiet, space: 1 })
  return paper.finish()
}
