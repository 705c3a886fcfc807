import { fileURLToPath } from 'node:url'
import type { Language } from '@checkin/i18n'
import PDFDocument from 'pdfkit'
import { bandColours } from '../mail/mail-colours.ts'
import { drawLogo } from './pdf-logo.ts'
import { filled, termsCatalogues, termsText, type TermTag } from './terms-texts.ts'

/** What the documents of a tenant show of it. */
export interface TermsFirm {
  readonly firmName: string
  /** The picture as `data:` address or base64; null for none. */
  readonly firmLogo: string | null
  /** Brand colour `#rrggbb`; null for the standard one. */
  readonly brand: string | null
}

const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/figtree/${name}`))
const margin = 56
const ink = '#1b2a22'
const quiet = '#4a5b52'
/** The day that the texts were issued; a fixed one keeps the bytes of a document the same. */
const issued = new Date('2026-09-01T00:00:00Z')

/**
 * A document to agree to as PDF (API-07): real text in an embedded font, tagged with its headings so that a screen reader can
 * walk through it, with title and language in its properties.
 */
export function termsPdf(tag: TermTag, language: Language, firm: TermsFirm): Promise<Buffer> {
  const text = termsText(tag, language, firm.firmName)
  const document = new PDFDocument({
    size: 'A4', margin, bufferPages: true, tagged: true, displayTitle: true, pdfVersion: '1.7', lang: language, font: fontFile('400Regular/Figtree_400Regular.ttf'),
    info: { Title: `${text.title} – ${firm.firmName}`, Author: firm.firmName, CreationDate: issued, ModDate: issued },
  })
  document.registerFont('text', fontFile('400Regular/Figtree_400Regular.ttf'))
  document.registerFont('strong', fontFile('700Bold/Figtree_700Bold.ttf'))
  const bytes = collected(document)

  const root = document.struct('Document')
  document.addStructure(root)
  const write = (type: string, draw: () => void) => root.add(document.struct(type, {}, [draw]))
  const width = document.page.width - 2 * margin

  letterHead(document, firm)
  write('H1', () => document.font('strong').fontSize(24).fillColor(ink).text(text.title, margin, 132, { width }))
  write('P', () => document.moveDown(0.4).font('text').fontSize(11).fillColor(quiet).text(text.lead, { width, lineGap: 2 }))
  text.sections.forEach((section, index) => {
    if (document.y > document.page.height - margin - 90) document.addPage()
    write('H2', () => document.moveDown(0.9).font('strong').fontSize(12.5).fillColor(ink).text(`${index + 1}. ${section.heading}`, margin, document.y, { width }))
    for (const paragraph of section.paragraphs) {
      write('P', () => document.moveDown(0.25).font('text').fontSize(10.5).fillColor(ink).text(paragraph, { width, lineGap: 2 }))
    }
  })
  root.end()
  footers(document, language, firm.firmName)
  document.end()
  return bytes
}

/** Band with logo and name; decoration for a screen reader, which hears the name in the title. */
function letterHead(document: PDFKit.PDFDocument, firm: TermsFirm): void {
  const { background } = bandColours(firm.brand)
  document.markContent('Artifact', { type: 'Layout' })
  document.rect(0, 0, document.page.width, 10).fill(background.match(/\d+/g)?.map(Number) as [number, number, number])
  const drawn = firm.firmLogo !== null && drawLogo(document, firm.firmLogo, { x: margin, y: 40, width: 150, height: 48 })
  document.font('strong').fontSize(13).fillColor(ink)
    .text(firm.firmName, margin + (drawn ? 166 : 0), 56, { width: document.page.width - 2 * margin - (drawn ? 166 : 0), align: drawn ? 'right' : 'left' })
  document.endMarkedContent()
}

function footers(document: PDFKit.PDFDocument, language: Language, firm: string): void {
  const words = termsCatalogues[language]
  const { start, count } = document.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    document.switchToPage(index)
    // Below the margin, where text would otherwise open a new page.
    document.page.margins.bottom = 0
    document.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    const options = { width: document.page.width - 2 * margin, lineBreak: false }
    const top = document.page.height - 36
    document.font('text').fontSize(9).fillColor(quiet).text(filled(words.issued, { firm }), margin, top, options)
    document.text(filled(words.page, { page: String(index + 1), pages: String(count) }), margin, top, { ...options, align: 'right' })
    document.endMarkedContent()
  }
}

function collected(document: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => { resolve(Buffer.concat(parts)) })
    document.on('error', reject)
  })
}
