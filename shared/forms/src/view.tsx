import { fieldErrorKey, type FieldErrorKind, type Translate } from '@checkin/i18n'
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

/** What one field shows of its form. */
interface Shown {
  readonly value: string
  readonly kind: FieldErrorKind | undefined
  readonly required: boolean
  readonly lost: boolean
}

/** What another field of the form shows renders this one no more. */
const differs = (next: Shown, shown: Shown): boolean => next.value !== shown.value || next.kind !== shown.kind || next.required !== shown.required || next.lost !== shown.lost

/**
 * One field of a form in a control of `@checkin/ui`: value, required mark, hint, error in words.
 * The control's other props (label, autoComplete, ...) are given here and passed on.
 */
export function FormField<Name extends string, Props extends ConnectedProps>(
  { as: Control, form, name, words, hint, ...rest }: OwnProps<Name> & { readonly as: ComponentType<Props> } & Omit<Props, keyof ConnectedProps>,
): ReactNode {
  const change = useUnit(form.fieldChanged)
  const { value, kind, required, lost } = useStoreMap({
    store: form.$shown, keys: [name], updateFilter: differs,
    fn: ({ values, errors, required: all, lost: some }, [field]) => ({ value: values[field], kind: errors[field], required: all.has(field), lost: some.has(field) }),
  })
  const key = kind === undefined ? null : fieldErrorKey(name, kind)
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
