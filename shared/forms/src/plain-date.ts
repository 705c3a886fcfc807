/** A date without a time and without a place, `YYYY-MM-DD`; text order is date order. */
export type PlainDate = string

/** Bounds of a date that has none of its own (SHELL-84). */
export const earliestDate: PlainDate = '1900-01-01'
export const latestDate: PlainDate = '2200-01-01'

const shape = /^(\d{4})-(\d{2})-(\d{2})$/

/** The API says "no date" with 0001-01-01T00:00:00 (SHELL-62). */
export const isEmptyDate = (text: string): boolean => text === '' || text.startsWith('0001-01-01')

/** Year, month (1 to 12) and day of a date that the calendar knows; null for 30 February and for anything else. */
function partsOf(date: string): readonly [year: number, month: number, day: number] | null {
  const [, year, month, day] = shape.exec(date) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  const utc = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(utc.getTime()) || utc.getUTCDate() !== Number(day)) return null
  return [Number(year), Number(month), Number(day)]
}

export const isPlainDate = (text: string): boolean => partsOf(text) !== null

const dateOf = (utc: Date): PlainDate => utc.toISOString().slice(0, 10)

/**
 * The same day some years later or earlier; 29 February becomes 28 February where there is none.
 * Answers `date` itself when it is no date.
 */
export function addYears(date: PlainDate, years: number): PlainDate {
  const parts = partsOf(date)
  if (!parts) return date
  const [year, month, day] = parts
  const lastOfMonth = new Date(Date.UTC(year + years, month, 0)).getUTCDate()
  return dateOf(new Date(Date.UTC(year + years, month - 1, Math.min(day, lastOfMonth))))
}

/** Days later or, with a negative number, earlier. Answers `date` itself when it is no date. */
export function addDays(date: PlainDate, days: number): PlainDate {
  const parts = partsOf(date)
  if (!parts) return date
  const [year, month, day] = parts
  return dateOf(new Date(Date.UTC(year, month - 1, day + days)))
}

/** Per time zone what reads its calendar; null for one that nobody knows. Making one takes a phone some milliseconds, and rules ask whenever they are made. */
const calendars = new Map<string, Intl.DateTimeFormat | null>()

function calendarOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = calendars.get(timeZone)
  if (known !== undefined) return known
  let calendar: Intl.DateTimeFormat | null = null
  try {
    // The Swedish way of writing a date is the ISO one.
    calendar = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone })
  } catch {
    // A name that this browser does not know.
  }
  calendars.set(timeZone, calendar)
  return calendar
}

/** Today at a place, for example at the rental location; an unknown time zone counts as the renter's own. */
export function todayIn(timeZone: string | undefined, now: Date = new Date()): PlainDate {
  const calendar = timeZone === undefined ? null : calendarOf(timeZone)
  return calendar?.format(now) ?? dateOf(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())))
}
