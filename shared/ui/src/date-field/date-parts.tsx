import dayjs from 'dayjs'
import type { KeyboardEvent } from 'react'
import { formatMonth, useWords } from '@checkin/i18n'
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

/** The twelve names that a month may be typed by, made when they are asked for: a screen with a date shows none of them. */
export const monthNamesOf = (language: Parameters<typeof formatMonth>[1]) => (): string[] => Array.from({ length: 12 }, (_, index) => formatMonth(index + 1, language))

const plainLetters = (text: string): string => text.normalize('NFD').replace(/[^\p{L}]/gu, '').toLowerCase()

/** 1 to 12; null when the text is no month or fits several names. */
function monthOf(text: string, monthNames: () => readonly string[]): number | null {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const typed = plainLetters(text)
  if (typed.length < 3) return null
  const fitting = monthNames().flatMap((name, index) => (plainLetters(name).startsWith(typed) ? [index + 1] : []))
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

/** First and last day that a field offers. */
export interface DateBounds {
  readonly min: PlainDate
  readonly max: PlainDate
}

/** Four digits; two are the latest such year that the field offers, so that 90 is 1990 for a birth and 31 is 2031 for the end of a licence. Else as typed. */
function yearOf(typed: string, { min, max }: DateBounds): string {
  if (!/^\d{2}$/.test(typed)) return typed
  const [first, last] = [Number(min.slice(0, 4)), Number(max.slice(0, 4))]
  const year = last - (last - Number(typed)) % 100
  return year >= first && year <= last ? String(year) : typed
}

/** The date that the parts mean; null when there is no such day. `monthNames` gives the twelve of the renter's language, where letters were typed. */
export function dateOf(parts: DateParts, monthNames: () => readonly string[], bounds: DateBounds): PlainDate | null {
  const month = monthOf(parts.month.trim(), monthNames)
  const day = parts.day.trim()
  const year = yearOf(parts.year.trim(), bounds)
  if (month === null || !/^\d{1,2}$/.test(day) || !/^\d{4}$/.test(year)) return null
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  // A day that does not exist rolls over into the next month and so comes back as another text.
  return dayjs(text).format('YYYY-MM-DD') === text ? text : null
}

const boxes = [
  { part: 'day', label: 'Date.day', maxLength: 2 },
  { part: 'month', label: 'Date.month', maxLength: 10 },
  { part: 'year', label: 'Date.year', maxLength: 4 },
] as const

export interface DateBoxesProps {
  /** The field's name; null while the boxes of its dialog carry the names (DEC-178). */
  readonly name: string | null
  /** Id of the first box; the others get it with their part. */
  readonly id: string
  readonly parts: DateParts
  readonly required?: boolean
  readonly invalid: boolean
  readonly describedBy: string | undefined
  /** `bday`, with a section before it where there is one; `off` for a date that no browser knows. */
  readonly autoComplete: string
  readonly disabled?: boolean
  readonly onChange: (parts: DateParts) => void
  readonly onEnter: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** Day, month and year to type, with digits on a phone's keyboard; the month also takes its name, and a birth date what the browser knows of it. */
export function DateBoxes({ name, id, parts, required = false, invalid, describedBy, autoComplete, disabled = false, onChange, onEnter }: DateBoxesProps) {
  const words = useWords()
  return boxes.map(({ part, label, maxLength }) => {
    const boxId = part === 'day' ? id : `${id}-${part}`
    return (
      <div className="ck-date-part" key={part}>
        <label id={`${boxId}-part`} htmlFor={boxId}>{words(label)}</label>
        <input
          className="ck-box"
          id={boxId}
          name={name === null ? undefined : `${name}.${part}`}
          value={parts[part]}
          inputMode="numeric"
          autoComplete={autoComplete === 'off' ? 'off' : `${autoComplete}-${part}`}
          disabled={disabled}
          // The field's own label points to the first box as well, and belongs to all three.
          aria-labelledby={`${boxId}-part`}
          aria-required={required || undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          // Cut here: with the attribute a browser may count a selected text as staying, and let nothing take its place.
          onChange={(event) => onChange({ ...parts, [part]: event.target.value.slice(0, maxLength) })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onEnter(event)
          }}
        />
      </div>
    )
  })
}
