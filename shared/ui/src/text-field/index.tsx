import type { FocusEventHandler, HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, Ref } from 'react'
import { Field, wiring, type FieldProps } from '../field/index.tsx'

export interface TextFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: Extract<HTMLInputTypeAttribute, 'text' | 'email' | 'tel'>
  /** Characters kept, 40 by default (SHELL-90). */
  readonly maxLength?: number
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  readonly inputMode?: 'text' | 'email' | 'numeric' | 'tel'
  readonly autoCapitalize?: 'none' | 'words' | 'characters'
  readonly spellCheck?: boolean
  readonly placeholder?: string
  readonly readOnly?: boolean
  readonly onBlur?: FocusEventHandler<HTMLInputElement>
  readonly ref?: Ref<HTMLInputElement>
}

/** A line of text. What it keeps of the typed characters is the form's business. */
export function TextField({
  value, onChange, type = 'text', maxLength = 40, autoComplete, inputMode, autoCapitalize, spellCheck = false, placeholder, readOnly, onBlur, ref, ...field
}: TextFieldProps) {
  return (
    <Field {...field}>
      <input
        {...wiring(field)}
        ref={ref}
        className="ck-box"
        name={field.name}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        maxLength={maxLength}
        autoComplete={autoComplete}
        inputMode={inputMode}
        autoCapitalize={autoCapitalize}
        spellCheck={spellCheck}
        placeholder={placeholder}
        readOnly={readOnly}
        onBlur={onBlur}
      />
    </Field>
  )
}
