import { useId, useRef, useState } from 'react'
import { formatDate, useLanguage, useWords } from '@checkin/i18n'
import { Field, fieldId, wiring, type FieldProps } from '../field/index.tsx'
import { Calendar, Cross } from '../icons/icons.tsx'
import { clamp, defaultBounds, today as currentDay, type PlainDate } from './calendar.ts'
import type { DateDialog } from './date-dialog.tsx'

export interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, or empty. */
  readonly value: PlainDate
  readonly onChange: (value: PlainDate) => void
  /** First and last day that the calendar offers; a typed date may lie outside, its rule belongs to the form. */
  readonly min?: PlainDate | undefined
  readonly max?: PlainDate | undefined
  /** Where the choice begins: with years for a birth date, with days for a near one. */
  readonly startWith?: 'days' | 'years'
  /** Day that the empty calendar opens on; today by default. */
  readonly opensOn?: PlainDate | undefined
  readonly disabled?: boolean
}

/**
 * A date: a real button that opens a dialog with typed parts and a calendar (SHELL-91). The closed box takes no typing,
 * can be cleared, and carries its value in a hidden input. The dialog comes when it is first needed.
 */
export function DateField({ value, onChange, min, max, startWith = 'days', opensOn, disabled = false, ...field }: DateFieldProps) {
  const words = useWords()
  const language = useLanguage()
  const [Dialog, setDialog] = useState<typeof DateDialog | null>(null)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  const id = fieldId(field.name)
  const today = currentDay()
  const bounds = { ...defaultBounds(today), ...(min && { min }), ...(max && { max }) }

  // A dialog that could not be fetched is asked for again at the next press.
  const fetchDialog = () => import('./date-dialog.tsx').then((part) => setDialog(() => part.DateDialog)).catch(() => undefined)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }

  return (
    <Field {...field}>
      <div className="ck-date">
        <input type="hidden" name={field.name} value={value} />
        <button
          ref={button}
          id={id}
          className="ck-box"
          type="button"
          data-field={field.name}
          data-empty={value ? undefined : ''}
          disabled={disabled}
          aria-haspopup="dialog"
          aria-labelledby={`${id}-label ${id}`}
          aria-describedby={[wiring(field)['aria-describedby'], field.required ? hintId : ''].filter(Boolean).join(' ') || undefined}
          onPointerEnter={() => void fetchDialog()}
          onFocus={() => void fetchDialog()}
          onClick={() => {
            setOpen(true)
            if (!Dialog) void fetchDialog()
          }}
        >
          {value ? formatDate(value, language) : words('Date.placeholder')}
        </button>
        {field.required && <span className="ck-hidden" id={hintId}>{words('Field.required')}</span>}
        <span className="ck-date-icons">
          {value && !disabled && (
            <button className="ck-icon-button" type="button" aria-label={`${words('Date.clear')}: ${field.label}`} onClick={() => { onChange(''); button.current?.focus() }}>
              <Cross />
            </button>
          )}
          <Calendar />
        </span>
        {open && Dialog && (
          <Dialog
            name={field.name}
            label={field.label}
            value={value}
            opensOn={clamp(value || opensOn || today, bounds.min, bounds.max)}
            today={today}
            startWith={value ? 'days' : startWith}
            {...bounds}
            onClose={close}
            onChosen={(date) => {
              onChange(date)
              close()
            }}
          />
        )}
      </div>
    </Field>
  )
}
