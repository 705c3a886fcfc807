import { useEffect, useRef, useState } from 'react'
import { useLanguage, useWords } from '@checkin/i18n'
import { clamp, type PlainDate } from '../date-field/calendar.ts'
import { DateBoxes, dateOf, isEmpty, monthNamesOf, noParts, partsOf, type DateParts } from '../date-field/date-parts.tsx'
import type { DateFieldProps } from '../date-field/index.tsx'
import { boundsOf, useDateDialog } from '../date-field/use-date-dialog.ts'
import { Field, fieldId, wiring } from '../field/index.tsx'
import { Calendar } from '../icons/icons.tsx'

export interface KnownDateProps extends DateFieldProps {
  /** `bday`, with its section, where the browser may know the date; it fills the three boxes. */
  readonly autoComplete?: string
}

/**
 * A date that the renter knows or reads from a document: day, month and year are typed on the page, and a button opens
 * the same dialog as that of a near date (SHELL-91, DEC-178). A hidden input carries the value; the names of the parts belong
 * to the boxes on the page or, from the press on, to those of the dialog, never to both.
 */
export function KnownDate({ value, onChange, min, max, startWith = 'years', opensOn, autoComplete = 'off', disabled = false, ...field }: KnownDateProps) {
  const words = useWords()
  const language = useLanguage()
  const { button, isOpen, Dialog, close, opener } = useDateDialog()
  const [parts, setParts] = useState(() => partsOrNone(value))
  const [seen, setSeen] = useState(value)
  const [refused, setRefused] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  const id = fieldId(field.name)
  const bounds = boundsOf(min, max)
  const monthNames = monthNamesOf(language)
  /** "19" is the beginning of 1990 until the boxes are left: only a year of four digits makes a date before. */
  const whole = (typed: DateParts): PlainDate => (/^\d{4}$/.test(typed.year.trim()) ? dateOf(typed, monthNames, bounds) ?? '' : '')

  // A value from elsewhere, as a draft, a scanned document or the dialog, replaces what was typed; the renter's own comes back as it is.
  if (seen !== value) {
    setSeen(value)
    if (value !== whole(parts)) setParts(partsOrNone(value))
    if (value !== '') setRefused(false)
  }

  const hand = (date: PlainDate) => {
    if (date !== value) onChange(date)
  }
  const type = (typed: DateParts) => {
    setParts(typed)
    setRefused(false)
    hand(whole(typed))
  }
  /** Reads what was typed as it stands; null when it is no date. */
  const take = (): PlainDate | null => {
    const date = dateOf(parts, monthNames, bounds)
    if (date) {
      setParts(partsOf(date))
      hand(date)
    }
    return date
  }
  /** The same, and says so where it is no date. */
  const settle = (): boolean => {
    const date = take()
    const isWrong = !date && !isEmpty(parts)
    setRefused(isWrong)
    return !isWrong
  }

  useRefusedSubmit(group, settle)

  const error = refused ? { key: field.error?.key ?? 'Date.notReal', text: words('Date.notReal') } : field.error
  const wired = wiring({ ...field, error })
  return (
    <Field {...field} error={error}>
      <div
        className="ck-known-date"
        ref={group}
        role="group"
        aria-labelledby={`${id}-label`}
        onBlur={({ relatedTarget }) => {
          // What the dialog is opened over is not left. On the way to its button a short year is read, and nothing is refused yet.
          if (isOpen || (relatedTarget instanceof HTMLInputElement && group.current?.contains(relatedTarget))) return
          if (group.current?.contains(relatedTarget)) take()
          else settle()
        }}
      >
        <input type="hidden" name={field.name} value={value} />
        <DateBoxes
          name={isOpen ? null : field.name}
          id={id}
          parts={parts}
          required={field.required ?? false}
          invalid={Boolean(error)}
          describedBy={wired['aria-describedby']}
          autoComplete={autoComplete}
          disabled={disabled}
          onChange={type}
          onEnter={settle}
        />
        <button {...opener} ref={button} className="ck-icon-button" type="button" data-field={field.name} disabled={disabled} aria-label={words('Date.dialog', { label: field.label })}>
          <Calendar />
        </button>
        {Dialog && (
          <Dialog
            name={field.name}
            label={field.label}
            value={value}
            typed={parts}
            autoComplete={autoComplete}
            opensOn={clamp(value || opensOn || bounds.today, bounds.min, bounds.max)}
            startWith={value ? 'days' : startWith}
            {...bounds}
            onClose={close}
            onChosen={(date) => {
              setParts(partsOf(date))
              setRefused(false)
              hand(date)
              close()
            }}
          />
        )}
      </div>
    </Field>
  )
}

const partsOrNone = (date: PlainDate): DateParts => (date ? partsOf(date) : noParts)

/**
 * A form with a date that cannot be read is not sent: the form itself sees no more than an empty field, and what was typed would be
 * lost without a word where the date may be left out. Heard before React hears it, because the form knows nothing of its fields' boxes.
 */
function useRefusedSubmit(group: { readonly current: HTMLElement | null }, isReadable: () => boolean): void {
  const latest = useRef(isReadable)
  useEffect(() => { latest.current = isReadable })
  useEffect(() => {
    const form = group.current?.closest('form')
    const refuse = (event: Event) => {
      if (latest.current()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      group.current?.querySelector<HTMLInputElement>('input:not([type="hidden"])')?.focus()
    }
    form?.addEventListener('submit', refuse, true)
    return () => form?.removeEventListener('submit', refuse, true)
  }, [group])
}
