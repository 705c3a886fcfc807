import dayjs from 'dayjs'

/** A date without time or zone, `YYYY-MM-DD`; empty where a field has none. */
export type PlainDate = string

const form = 'YYYY-MM-DD'

/** Years that a list must offer at least (CONST-16). */
const leastYears = 15

/** The bounds of a date field that names none: 99 years back, 90 ahead (SHELL-91). */
export function defaultBounds(today: PlainDate): { readonly min: PlainDate; readonly max: PlainDate } {
  return { min: dayjs(today).subtract(99, 'year').format(form), max: dayjs(today).add(90, 'year').format(form) }
}

/** Today on the renter's own calendar. */
export const today = (): PlainDate => dayjs().format(form)

const yearOf = (date: PlainDate): number => Number(date.slice(0, 4))

/** The years to choose from; a narrow range is widened on both sides until 15 are listed (SHELL-91). */
export function listedYears(min: PlainDate, max: PlainDate): number[] {
  const missing = Math.max(0, leastYears - (yearOf(max) - yearOf(min) + 1))
  const first = yearOf(min) - Math.floor(missing / 2)
  const last = yearOf(max) + Math.ceil(missing / 2)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The weeks of the month that holds `date`, Monday first; places before the first and after the last day are null. */
export function weeksOf(date: PlainDate): (PlainDate | null)[][] {
  const first = dayjs(date).startOf('month')
  const leading = (first.day() + 6) % 7
  const cells = Array.from({ length: Math.ceil((leading + first.daysInMonth()) / 7) * 7 }, (_, index) => {
    const day = first.add(index - leading, 'day')
    return day.isSame(first, 'month') ? day.format(form) : null
  })
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

export const within = (date: PlainDate, min: PlainDate, max: PlainDate): boolean => date >= min && date <= max

export const clamp = (date: PlainDate, min: PlainDate, max: PlainDate): PlainDate => (date < min ? min : date > max ? max : date)

export const addMonths = (date: PlainDate, count: number): PlainDate => dayjs(date).add(count, 'month').format(form)

/** The same day in another year or month; the 31st becomes the month's last day. */
export function moveTo(date: PlainDate, to: { readonly year?: number; readonly month?: number }): PlainDate {
  const year = to.year ?? yearOf(date)
  const month = to.month ?? Number(date.slice(5, 7))
  const first = dayjs(`${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`)
  return first.date(Math.min(Number(date.slice(8, 10)), first.daysInMonth())).format(form)
}

/** Where a key leads from a day of the grid; null for other keys. `forward` is the arrow that points where the row goes: the left one where a language runs from right to left (DEC-181). */
export function dayAfterKey(date: PlainDate, key: string, shift: boolean, forward: 'ArrowRight' | 'ArrowLeft' = 'ArrowRight'): PlainDate | null {
  const day = dayjs(date)
  const weekday = (day.day() + 6) % 7
  const moves: Readonly<Record<string, dayjs.Dayjs>> = {
    ArrowLeft: day.add(forward === 'ArrowLeft' ? 1 : -1, 'day'),
    ArrowRight: day.add(forward === 'ArrowRight' ? 1 : -1, 'day'),
    ArrowUp: day.subtract(7, 'day'),
    ArrowDown: day.add(7, 'day'),
    Home: day.subtract(weekday, 'day'),
    End: day.add(6 - weekday, 'day'),
    PageUp: day.subtract(1, shift ? 'year' : 'month'),
    PageDown: day.add(1, shift ? 'year' : 'month'),
  }
  return moves[key]?.format(form) ?? null
}
