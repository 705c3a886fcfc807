/** Letters that zones and cards write with two, beside those that only lose their accent (ICAO 9303 part 3, section 6). */
const twoLetters: Readonly<Record<string, string>> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Æ: 'AE', Ø: 'OE', Œ: 'OE', ß: 'SS', ẞ: 'SS', Þ: 'TH', Ĳ: 'IJ' }
/** Letters without an accent to lose. */
const oneLetter: Readonly<Record<string, string>> = { Ø: 'O', Æ: 'A', Œ: 'O', ß: 'S', ẞ: 'S', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'T', ı: 'I', Ĳ: 'Y' }

/** What a camera takes for one another: counted as the same letter. */
const alike: Readonly<Record<string, string>> = { 0: 'O', D: 'O', Q: 'O', 1: 'I', L: 'I', 5: 'S', 8: 'B', 2: 'Z', U: 'V', 6: 'G', C: 'G' }

const key = (text: string): string => text.replace(/[^A-Z0-9]/g, '').replace(/./g, (each) => alike[each] ?? each)
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
const written = (upper: string, table: Readonly<Record<string, string>>): string => key(plain(Array.from(upper, (each) => table[each] ?? each).join('')))

/** Least number of changes that make the pattern a part of the text: beginning and end of the text are free (Sellers). */
function changesWithin(pattern: string, text: string): number {
  let column = Array.from({ length: pattern.length + 1 }, (_, at) => at)
  let least = pattern.length
  for (const letter of text) {
    const next = [0]
    for (let at = 1; at <= pattern.length; at += 1) {
      const replaced = (column[at - 1] ?? 0) + (pattern[at - 1] === letter ? 0 : 1)
      next.push(Math.min(replaced, (column[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    column = next
    least = Math.min(least, next[pattern.length] ?? least)
  }
  return least
}

/** Shorter surnames are found by chance in what is no name. */
const shortestSurname = 3

/**
 * Whether a surname stands in what was read of a document's names (decision 0154). Cameras read names wrong too often for more than
 * a comparison: a quarter of the letters may differ for a yes, half of them for a no; between them, and without either, it is null.
 */
export function surnameMatches(surname: string | undefined, readNames: string | null): boolean | null {
  const names = key((readNames ?? '').toUpperCase())
  // Of ß the upper-case form would be two letters already.
  const upper = Array.from((surname ?? '').normalize('NFC'), (each) => (each === 'ß' ? each : each.toUpperCase())).join('')
  const forms = [written(upper, oneLetter), written(upper, twoLetters)].filter((form) => form.length >= shortestSurname)
  if (forms.length === 0 || names.length < shortestSurname) return null
  const share = Math.min(...forms.map((form) => changesWithin(form, names) / form.length))
  return share <= 0.25 ? true : share > 0.5 ? false : null
}
