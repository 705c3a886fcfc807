import type { ReactNode } from 'react'
import { useWords } from '@checkin/i18n'
import { Exclaim } from '../icons/icons.tsx'

/** What is wrong with a field: its message key and the sentence for the renter. */
export interface FieldError {
  readonly key: string
  readonly text: string
}

/** Props of every kind of field. */
export interface FieldProps {
  /** The field's name in the contract, the input's `name`. */
  readonly name: string
  readonly label: string
  readonly required?: boolean
  readonly hint?: ReactNode
  readonly error?: FieldError | null | undefined
}

/** Attributes that tie an input to its label, hint and error. */
export interface FieldWiring {
  readonly id: string
  readonly 'aria-required': true | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** Id of a field's input, for labels and for links of the error summary. */
export const fieldId = (name: string): string => `field-${name.replaceAll('.', '-')}`

export function wiring({ name, required, hint, error }: Omit<FieldProps, 'label'>): FieldWiring {
  const id = fieldId(name)
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return {
    id,
    'aria-required': required ? true : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  }
}

/** The message below a field (SHELL-85), found by `data-error-for` and `data-error-key`. */
export function FieldMessage({ name, error }: { readonly name: string; readonly error?: FieldError | null | undefined }) {
  return (
    <div className="ck-message" aria-live="polite">
      {error && (
        <p className="ck-error" id={`${fieldId(name)}-error`} data-error-for={name} data-error-key={error.key}>
          <Exclaim />
          <span>{error.text}</span>
        </p>
      )}
    </div>
  )
}

/** Label, hint and message around one input; the red asterisk of a required field is for the eye only (SHELL-85). */
export function Field({ name, label, required = false, hint, error, children }: FieldProps & { readonly children: ReactNode }) {
  const id = fieldId(name)
  return (
    <div className="ck-field" data-invalid={error ? '' : undefined}>
      <label className="ck-label" htmlFor={id} id={`${id}-label`}>
        {label} {required && <i aria-hidden="true">*</i>}
      </label>
      {hint && <div className="ck-hint" id={`${id}-hint`}>{hint}</div>}
      {children}
      <FieldMessage name={name} error={error} />
    </div>
  )
}

/** "Fields marked with * are required", once above a form. */
export function RequiredLegend() {
  const words = useWords()
  const [before = '', after = ''] = words('Field.requiredLegend').split('*')
  return <p className="ck-legend">{before}<i>*</i>{after}</p>
}
