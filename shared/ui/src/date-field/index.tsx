import { useId } from 'react'
import { formatDate, useLanguage, useWords } from '@checkin/i18n'
import { Field, fieldId, wiring, type FieldProps } from '../field/index.tsx'
import { Calendar, Cross } from '../icons/icons.tsx'
import { clamp, type PlainDate } from './calendar.ts'
import { boundsOf, useDateDialog } from './use-date-dialog.ts'

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
 * A date that stands on a document is typed: `@checkin/ui/known-date`.
 */
export function DateField({ value, onChange, min, max, startWith = 'days', opensOn, disabled = false, ...field }: DateFieldProps) {
  const words = useWords()
  const language = useLanguage()
  const { button, Dialog, close, opener } = useDateDialog()
  const hintId = useId()
  const id = fieldId(field.name)
  const bounds = boundsOf(min, max)

  return (
    <Field {...field}>
      <div className="ck-date">
        <input type="hidden" name={field.name} value={value} />
        <button
          {...opener}
          ref={button}
          id={id}
          className="ck-box"
          type="button"
          data-field={field.name}
          data-empty={value ? undefined : ''}
          disabled={disabled}
          aria-labelledby={`${id}-label ${id}`}
          aria-describedby={[wiring(field)['aria-describedby'], field.required ? hintId : ''].filter(Boolean).join(' ') || undefined}
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
        {Dialog && (
          <Dialog
            name={field.name}
            label={field.label}
            value={value}
            opensOn={clamp(value || opensOn || bounds.today, bounds.min, bounds.max)}
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
