import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useLanguage, useWords } from '@checkin/i18n'
import { Button } from '../button/index.tsx'
import { Exclaim } from '../icons/icons.tsx'
import { useAfterPress } from '../press/use-after-press.ts'
import { followVisibleWindow } from '../sheet/visible-window.ts'
import { clamp, moveTo, within, type PlainDate } from './calendar.ts'
import { DateBoxes, dateOf, isEmpty, monthNamesOf, noParts, partsOf, type DateParts } from './date-parts.tsx'
import { DayGrid } from './day-grid.tsx'
import { MonthList, YearList } from './year-and-month-list.tsx'

export interface DateDialogProps {
  readonly name: string
  readonly label: string
  readonly value: PlainDate
  /** What stands in the boxes at first, where it is not the value. */
  readonly typed?: DateParts
  readonly autoComplete?: string
  readonly opensOn: PlainDate
  readonly today: PlainDate
  readonly min: PlainDate
  readonly max: PlainDate
  readonly startWith: 'days' | 'years'
  readonly onClose: () => void
  readonly onChosen: (date: PlainDate) => void
}

/** Type a date or pick it: year, month, day. Escape and a press outside leave everything as it was. */
export function DateDialog({ name, label, value, typed = value ? partsOf(value) : noParts, autoComplete = 'off', opensOn, today, min, max, startWith, onClose, onChosen }: DateDialogProps) {
  const words = useWords()
  const language = useLanguage()
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const errorId = useId()
  const [parts, setParts] = useState(typed)
  const [refused, setRefused] = useState(false)
  const [cursor, setCursor] = useState(opensOn)
  const [view, setView] = useState<'days' | 'months' | 'years'>(startWith)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!element.open) element.showModal()
    placeBelow(element, element.closest('.ck-date, .ck-known-date'))
    // On a phone a focused box would bring up the keyboard over the calendar.
    const box = element.querySelector('input')
    const first = isSheet(element) ? title.current : box
    first?.focus()
    // As a box that Tab comes to: what is typed takes the place of what stands there.
    if (first === box) box?.select()
    const stopFollowing = followVisibleWindow(element)
    return () => {
      stopFollowing()
      element.close()
    }
  }, [])

  const monthNames = monthNamesOf(language)
  const choose = useAfterPress(onChosen)
  const use = () => {
    const date = dateOf(parts, monthNames, { min, max })
    if (date) choose(date)
    else setRefused(true)
  }
  const pick = (date: PlainDate) => {
    if (within(date, min, max)) choose(date)
  }

  return (
    <dialog
      className="ck-date-dialog"
      ref={dialog}
      role="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current && isOutside(event, dialog.current)) onClose()
      }}
    >
      <h2 id={titleId} ref={title} tabIndex={-1}>{words('Date.dialog', { label })}</h2>
      <div>
        <div className="ck-date-parts">
          <DateBoxes
            name={name}
            id={`${titleId}-day`}
            parts={parts}
            invalid={refused}
            describedBy={refused ? errorId : undefined}
            autoComplete={autoComplete}
            onChange={(next) => {
              setParts(next)
              setRefused(false)
              const date = dateOf(next, monthNames, { min, max })
              if (date) {
                setCursor(clamp(date, min, max))
                setView('days')
              }
            }}
            onEnter={(event) => {
              event.preventDefault()
              use()
            }}
          />
        </div>
        <div aria-live="polite">
          {refused && <p className="ck-error" id={errorId}><Exclaim /><span>{words('Date.notReal')}</span></p>}
        </div>
      </div>
      {view === 'days' && (
        <DayGrid cursor={cursor} chosen={dateOf(parts, monthNames, { min, max }) ?? ''} today={today} min={min} max={max} onCursor={setCursor} onPick={pick} onTitle={() => setView('years')} />
      )}
      {view === 'months' && (
        <MonthList cursor={cursor} min={min} max={max} onBack={() => setView('years')} onPick={(month) => { setCursor(clamp(moveTo(cursor, { month }), min, max)); setView('days') }} />
      )}
      {view === 'years' && (
        <YearList cursor={cursor} chosen={value} min={min} max={max} onPick={(year) => { setCursor(moveTo(cursor, { year })); setView('months') }} />
      )}
      <div className="ck-date-foot">
        <Button action="UseDate" kind="soft" disabled={isEmpty(parts)} onClick={use}>{words('Date.apply')}</Button>
        <Button action="Close" kind="ghost" onClick={onClose}>{words('Close')}</Button>
      </div>
    </dialog>
  )
}

function isOutside({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }, element: HTMLElement | null): boolean {
  const box = element?.getBoundingClientRect()
  return !!box && (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom)
}

const gap = 8

/** In the mobile layout the stylesheet makes a sheet at the bottom of the dialog. */
const isSheet = (dialog: HTMLElement): boolean => dialog.closest('[data-layout="mobile"]') !== null

/** Puts the dialog below its field, both beginning at the same edge, as far as the window has room; a sheet stays where it is. */
function placeBelow(dialog: HTMLElement, field: Element | null): void {
  if (!field || isSheet(dialog)) return
  const box = field.getBoundingClientRect()
  const { offsetHeight: height, offsetWidth: width } = dialog
  const top = Math.max(gap, Math.min(box.bottom + gap, window.innerHeight - height - gap))
  const left = Math.max(gap, Math.min(getComputedStyle(dialog).direction === 'rtl' ? box.right - width : box.left, window.innerWidth - width - gap))
  Object.assign(dialog.style, { margin: '0', top: `${top}px`, left: `${left}px`, right: 'auto' })
}
