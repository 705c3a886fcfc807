import type { PlainDate } from '@checkin/forms'
import { countryInHeading } from './licence-country.ts'
import { agreed, asBirth, asCardDay, datesIn, type LicenceDates, type PrintedDate } from './licence-dates.ts'
import { licenceZoneIn, zoneSurnameLength } from './licence-zone.ts'
import { surnameMatches } from './names.ts'
import { onlyRead, proven, type ReadContext } from './read-identity.ts'
import type { LicenceReading } from './reading.ts'

/** The numbered fields of the European model licence that are told apart (directive 2006/126/EC, annex I). */
type FieldNumber = '1' | '2' | '3' | '4a' | '4b' | '4c' | '4d' | '5' | '8' | '9'

/** How field numbers look to a camera: what it takes for each where a point sets it apart. */
const numbers: readonly (readonly [FieldNumber, RegExp])[] = [
  ['4a', /^[4A][A4][.,:]?$/], ['4b', /^[4A][B68][.,:]?$/], ['4c', /^[4A]C[.,:]?$/], ['4d', /^[4A]D[.,:]?$/],
  ['1', /^[1I|L][.,:]$/], ['2', /^[2Z][.,:]$/], ['3', /^3[.,:]$/], ['5', /^[5S][.,:]$/], ['8', /^8[.,:]$/], ['9', /^[9G][.,:]$/],
]
const numberOf = (word: string): FieldNumber | null => numbers.find(([, form]) => form.test(word))?.[0] ?? null

/** What stands behind a field's number, or in a line whose number was not seen, which is often: numbers are small and stand apart. */
interface Part {
  readonly field: FieldNumber | null
  readonly text: string
}

/** Numbers run on into what they number where the gap is narrow; the days of dates are no numbers of fields. */
const apart = (line: string): string => line.toUpperCase()
  .replace(/(^|\s)4\s?([ABCD])\s?([.,:])\s*/g, '$14$2$3 ')
  .replace(/(^|\s)([1-9])\s?([.,:])(?=[^\d\s]|\d\d[.,]\d\d[.,])/g, '$1$2$3 ')

/** A line by its fields: one at its beginning, 4a to 4d also further on. */
function partsOf(line: string): readonly Part[] {
  const parts: { field: FieldNumber | null; words: string[] }[] = [{ field: null, words: [] }]
  for (const [at, word] of apart(line).trim().split(/\s+/).entries()) {
    const field = numberOf(word)
    if (field !== null && (at === 0 || field.startsWith('4') || field === '5')) parts.push({ field, words: [] })
    else parts.at(-1)?.words.push(word)
  }
  return parts.map(({ field, words }) => ({ field, text: words.join(' ') })).filter(({ field, text }) => field !== null || text !== '')
}

interface Dated extends Part {
  readonly date: PrintedDate
}
const datedOf = (part: Part): readonly Dated[] => datesIn(part.text).map((date) => ({ ...part, date }))

/**
 * Birth, issue and end: by their numbers, and where these were not seen by the order that the model prescribes, if there are three
 * dates on the page and no more.
 */
function licenceDates(dated: readonly Dated[], today: PlainDate): LicenceDates {
  const byOrder = dated.length === 3 ? dated : []
  const find = (field: FieldNumber, place: number): PrintedDate | undefined =>
    dated.find((each) => each.field === field)?.date ?? (byOrder[place]?.field === null ? byOrder[place].date : undefined)
  const [birth, issue, expiry] = [find('3', 0), find('4a', 1), find('4b', 2)]
  return agreed({ birthDate: birth ? asBirth(birth, today) : null, issueDate: issue ? asCardDay(issue) : null, expiryDate: expiry ? asCardDay(expiry) : null }, today)
}

/** Shortest and longest licence number in letters and digits, and the fewest digits among them. */
const numberForm = { least: 5, most: 20, digits: 3 } as const

/** A licence number, joined over the blanks and hyphens that some countries print; null where a text is none. */
function numberIn(text: string): string | null {
  const number = text.replace(/[^A-Z0-9]/g, '')
  const digitCount = number.replace(/\D/g, '').length
  return number.length >= numberForm.least && number.length <= numberForm.most && digitCount >= numberForm.digits ? number : null
}

/** Field 5 by its number, else the one line below the dates that can be one; several of them tell nothing. */
function licenceNumber(parts: readonly Part[]): string | null {
  const named = parts.find(({ field }) => field === '5')
  if (named) return numberIn(named.text)
  const lastDate = parts.findLastIndex((part) => datedOf(part).length > 0)
  const possible = lastDate < 0 ? [] : parts.slice(lastDate + 1).flatMap(({ field, text }) => (field === null ? numberIn(text) ?? [] : []))
  return possible.length === 1 ? possible[0] ?? null : null
}

/** The back has a table of categories with dates of its own; its columns have these numbers. */
const backHeading = /(^|\s)9[.,]?\s+1[0O][.,]?\s+11[.,]?/

/** A lone value is found by chance in what is no licence. */
const leastRead = 2

/** The numbered fields; null where what was recognised holds fewer than two. Nothing of it is proven. */
function readFields(text: string, { surname, today }: ReadContext): LicenceReading | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.some((line) => backHeading.test(line))) return null
  const parts = lines.flatMap(partsOf)
  const dates = licenceDates(parts.flatMap(datedOf), today)
  const number = licenceNumber(parts)
  if ([number, dates.birthDate, dates.issueDate, dates.expiryDate].filter((value) => value !== null).length < leastRead) return null
  const firstDate = parts.findIndex((part) => datedOf(part).length > 0)
  return {
    kind: 'licence',
    number: onlyRead(number), birthDate: onlyRead(dates.birthDate), issueDate: onlyRead(dates.issueDate), expiryDate: onlyRead(dates.expiryDate),
    issuingCountry: onlyRead(countryInHeading(lines.slice(0, 2).join(' '))),
    // Names stand above the first date.
    nameMatches: surnameMatches(surname, (parts.find(({ field }) => field === '1')?.text ?? parts.slice(0, Math.max(0, firstDate)).map((part) => part.text).join(' '))),
  }
}

const nothingRead: LicenceReading = { kind: 'licence', number: null, birthDate: null, issueDate: null, expiryDate: null, issuingCountry: null, nameMatches: null }

/**
 * A driving licence by its numbered fields, none of them proven, and where it has a line for machines by that, which is (DEC-175,
 * DEC-273); null where neither is found.
 */
export function readLicence(text: string, context: ReadContext): LicenceReading | null {
  const fields = readFields(text, context)
  const zone = licenceZoneIn(text)
  if (!zone) return fields
  const read = fields ?? nothingRead
  return {
    ...read,
    number: proven(zone.number),
    expiryDate: zone.isWhole && zone.expiryDate !== null ? proven(zone.expiryDate) : read.expiryDate ?? onlyRead(zone.expiryDate),
    // The line says FRA, and the number's check digit covers that.
    issuingCountry: proven('FR'),
    nameMatches: read.nameMatches ?? surnameMatches(context.surname?.slice(0, zoneSurnameLength), zone.surname),
  }
}
