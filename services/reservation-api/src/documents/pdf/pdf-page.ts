import type { Language } from '@checkin/i18n'
import PDFDocument from 'pdfkit'
import drawSvg from 'svg-to-pdfkit'
import { bandColours } from './brand-colours.ts'
import { fontFor, registerFonts } from './pdf-fonts.ts'

/** What the documents of a tenant show of it. */
export interface Letterhead {
  readonly firmName: string
  /** The picture as `data:` address or base64; null for none. */
  readonly firmLogo: string | null
  /** Brand colour `#rrggbb`; null for the standard one. */
  readonly brand: string | null
}

export interface PdfOptions {
  readonly title: string
  readonly language: Language
  readonly firm: Letterhead
  /** Stands in the file's properties; the same moment gives the same bytes. */
  readonly issuedAt: Date
  /** Foot of each page, with `{{page}}` and `{{pages}}` in the second one. */
  readonly foot: readonly [left: string, right: string]
}

export const margin = 56
export const ink = '#1b2a22'
export const quiet = '#4a5b52'
export const hairline = '#c9d5ce'

/** A page under construction: what is added is tagged with its role, so that a screen reader can walk through it. */
export interface PdfLayout {
  readonly document: PDFKit.PDFDocument
  /** Width between the margins, in points. */
  readonly width: number
  readonly root: PDFKit.PDFStructureElement
  /** Adds one tagged piece. */
  readonly write: (type: string, draw: () => void) => void
  /** Begins a new page unless so many points are left on this one. */
  readonly keepTogether: (points: number) => void
  /** Writes the feet and ends the file. */
  readonly finish: () => Promise<Buffer>
}

/** Begins a layout: real text in an embedded font, tagged, with title and language in its properties, under the firm's letter head. */
export function openPdf({ title, language, firm, issuedAt, foot }: PdfOptions): PdfLayout {
  // Without a font to begin with: it would be opened twice, once under another name.
  const document = new PDFDocument({
    size: 'A4', margin, bufferPages: true, tagged: true, displayTitle: true, pdfVersion: '1.7', lang: language, font: '',
    info: { Title: `${title} – ${firm.firmName}`, Author: firm.firmName, CreationDate: issuedAt, ModDate: issuedAt },
  })
  registerFonts(document)
  const bytes = collected(document)
  const root = document.struct('Document')
  document.addStructure(root)
  letterHead(document, firm)
  return {
    document, root, width: document.page.width - 2 * margin,
    write: (type, draw) => { root.add(document.struct(type, {}, [draw])) },
    keepTogether: (points) => { if (document.y > document.page.height - margin - points) document.addPage() },
    finish: () => {
      root.end()
      feet(document, foot)
      document.end()
      return bytes
    },
  }
}

/** Band with logo and name; decoration for a screen reader, which hears the name in the title. */
function letterHead(document: PDFKit.PDFDocument, firm: Letterhead): void {
  const { background } = bandColours(firm.brand)
  document.markContent('Artifact', { type: 'Layout' })
  document.rect(0, 0, document.page.width, 10).fill(background.match(/\d+/g)?.map(Number) as [number, number, number])
  const drawn = firm.firmLogo !== null && drawLogo(document, firm.firmLogo, { x: margin, y: 40, width: 150, height: 48 })
  document.font(fontFor(firm.firmName, 'strong')).fontSize(13).fillColor(ink)
    .text(firm.firmName, margin + (drawn ? 166 : 0), 56, { width: document.page.width - 2 * margin - (drawn ? 166 : 0), align: drawn ? 'right' : 'left' })
  document.endMarkedContent()
}

function feet(document: PDFKit.PDFDocument, [left, right]: PdfOptions['foot']): void {
  const { start, count } = document.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    document.switchToPage(index)
    // Below the margin, where text would otherwise open a new page.
    document.page.margins.bottom = 0
    document.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    const options = { width: document.page.width - 2 * margin, lineBreak: false }
    const top = document.page.height - 36
    document.font(fontFor(left + right)).fontSize(9).fillColor(quiet).text(left, margin, top, options)
    document.text(right.replace('{{page}}', String(index + 1)).replace('{{pages}}', String(count)), margin, top, { ...options, align: 'right' })
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

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Bytes of a picture given as `data:` address or as plain base64. */
function pictureBytes(picture: string): Buffer {
  const [, encoding, rest] = /^data:[^,;]*((?:;[^,;]+)*),(.*)$/s.exec(picture) ?? []
  if (rest === undefined) return Buffer.from(picture, 'base64')
  return encoding?.includes('base64') ? Buffer.from(rest, 'base64') : Buffer.from(decodeURIComponent(rest), 'utf8')
}

/** Draws a tenant's logo (SVG, PNG or JPEG) into a box. Answers false for a picture that cannot be drawn: the name stands for it. */
export function drawLogo(document: PDFKit.PDFDocument, picture: string, box: Box): boolean {
  try {
    const bytes = pictureBytes(picture)
    const isSvg = /^\s*(<\?xml|<svg)/.test(bytes.subarray(0, 200).toString('utf8'))
    // No picture is fetched from elsewhere, whatever the file names.
    if (isSvg) drawSvg(document, bytes.toString('utf8'), box.x, box.y, { width: box.width, height: box.height, preserveAspectRatio: 'xMinYMid meet', imageCallback: () => '', warningCallback: () => undefined })
    else document.image(bytes, box.x, box.y, { fit: [box.width, box.height] })
    return true
  } catch {
    return false
  }
}
