import { useId, useLayoutEffect, useRef } from 'react'
import { directionOf, formatDate, formatMonth, formatWeekday, useLanguage, useWords } from '@checkin/i18n'
import { ChevronDown, ChevronLeft, ChevronRight } from '../icons/icons.tsx'
import { addMonths, clamp, dayAfterKey, weeksOf, within, type PlainDate } from './calendar.ts'

export interface DayGridProps {
  /** The day that keys start from; its month is shown. */
  readonly cursor: PlainDate
  readonly chosen: PlainDate
  readonly today: PlainDate
  readonly min: PlainDate
  readonly max: PlainDate
  readonly onCursor: (date: PlainDate) => void
  readonly onPick: (date: PlainDate) => void
  /** The month's title was pressed: choose the year. */
  readonly onTitle: () => void
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** The days of a month as a grid: arrows move, Home and End in the week, Page keys by month, with Shift by year. */
export function DayGrid({ cursor, chosen, today, min, max, onCursor, onPick, onTitle }: DayGridProps) {
  const words = useWords()
  const language = useLanguage()
  const grid = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  const titleId = useId()
  const month = cursor.slice(0, 7)
  const title = `${formatMonth(Number(cursor.slice(5, 7)), language)} ${cursor.slice(0, 4)}`

  // In the commit itself: an effect of the first render that comes later would take the first key's mark for its own.
  useLayoutEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    moved.current = false
  }, [cursor])

  const turn = (count: number) => onCursor(clamp(addMonths(cursor, count), min, max))

  return (
    <div>
      <div className="ck-date-head">
        <button className="ck-date-title" type="button" aria-label={`${title}, ${words('Date.chooseYear')}`} onClick={onTitle}>
          <span id={titleId} aria-live="polite">{title}</span> <ChevronDown />
        </button>
        <span className="ck-date-head-buttons">
          <button className="ck-icon-button" type="button" aria-label={words('Date.previousMonth')} disabled={month <= min.slice(0, 7)} onClick={() => turn(-1)}><ChevronLeft /></button>
          <button className="ck-icon-button" type="button" aria-label={words('Date.nextMonth')} disabled={month >= max.slice(0, 7)} onClick={() => turn(1)}><ChevronRight /></button>
        </span>
      </div>
      <table
        className="ck-days"
        ref={grid}
        role="grid"
        aria-labelledby={titleId}
        onKeyDown={(event) => {
          const next = dayAfterKey(cursor, event.key, event.shiftKey, directionOf(language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight')
          if (!next) return
          event.preventDefault()
          moved.current = true
          onCursor(clamp(next, min, max))
        }}
      >
        <thead>
          <tr>{weekdays.map((day) => <th key={day} scope="col" abbr={formatWeekday(day, language)}>{formatWeekday(day, language, 'column')}</th>)}</tr>
        </thead>
        <tbody>
          {weeksOf(cursor).map((week, row) => (
            <tr key={row}>
              {week.map((date, column) =>
                date === null ? <td key={column} /> : (
                  <td key={column} aria-selected={date === chosen}>
                    <button
                      className="ck-cell"
                      type="button"
                      tabIndex={date === cursor ? 0 : -1}
                      data-date={date}
                      data-today={date === today ? '' : undefined}
                      aria-current={date === today ? 'date' : undefined}
                      aria-disabled={!within(date, min, max) || undefined}
                      aria-label={formatDate(date, language, 'full')}
                      onClick={() => onPick(date)}
                    >
                      {Number(date.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
