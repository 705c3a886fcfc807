import type { ReactNode } from 'react'
import { FieldMessage, fieldId, type FieldError } from '../field/index.tsx'

export interface RadioOption {
  readonly value: string
  readonly label: ReactNode
  readonly note?: ReactNode
}

export interface RadioListProps {
  readonly name: string
  readonly legend: string
  readonly options: readonly RadioOption[]
  /** Nothing is chosen at the start unless the caller says so. */
  readonly value: string | null
  readonly onChange: (value: string) => void
  readonly error?: FieldError | null | undefined
}

/** One of a few, each a card that can be pressed as a whole. */
export function RadioList({ name, legend, options, value, onChange, error }: RadioListProps) {
  return (
    <fieldset className="ck-radios" id={fieldId(name)} aria-describedby={error ? `${fieldId(name)}-error` : undefined}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label className="ck-radio" key={option.value}>
          <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>
            {option.label}
            {option.note && <small>{option.note}</small>}
          </span>
        </label>
      ))}
      <FieldMessage name={name} error={error} />
    </fieldset>
  )
}
