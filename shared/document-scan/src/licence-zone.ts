import type { PlainDate } from '@checkin/forms'
import { parse } from 'mrz'
import { plainDate } from './dates.ts'
import { digits } from './licence-dates.ts'

/** What the line for machines of a French driving licence says. */
export interface LicenceZone {
  /** Nine letters and digits, as field 5; proven, with the country, by a check digit of their own. */
  readonly number: string
  readonly expiryDate: PlainDate | null
  /** Whether the digit at the line's end, which covers all of it, holds too. */
  readonly isWhole: boolean
  /** The first eight letters of the surname at most. */
  readonly surname: string
}

/** Letters of a surname that the zone has room for. */
export const zoneSurnameLength = 8

/** One line of 30: how it begins, with what a camera makes of it. */
const lineForm = /[D0OQ][1IL|][FP]R[A4][A-Z0-9<]{25}/

/** A number is two digits, two letters and five digits. */
const numberOf = (read: string): string => Array.from(read, (sign, at) => (at === 2 || at === 3 ? sign : digits[sign] ?? sign)).join('')

/**
 * The line for machines of a French driving licence (arrêté du 20 avril 2012, the only such zone in Europe that carries the licence's number);
 * null where there is none or the check digit over country and number does not hold.
 */
export function licenceZoneIn(text: string): LicenceZone | null {
  for (const line of text.toUpperCase().split(/\r?\n/)) {
    const found = lineForm.exec(line.replaceAll(/\s/g, ''))?.[0]
    if (found === undefined) continue
    const { fields, details, valid } = parse([`D1FRA${numberOf(found.slice(5, 14))}${found.slice(14)}`], { autocorrect: true })
    const { documentNumber, expirationDate, lastName } = fields
    if (!documentNumber || !details.some((each) => each.field === 'documentNumberCheckDigit' && each.valid)) continue
    const [year = 0, month = 0, day = 0] = (expirationDate?.match(/\d\d/g) ?? []).map(Number)
    return { number: documentNumber, expiryDate: plainDate(2000 + year, month, day), isWhole: valid, surname: lastName ?? '' }
  }
  return null
}
