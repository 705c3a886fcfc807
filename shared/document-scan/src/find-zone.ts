import { parse, type ParseResult } from 'mrz'

/** A zone in what was recognised of a page. */
export interface Zone {
  readonly result: ParseResult
  /** The line that holds the names, as it was read: no check digit covers it. */
  readonly names: string
}

export type ProvenField = 'documentNumber' | 'expirationDate' | 'birthDate'

/** One of the layouts of ICAO 9303: how many lines, how long, how many characters of each say something here, and where the names are. */
interface Layout {
  readonly lines: number
  readonly length: number
  readonly used: readonly number[]
  readonly names: readonly [line: number, from: number]
}

/**
 * Only the used characters of a line are looked at: names and fillers behind them are what a camera reads worst, and no check digit
 * that counts here covers them.
 */
const layouts: readonly Layout[] = [
  // A passport: names, then everything that counts.
  { lines: 2, length: 44, used: [5, 28], names: [0, 5] },
  // A card or visa of two lines; its own composite digit is not needed.
  { lines: 2, length: 36, used: [5, 28], names: [0, 5] },
  // A card: number, then dates and nationality, then names.
  { lines: 3, length: 30, used: [15, 18, 0], names: [2, 0] },
]

/** Shorter lines are no part of a zone, whatever else stands on a page. */
const shortestLine = 24

const zoneLines = (text: string): readonly string[] =>
  text.toUpperCase().split(/\r?\n/).map((line) => line.replace(/[^A-Z0-9<]/g, '')).filter((line) => line.length >= shortestLine)

/** Where a card's check digit stands; a filler there says that a number of more than nine characters goes on behind it. */
const cardDigitAt = 14

/** What is looked at of a line. Of a long number all of it, without what a camera makes of the fillers behind it. */
function usedOf(line: string, count: number, isCardNumber: boolean): string {
  const isLong = isCardNumber && line[cardDigitAt] === '<'
  return isLong ? line.slice(0, count) + line.slice(count, 30).replace(/[<KLCE]+$/, '') : line.slice(0, count)
}

/** The value of a field whose own check digit holds, else null. */
export function provenIn({ result: { fields, details } }: Zone, field: ProvenField): string | null {
  const isProven = details.some((each) => each.field === `${field}CheckDigit` && each.valid)
  const value = fields[field]
  return isProven && value !== undefined && value !== null && value !== '' ? value : null
}

const provenFields: readonly ProvenField[] = ['documentNumber', 'expirationDate', 'birthDate']
const provenCount = (zone: Zone): number => provenFields.filter((field) => provenIn(zone, field) !== null).length

/** One digit holds by chance in one of ten texts that are no zone at all; two hardly ever do. */
const leastProven = 2

/**
 * Finds the zone of a passport, visa or identity card in what was recognised of a page. Null when no layout has at least two fields
 * whose check digits hold.
 */
export function findZone(text: string): Zone | null {
  const found = zoneLines(text)
  const zones: Zone[] = []
  for (const { lines, length, used, names: [namesLine, from] } of layouts) {
    for (let first = 0; first + lines <= found.length; first += 1) {
      const lineAt = (line: number): string => found[first + line] ?? ''
      const window = used.map((count, line) => usedOf(lineAt(line), count, lines === 3 && line === 0).padEnd(length, '<'))
      zones.push({ result: parse(window, { autocorrect: true }), names: lineAt(namesLine).slice(from) })
    }
  }
  return zones.filter((zone) => provenCount(zone) >= leastProven).sort((one, other) => provenCount(other) - provenCount(one))[0] ?? null
}
