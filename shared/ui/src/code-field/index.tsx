import type { Ref } from 'react'
import { Field, wiring, type FieldProps } from '../field/index.tsx'

export interface CodeFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

const length = 6

/** The digits of what was typed or pasted: spaces, hyphens and words around a copied code go away. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, length)

/** The six-digit code: one real input drawn as six slots, so that paste, autofill and screen readers work (DEC-08). */
export function CodeField({ value, onChange, disabled = false, ref, ...field }: CodeFieldProps) {
  return (
    <Field {...field}>
      <div className="ck-code-wrap">
        <input
          {...wiring(field)}
          ref={ref}
          className="ck-code"
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
    </Field>
  )
}
