import type { ReactNode } from 'react'
import { FieldMessage, wiring, type FieldError } from '../field/index.tsx'

export interface CheckboxProps {
  readonly name: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** The sentence that is agreed to; links inside it keep working. */
  readonly children: ReactNode
  readonly required?: boolean
  readonly error?: FieldError | null | undefined
}

/** A box to tick, its sentence being the target too. */
export function Checkbox({ name, checked, onChange, children, required = false, error }: CheckboxProps) {
  return (
    <div>
      <label className="ck-tick" data-invalid={error ? '' : undefined}>
        <input {...wiring({ name, required, error })} type="checkbox" name={name} checked={checked} onChange={(event) => onChange(event.target.checked)} />
        <span>
          {children} {required && <i className="ck-star" aria-hidden="true">*</i>}
        </span>
      </label>
      <FieldMessage name={name} error={error} />
    </div>
  )
}
