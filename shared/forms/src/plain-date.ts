import dayjs from 'dayjs'

/** A date without a time and without a place, `YYYY-MM-DD`; text order is date order. */
export type PlainDate = string

/** Bounds of a date that has none of its own (SHELL-84). */
export const earliestDate: PlainDate = '1900-01-01'
export const latestDate: PlainDate = '2200-01-01'

const iso = 'YYYY-MM-DD'

/** The API says "no date" with 0001-01-01T00:00:00 (SHELL-62). */
export const isEmptyDate = (text: string): boolean => text === '' || text.startsWith('0001-01-01')

/** Whether the calendar knows the day: one that it does not, such as 30 February, comes back as another text. */
export const isPlainDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && dayjs(text).format(iso) === text

const later = (date: PlainDate, count: number, unit: 'day' | 'year'): PlainDate => (isPlainDate(date) ? dayjs(date).add(count, unit).format(iso) : date)

/**
 * The same day some years later or earlier; 29 February becomes 28 February where there is none.
 * Answers `date` itself when it is no date.
 */
export const addYears = (date: PlainDate, years: number): PlainDate => later(date, years, 'year')

/** Days later or, with a negative number, earlier. Answers `date` itself when it is no date. */
export const addDays = (date: PlainDate, days: number): PlainDate => later(date, days, 'day')

/** What is used here of Temporal, which browsers have one after the other. */
interface TemporalOfBrowser {
  readonly Instant: { readonly fromEpochMilliseconds: (milliseconds: number) => { readonly toZonedDateTimeISO: (timeZone: string) => { readonly toPlainDate: () => { readonly toString: () => string } } } }
}

/** Per time zone what reads its calendar, in browsers without Temporal; null for one that nobody knows. Rules ask whenever they are made. */
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

/** The day that it is in a time zone; null where nobody knows the zone. */
function dayIn(timeZone: string, now: Date): PlainDate | null {
  const { Temporal } = globalThis as { readonly Temporal?: TemporalOfBrowser }
  // The first format of a page takes a phone a tenth of a second, before the first screen can be used; Temporal takes a hundredth of that.
  if (!Temporal) return calendarOf(timeZone)?.format(now) ?? null
  try {
    return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  } catch {
    return null
  }
}

/** Today at a place, for example at the rental location; an unknown time zone counts as the renter's own. */
export function todayIn(timeZone: string | undefined, now: Date = new Date()): PlainDate {
  return (timeZone === undefined ? null : dayIn(timeZone, now)) ?? dayjs(now).format(iso)
}
