import dayjs from 'dayjs'
import type { PlainDate } from './calendar.ts'

/** What stands in the three boxes; the month may be a number or the beginning of its name. */
export interface DateParts {
  readonly day: string
  readonly month: string
  readonly year: string
}

export const noParts: DateParts = { day: '', month: '', year: '' }

export const isEmpty = ({ day, month, year }: DateParts): boolean => `${day}${month}${year}`.trim() === ''

export function partsOf(date: PlainDate): DateParts {
  const [year = '', month = '', day = ''] = date.split('-')
  return { day: day.replace(/^0/, ''), month: month.replace(/^0/, ''), year }
}

const plainLetters = (text: string): string => text.normalize('NFD').replace(/[^\p{L}]/gu, '').toLowerCase()

/** 1 to 12; null when the text is no month or fits several names. */
function monthOf(text: string, monthNames: readonly string[]): number | null {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const typed = plainLetters(text)
  if (typed.length < 3) return null
  const fitting = monthNames.flatMap((name, index) => (plainLetters(name).startsWith(typed) ? [index + 1] : []))
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

/** The date that the parts mean; null when there is no such day. `monthNames` are the twelve of the renter's language. */
export function dateOf(parts: DateParts, monthNames: readonly string[]): PlainDate | null {
  const month = monthOf(parts.month.trim(), monthNames)
  const day = parts.day.trim()
  const year = parts.year.trim()
  if (month === null || !/^\d{1,2}$/.test(day) || !/^\d{4}$/.test(year)) return null
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  // A day that does not exist rolls over into the next month and so comes back as another text.
  return dayjs(text).format('YYYY-MM-DD') === text ? text : null
}
