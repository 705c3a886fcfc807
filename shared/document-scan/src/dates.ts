import type { PlainDate } from '@checkin/forms'

const pad = (number: number, digits = 2): string => String(number).padStart(digits, '0')

/** The day, or null where the calendar has none such. */
export function plainDate(year: number, month: number, day: number): PlainDate | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? `${pad(year, 4)}-${pad(month)}-${pad(day)}` : null
}

/** The same day some years later, or earlier with a negative number; only for comparing, so 29 February stays as it is. */
export const yearsFrom = (day: PlainDate, years: number): PlainDate => `${pad(Number(day.slice(0, 4)) + years, 4)}${day.slice(4)}`

/** Whether somebody of that birth date may be a driver: more than 15 and less than 100 years old (DEC-175). */
export const isDriversBirth = (birth: PlainDate, today: PlainDate): boolean => birth <= yearsFrom(today, -16) && birth > yearsFrom(today, -100)

/** A birth date of which the century is not printed: the one day that a driver may be born on, null where there is none. */
export function birthOf(year: number, month: number, day: number, today: PlainDate): PlainDate | null {
  return [1900, 2000].map((century) => plainDate(century + year, month, day)).find((each) => each !== null && isDriversBirth(each, today)) ?? null
}

/** The device's own day. */
export function todayHere(): PlainDate {
  const now = new Date()
  return plainDate(now.getFullYear(), now.getMonth() + 1, now.getDate()) ?? ''
}
