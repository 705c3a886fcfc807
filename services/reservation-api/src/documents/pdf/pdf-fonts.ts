import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'

/** How a piece of text stands on a document. */
export type Weight = 'text' | 'strong'

/** A font's file, read once, for the first document: each document would read it anew, which took a fifth of its time. */
function read(place: string): () => Buffer {
  let bytes: Buffer | undefined
  return () => bytes ??= readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${place}`)))
}
const house: Readonly<Record<Weight, () => Buffer>> = { text: read('figtree/400Regular/Figtree_400Regular.ttf'), strong: read('figtree/700Bold/Figtree_700Bold.ttf') }
const wide: Readonly<Record<Weight, () => Buffer>> = { text: read('fira-sans/400Regular/FiraSans_400Regular.ttf'), strong: read('fira-sans/700Bold/FiraSans_700Bold.ttf') }

/** Makes the fonts known to a document under the names that `fontFor` answers; a document opens one when it first writes with it. */
export function registerFonts(document: PDFKit.PDFDocument): void {
  for (const weight of ['text', 'strong'] as const) {
    document.registerFont(weight, house[weight]())
    document.registerFont(`${weight}-wide`, wide[weight]())
  }
}

let signs: ReadonlySet<number> | undefined
/** What the house font can write, read from its file for the first document; both weights write the same. */
function houseSigns(): ReadonlySet<number> {
  if (signs) return signs
  const font = create(house.text())
  // A collection of fonts has no signs of its own; the house font is a single one.
  signs = new Set('characterSet' in font ? font.characterSet : [])
  return signs
}

/**
 * The name of the font for a piece of text. The house font writes the languages of western and central Europe; a piece with a Greek, Cyrillic
 * or Vietnamese name in it stands wholly in the wide font, because one word in two fonts reads badly. Only the signs that are
 * used go into the file.
 */
export function fontFor(text: string, weight: Weight = 'text'): string {
  const known = houseSigns()
  for (const sign of text) if (sign !== '\n' && !known.has(sign.codePointAt(0) ?? 0)) return `${weight}-wide`
  return weight
}
