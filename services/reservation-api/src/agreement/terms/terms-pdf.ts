import { languages, type Language } from '@checkin/i18n'
import type { TermsText } from '@checkin/internal'
import { fontFor } from '../../documents/pdf/pdf-fonts.ts'
import { fillMessage, pdfLanguage } from '../../documents/pdf/pdf-messages.ts'
import { ink, margin, openPdf, quiet, type Letterhead } from '../../documents/pdf/pdf-page.ts'
import ar from './locales/ar.json' with { type: 'json' }
import de from './locales/de.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import it from './locales/it.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }
import pt from './locales/pt.json' with { type: 'json' }

const catalogues: Readonly<Record<Language, typeof en>> = { ar, de, en, es, fr, it, nl, pt }

/** A document to agree to as PDF (API-07). `validFrom` is a plain date; the same text gives the same bytes. */
export function termsPdf(text: TermsText, version: { readonly language: string; readonly validFrom: string }, firm: Letterhead): Promise<Buffer> {
  const language = pdfLanguage(languages.find((each) => each === version.language) ?? 'en')
  const messages = catalogues[language]
  const issued = new Date(`${version.validFrom}T00:00:00Z`)
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(issued)
  const { document, write, width, keepTogether, finish } = openPdf({
    title: text.title, language, firm, issuedAt: issued, foot: [fillMessage(messages.issued, { firm: firm.firmName, date }), messages.page],
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
