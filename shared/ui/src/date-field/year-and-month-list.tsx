import { useEffect, useRef, type ReactNode } from 'react'
import { formatMonth, useLanguage, useWords } from '@checkin/i18n'
import { ChevronLeft } from '../icons/icons.tsx'
import { listedYears, type PlainDate } from './calendar.ts'

interface Cell {
  readonly value: number
  readonly text: string
  readonly label?: string
  readonly pressed: boolean
  readonly disabled?: boolean
}

export interface YearListProps {
  readonly cursor: PlainDate
  readonly chosen: PlainDate
  readonly min: PlainDate
  readonly max: PlainDate
  readonly onPick: (year: number) => void
}

/** All years of the range, at least 15 (SHELL-91), the one in question in view. */
export function YearList({ cursor, chosen, min, max, onPick }: YearListProps) {
  const words = useWords()
  const cells = listedYears(min, max).map((year) => ({
    value: year,
    text: String(year),
    pressed: String(year) === (chosen || cursor).slice(0, 4),
    disabled: year < Number(min.slice(0, 4)) || year > Number(max.slice(0, 4)),
  }))
  return <CellList kind="years" heading={<span className="ck-date-title">{words('Date.chooseYear')}</span>} cells={cells} onPick={onPick} />
}

export interface MonthListProps {
  readonly cursor: PlainDate
  readonly min: PlainDate
  readonly max: PlainDate
  readonly onBack: () => void
  readonly onPick: (month: number) => void
}

/** The months of the cursor's year; those outside the range can't be pressed. */
export function MonthList({ cursor, min, max, onBack, onPick }: MonthListProps) {
  const words = useWords()
  const language = useLanguage()
  const year = cursor.slice(0, 4)
  const cells = Array.from({ length: 12 }, (_, index) => {
    const month = `${year}-${String(index + 1).padStart(2, '0')}`
    return {
      value: index + 1,
      text: formatMonth(index + 1, language, 'short'),
      label: `${formatMonth(index + 1, language)} ${year}`,
      pressed: month === cursor.slice(0, 7),
      disabled: month < min.slice(0, 7) || month > max.slice(0, 7),
    }
  })
  const heading = (
    <button className="ck-date-title" type="button" aria-label={`${year}, ${words('Date.chooseYear')}`} onClick={onBack}>
      <ChevronLeft /> {year}
    </button>
  )
  return <CellList kind="months" heading={heading} cells={cells} onPick={onPick} />
}

interface CellListProps {
  readonly kind: 'years' | 'months'
  readonly heading: ReactNode
  readonly cells: readonly Cell[]
  readonly onPick: (value: number) => void
}

function CellList({ kind, heading, cells, onPick }: CellListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const pressed = list.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (!list.current || !pressed) return
    list.current.scrollTop = pressed.offsetTop - list.current.offsetTop - list.current.clientHeight / 2 + pressed.offsetHeight / 2
  }, [])
  return (
    <div>
      <div className="ck-date-head">{heading}</div>
      <div className="ck-cells" data-cells={kind} ref={list}>
        {cells.map((cell) => (
          <button
            className="ck-cell"
            type="button"
            key={cell.value}
            data-value={cell.value}
            aria-label={cell.label}
            aria-pressed={cell.pressed}
            disabled={cell.disabled}
            onClick={() => onPick(cell.value)}
          >
            {cell.text}
          </button>
        ))}
      </div>
    </div>
  )
}
