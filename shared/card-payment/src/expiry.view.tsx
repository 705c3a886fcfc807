import { useWords } from '@checkin/i18n'
import { fieldId, FieldMessage, type FieldError } from '@checkin/ui/field'
import { useUnit } from 'effector-react'
import type { CardFormModel } from './card-form.ts'

export interface ExpiryFieldProps {
  readonly model: CardFormModel
  readonly error: (field: 'month' | 'year') => FieldError | null
}

const parts = ['month', 'year'] as const

/**
 * Month and year as they stand on the card, MM/YY, in one field that browsers fill in (DEC-174). The inputs `month` and `year` remain for
 * programs that name them: out of sight, out of the way of keyboard and screen reader, and each with its message.
 */
export function ExpiryField({ model, error }: ExpiryFieldProps) {
  const words = useWords()
  const { text, values } = useUnit({ text: model.$expiry, values: model.$values })
  const { typed, left, change } = useUnit({ typed: model.expiryTyped, left: model.expiryLeft, change: model.fieldChanged })
  const id = fieldId('expiry')
  const errors = parts.map((field) => [field, error(field)] as const)
  const wrong = errors.flatMap(([field, problem]) => (problem ? [`${fieldId(field)}-error`] : []))
  return (
    <div className="ck-field" data-invalid={wrong.length > 0 ? '' : undefined}>
      <label className="ck-label" htmlFor={id}>{words('Card.expiry')} <i aria-hidden="true">*</i></label>
      <div className="ck-hint" id={`${id}-hint`}>{words('Card.expiryHint')}</div>
      <input
        className="ck-box" id={id} name="expiry" type="text" value={text} maxLength={9} autoComplete="cc-exp" inputMode="numeric" spellCheck={false}
        aria-required aria-invalid={wrong.length > 0 || undefined} aria-describedby={[`${id}-hint`, ...wrong].join(' ')}
        onChange={(event) => { typed(event.target.value) }} onBlur={() => { left() }}
      />
      <div>
        {errors.map(([field, problem]) => <FieldMessage key={field} name={field} error={problem} />)}
        {parts.map((field) => (
          <input
            key={field} className="ck-hidden" name={field} type="text" value={values[field]} tabIndex={-1} aria-hidden="true" autoComplete="off"
            onChange={(event) => { change({ field, value: event.target.value }) }}
          />
        ))}
      </div>
    </div>
  )
}
