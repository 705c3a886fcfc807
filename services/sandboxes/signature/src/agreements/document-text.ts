import { getDocumentProxy } from 'unpdf'

/** A line of a document as a page shows it. */
export interface TextBlock {
  readonly kind: 'title' | 'heading' | 'text'
  /** Pieces beside each other, as in the row of a table. */
  readonly parts: readonly string[]
}

interface Piece {
  readonly text: string
  readonly y: number
  readonly height: number
}

const kindOf = (height: number): TextBlock['kind'] => (height >= 20 ? 'title' : height >= 12.5 ? 'heading' : 'text')
/** The feet of pages, of small letters, are no text to read. */
const leastHeight = 9.5

/** Pieces of one height on the page stand beside each other. */
function blocksOf(pieces: readonly Piece[]): readonly TextBlock[] {
  const blocks: { kind: TextBlock['kind']; parts: string[]; y: number }[] = []
  for (const { text, y, height } of pieces) {
    const last = blocks.at(-1)
    if (last && Math.abs(last.y - y) < 2 && last.kind === kindOf(height)) last.parts.push(text)
    else blocks.push({ kind: kindOf(height), parts: [text], y })
  }
  return blocks.map(({ kind, parts }) => ({ kind, parts }))
}

/** The text of a PDF, line by line, for people who cannot or do not want to open the file. Throws when it is none. */
export async function documentText(pdf: Buffer): Promise<readonly TextBlock[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const blocks: TextBlock[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    const pieces = items.flatMap((item) => ('str' in item && item.str.trim() !== '' && item.height >= leastHeight
      ? [{ text: item.str.trim(), y: Number(item.transform[5]), height: item.height }] : []))
    blocks.push(...blocksOf(pieces))
  }
  // The letter head stands before the title in large letters too, but heads nothing.
  const title = blocks.findIndex(({ kind }) => kind === 'title')
  return blocks.map((block, at) => (at < title ? { ...block, kind: 'text' as const } : block))
}
