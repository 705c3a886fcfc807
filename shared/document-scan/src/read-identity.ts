import countries from 'countries-list/minimal/countries.3to2.min.json'
import { birthOf } from './dates.ts'
import { findZone, provenIn, type Zone } from './find-zone.ts'
import { surnameMatches } from './names.ts'
import { expiryOf } from './read-mrz.ts'
import type { IdentityKind, IdentityReading, ReadValue } from './reading.ts'

/** What readers compare with. */
export interface ReadContext {
  readonly surname?: string | undefined
  /** `YYYY-MM-DD`. */
  readonly today: string
}

/** Codes of two letters by those of three, and by those that only zones have (ICAO 9303 part 3, section 5). */
const twoLetters: ReadonlyMap<string, string> = new Map([
  ...Object.entries(countries),
  ['D', 'DE'], ['RKS', 'XK'], ...['GBD', 'GBN', 'GBO', 'GBP', 'GBS'].map((code) => [code, 'GB'] as const),
])

/** Proven where there is a value. */
export const proven = (value: string | null): ReadValue | null => (value === null ? null : { value, isProven: true })
/** Read, to be checked by the renter. */
export const onlyRead = (value: string | null | undefined): ReadValue | null => (value === null || value === undefined ? null : { value, isProven: false })

/** The first letter of every zone says what it is of. Beside passports and cards there are visas, which are no proof of identity. */
function kindOf({ result: { fields } }: Zone): IdentityKind | null {
  const letter = fields.documentCode?.[0] ?? ''
  if (letter === 'P') return 'passport'
  return ['I', 'A', 'C'].includes(letter) ? 'id-card' : null
}

/** The country that issued it. No check digit covers it, so it is given only where the holder's nationality is the same. */
function countryOf({ result: { fields } }: Zone): string | null {
  const issuer = twoLetters.get(fields.issuingState ?? '')
  return issuer !== undefined && issuer === twoLetters.get(fields.nationality ?? '') ? issuer : null
}

function birthDateOf(day: string | null, today: string): string | null {
  const [year, month, date] = (day?.match(/\d\d/g) ?? []).map(Number)
  return year === undefined || month === undefined || date === undefined ? null : birthOf(year, month, date, today)
}

/** A passport or identity card by its machine-readable zone; null where what was recognised holds none. */
export function readIdentity(text: string, { surname, today }: ReadContext): IdentityReading | null {
  const zone = findZone(text)
  return zone && {
    kind: 'identity',
    documentKind: kindOf(zone),
    number: proven(provenIn(zone, 'documentNumber')),
    expiryDate: proven(expiryOf(provenIn(zone, 'expirationDate'))),
    birthDate: proven(birthDateOf(provenIn(zone, 'birthDate'), today)),
    issuingCountry: onlyRead(countryOf(zone)),
    nameMatches: surnameMatches(surname, zone.names),
  }
}
