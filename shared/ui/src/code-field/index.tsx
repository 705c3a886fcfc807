import type { Ref } from 'react'
import { Field, wiring, type FieldProps } from '../field/index.tsx'

export interface CodeFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

const length = 6
const slots = [0, 1, 2, 3, 4, 5]

/** The digits of what was typed or pasted: spaces, hyphens and words around a copied code go away. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, length)

/** The six-digit code: one real input rendered as six slots, so that paste, autofill and screen readers work (DEC-08). */
export function CodeField({ value, onChange, disabled = false, ref, ...field }: CodeFieldProps) {
  return (
    <Field {...field}>
      <div className="ck-code">
        <div className="ck-code-slots" aria-hidden="true">
          {slots.map((slot) => (
            <i key={slot} data-next={slot === Math.min(value.length, length - 1) ? '' : undefined} data-filled={slot < value.length ? '' : undefined} />
          ))}
        </div>
        <div className="ck-code-input">
          <input
            {...wiring(field)}
            ref={ref}
            name={field.name}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(digitsOf(event.target.value))}
          />
        </div>
      </div>
    </Field>
  )
}
