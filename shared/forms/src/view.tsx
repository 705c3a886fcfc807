import { fieldErrorKey, type Translate } from '@checkin/i18n'
import { useStoreMap, useUnit } from 'effector-react'
import type { ComponentType, ReactNode } from 'react'
import type { FormModel } from './create-form.ts'

/** What a control of `@checkin/ui` gets from the form. */
export interface ConnectedProps {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly required?: boolean
  readonly error?: { readonly key: string; readonly text: string } | null | undefined
  readonly hint?: ReactNode
}

type OwnProps<Name extends string> = {
  readonly form: FormModel<Name>
  readonly name: NoInfer<Name>
  readonly words: Translate
  readonly hint?: ReactNode
}

/**
 * One field of a form in a control of `@checkin/ui`: value, required mark, hint, error in words.
 * The control's other props (label, autoComplete, ...) are given here and passed on.
 */
export function FormField<Name extends string, Props extends ConnectedProps>(
  { as: Control, form, name, words, hint, ...rest }: OwnProps<Name> & { readonly as: ComponentType<Props> } & Omit<Props, keyof ConnectedProps>,
): ReactNode {
  const change = useUnit(form.fieldChanged)
  const value = useStoreMap({ store: form.$values, keys: [name], fn: (values, [field]) => values[field] })
  // A store map may not answer undefined: a field that is right has no error.
  const kind = useStoreMap({ store: form.$errors, keys: [name], fn: (errors, [field]) => errors[field] ?? null })
  const required = useStoreMap({ store: form.$required, keys: [name], fn: (fields, [field]) => fields.has(field) })
  const lost = useStoreMap({ store: form.$lost, keys: [name], fn: (fields, [field]) => fields.has(field) })
  const key = kind === null ? null : fieldErrorKey(name, kind)
  const connected: ConnectedProps = {
    name,
    value,
    onChange: (typed) => change({ field: name, value: typed }),
    required,
    hint: lost ? <span role="status">{words('Field.lostCharacters')}</span> : hint,
    error: key === null ? null : { key, text: words(key) },
  }
  const props = { ...rest, ...connected } as unknown as Props & object
  return <Control {...props} />
}

/** Props of an error summary: each wrong field in the form's order, and a number that grows with every refused submit. */
export function useErrorSummary<Name extends string>(form: FormModel<Name>, words: Translate): {
  readonly items: readonly { readonly name: Name; readonly text: string }[]
  readonly refusal: number
} {
  const { errors, refusal } = useUnit({ errors: form.$errors, refusal: form.$refusals })
  const items = (Object.keys(form.fields) as Name[]).flatMap((name) => {
    const kind = errors[name]
    return kind === undefined ? [] : [{ name, text: words(fieldErrorKey(name, kind)) }]
  })
  return { items, refusal }
}
