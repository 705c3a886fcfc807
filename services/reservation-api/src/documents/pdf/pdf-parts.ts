import { fontFor } from './pdf-fonts.ts'
import { hairline, ink, margin, quiet, type PdfLayout } from './pdf-page.ts'

/** The paper's title and the sentence below it. */
export function writeTitle({ document, write, width }: PdfLayout, title: string, lead: string): void {
  write('H1', () => document.font(fontFor(title, 'strong')).fontSize(24).fillColor(ink).text(title, margin, 120, { width }))
  writeText({ document, write, width }, lead, { colour: quiet, space: 0.3 })
}

export function writeHeading({ document, write, width, keepTogether }: PdfLayout, heading: string): void {
  keepTogether(96)
  write('H2', () => document.font(fontFor(heading, 'strong')).fontSize(13).fillColor(ink).text(heading, margin, document.y + 16, { width }))
  document.y += 4
}

export function writeText(
  { document, write, width }: Pick<PdfLayout, 'document' | 'write' | 'width'>, text: string, { colour = ink, space = 0.25 }: { readonly colour?: string; readonly space?: number } = {},
): void {
  write('P', () => document.moveDown(space).font(fontFor(text)).fontSize(10.5).fillColor(colour).text(text, margin, document.y, { width, lineGap: 2 }))
}

export interface Cell {
  readonly text: string
  /** Point from the left margin, and width in points. */
  readonly at: number
  readonly width: number
  readonly align?: 'left' | 'right'
  readonly strong?: boolean
  readonly quiet?: boolean
  /** Names its row or column. */
  readonly heads?: 'Row' | 'Column'
}

const rowGap = 5

/**
 * A tagged table; rows stay in one piece, and a line below each guides the eye. From the row `togetherFrom` on they stand on one page: sums are read as one.
 */
export function writeTable(layout: PdfLayout, rows: readonly (readonly Cell[])[], togetherFrom = rows.length): void {
  const { document, root } = layout
  const table = document.struct('Table')
  root.add(table)
  const heightOf = (row: readonly Cell[]): number => Math.max(...row.map((cell) => styled(document, cell).heightOfString(cell.text, { width: cell.width, lineGap: 1.5 })))
  for (const [at, row] of rows.entries()) {
    const height = heightOf(row)
    layout.keepTogether(at === togetherFrom ? rows.slice(at).reduce((sum, one) => sum + heightOf(one) + 2 * rowGap, 0) : height + 2 * rowGap)
    const top = document.y + rowGap
    table.add(document.struct('TR', {}, row.map((cell) => document.struct(cell.heads ? 'TH' : 'TD', {}, [
      () => { styled(document, cell).text(cell.text, margin + cell.at, top, { width: cell.width, align: cell.align ?? 'left', lineGap: 1.5 }) },
    ]))))
    document.markContent('Artifact', { type: 'Layout' })
    document.moveTo(margin, top + height + rowGap).lineTo(margin + layout.width, top + height + rowGap).lineWidth(0.5).stroke(hairline)
    document.endMarkedContent()
    document.x = margin
    document.y = top + height + rowGap
  }
  table.end()
}

const styled = (document: PDFKit.PDFDocument, { text, strong, quiet: isQuiet }: Cell): PDFKit.PDFDocument =>
  document.font(fontFor(text, strong ? 'strong' : 'text')).fontSize(10.5).fillColor(isQuiet ? quiet : ink)

/** Names and values side by side. */
export function writeFacts(layout: PdfLayout, facts: readonly (readonly [name: string, value: string])[]): void {
  writeTable(layout, facts.map(([name, value]): readonly Cell[] => [
    { text: name, at: 0, width: 150, quiet: true, heads: 'Row' }, { text: value, at: 160, width: layout.width - 160 },
  ]))
}
