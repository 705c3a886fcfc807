import type { Language } from '@checkin/i18n'
import { fontFor } from '../papers/paper-fonts.ts'
import { ink, margin, openPaper, quiet, type PaperFirm } from '../papers/paper-page.ts'
import { filled, termsCatalogues, termsText, type TermTag } from './terms-texts.ts'

/** What the documents of a tenant show of it. */
export type TermsFirm = PaperFirm

/** The day that the texts were issued; a fixed one keeps the bytes of a document the same. */
const issued = new Date('2026-09-01T00:00:00Z')

/** A document to agree to as PDF (API-07). */
export function termsPdf(tag: TermTag, language: Language, firm: TermsFirm): Promise<Buffer> {
  const text = termsText(tag, language, firm.firmName)
  const words = termsCatalogues[language]
  const { document, write, width, keepTogether, finish } = openPaper({
    title: text.title, language, firm, issuedAt: issued, foot: [filled(words.issued, { firm: firm.firmName }), words.page],
  })
  write('H1', () => document.font(fontFor(text.title, 'strong')).fontSize(24).fillColor(ink).text(text.title, margin, 132, { width }))
  write('P', () => document.moveDown(0.4).font(fontFor(text.lead)).fontSize(11).fillColor(quiet).text(text.lead, { width, lineGap: 2 }))
  text.sections.forEach((section, index) => {
    keepTogether(90)
    write('H2', () => document.moveDown(0.9).font(fontFor(section.heading, 'strong')).fontSize(12.5).fillColor(ink).text(`${index + 1}. ${section.heading}`, margin, document.y, { width }))
    for (const paragraph of section.paragraphs) {
      write('P', () => document.moveDown(0.25).font(fontFor(paragraph)).fontSize(10.5).fillColor(ink).text(paragraph, { width, lineGap: 2 }))
    }
  })
  return finish()
}
