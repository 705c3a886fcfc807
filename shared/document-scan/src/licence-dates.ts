import type { PlainDate } from '@checkin/forms'
import { birthOf, isDriversBirth, plainDate, yearsFrom } from './dates.ts'

/** What a camera takes digits for. */
export const digits: Readonly<Record<string, string>> = { O: '0', Q: '0', D: '0', I: '1', L: '1', '|': '1', Z: '2', S: '5', B: '8' }
const two = '[0-9OQDIL|ZSB]{2}'
const gap = '\\s?[.,\\-/ ]\\s?'
const dayForm = new RegExp(`(?<![A-Z0-9])(${two})${gap}(${two})${gap}((?:19|2[0O])${two}|${two})(?![A-Z0-9])`, 'g')

/** A date as it is printed; `year` has two digits or four. */
export interface PrintedDate {
  readonly day: number
  readonly month: number
  readonly year: number
  /** Where it stands in the line. */
  readonly at: number
}

/** Every date in a line of capitals: day, month and year, apart by points, hyphens, slashes or blanks. */
export const datesIn = (line: string): readonly PrintedDate[] =>
  [...line.matchAll(dayForm)].map((found) => {
    const [day = 0, month = 0, year = 0] = found.slice(1).map((part) => Number(part.replace(/[^0-9]/g, (each) => digits[each] ?? each)))
    return { day, month, year, at: found.index }
  })

/** As a birth date: where the century is not printed, that of a driver. */
export function asBirth({ day, month, year }: PrintedDate, today: PlainDate): PlainDate | null {
  const birth = year < 100 ? birthOf(year, month, day, today) : plainDate(year, month, day)
  return birth !== null && isDriversBirth(birth, today) ? birth : null
}

/** As the date of a card: those with two digits of a year are of this century. */
export const asCardDay = ({ day, month, year }: PrintedDate): PlainDate | null => plainDate(year < 100 ? 2000 + year : year, month, day)

/** Fields 3, 4a and 4b. */
export interface LicenceDates {
  readonly birthDate: PlainDate | null
  readonly issueDate: PlainDate | null
  readonly expiryDate: PlainDate | null
}

/** Nobody gets a licence before this age, and none is good for longer than this (CONST-14), in years. */
const youngest = 15
const longest = 60

/** The dates as far as they agree: of two that contradict each other nobody knows which is wrong, and neither is given. */
export function agreed({ birthDate: birth, issueDate, expiryDate: expiry }: LicenceDates, today: PlainDate): LicenceDates {
  const issue = issueDate !== null && issueDate <= today ? issueDate : null
  const isOfAge = (day: PlainDate | null): boolean => birth === null || day === null || day >= yearsFrom(birth, youngest)
  const isOrdered = issue === null || expiry === null || (issue < expiry && expiry <= yearsFrom(issue, longest))
  return {
    birthDate: isOfAge(issue) && isOfAge(expiry) ? birth : null,
    issueDate: isOfAge(issue) && isOrdered ? issue : null,
    expiryDate: isOfAge(expiry) && isOrdered ? expiry : null,
  }
}
