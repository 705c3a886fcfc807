import { parse, type ParseResult } from 'mrz'

/** What a document says of itself, only as far as a check digit of its own proves it; null where it does not. */
export interface DocumentReading {
  /** Letters and digits. */
  readonly number: string | null
  /** `YYYY-MM-DD`. */
  readonly expiryDate: string | null
  /** `YYMMDD`: the century is not printed. */
  readonly birthDay: string | null
}

type Field = keyof ParseResult['fields']

/** One of the layouts of ICAO 9303: how many lines, how long, and how many characters of each say something here. */
interface Layout {
  readonly lines: number
  readonly length: number
  readonly used: readonly number[]
}

/**
 * Only the used characters of a line are looked at: names and fillers behind them are what a camera reads worst, and no check digit
 * that counts here covers them.
 */
const layouts: readonly Layout[] = [
  // A passport: names, then everything that counts.
  { lines: 2, length: 44, used: [5, 28] },
  // A card or visa of two lines; its own composite digit is not needed.
  { lines: 2, length: 36, used: [5, 28] },
  // A card: number, then dates, then names.
  { lines: 3, length: 30, used: [15, 18, 0] },
]

/** Shorter lines are no part of a zone, whatever else stands on a page. */
const shortestLine = 24

const zoneLines = (text: string): readonly string[] =>
  text.toUpperCase().split(/\r?\n/).map((line) => line.replace(/[^A-Z0-9<]/g, '')).filter((line) => line.length >= shortestLine)

/** The value of a field whose own check digit holds. */
function proven({ fields, details }: ParseResult, field: Field): string | null {
  const isProven = details.some((each) => each.field === `${field}CheckDigit` && each.valid)
  const value = fields[field]
  return isProven && value !== undefined && value !== null && value !== '' ? value : null
}

/** A document is valid for ten years or so: the century of its end is this one. */
const expiryOf = (day: string | null): string | null => (day === null ? null : `20${day.slice(0, 2)}-${day.slice(2, 4)}-${day.slice(4)}`)

function readingOf(lines: readonly string[]): DocumentReading {
  const result = parse(lines, { autocorrect: true })
  return {
    number: proven(result, 'documentNumber'),
    expiryDate: expiryOf(proven(result, 'expirationDate')),
    birthDay: proven(result, 'birthDate'),
  }
}

const provenIn = (reading: DocumentReading): number => Object.values(reading).filter((value) => value !== null).length

/** One digit holds by chance in one of ten texts that are no zone at all; two hardly ever do. */
const leastProven = 2

/**
 * Finds the zone of a passport, visa or identity card in what was recognised of a page. Null when no layout has at least two fields
 * whose check digits hold.
 */
export function readMrz(text: string): DocumentReading | null {
  const found = zoneLines(text)
  const readings: DocumentReading[] = []
  for (const { lines, length, used } of layouts) {
    for (let first = 0; first + lines <= found.length; first += 1) {
      const window = used.map((count, line) => (found[first + line] ?? '').slice(0, count).padEnd(length, '<'))
      readings.push(readingOf(window))
    }
  }
  return readings.filter((reading) => provenIn(reading) >= leastProven).sort((one, other) => provenIn(other) - provenIn(one))[0] ?? null
}
