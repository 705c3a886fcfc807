import type { FieldErrorKind } from '@checkin/i18n'
import { combine, createEvent, createStore, sample, type Event, type EventCallable, type Store } from 'effector'
import { errorsOf, requiredFields, type FormErrors, type FormSchema, type FormValues } from './form-schema.ts'
import { typedValue, type FieldOptions } from './typing.ts'

export interface FormOptions<Name extends string, Context> {
  /** Unique among the forms of the site, such as `verify-reservation/lookup`. */
  readonly name: string
  readonly fields: Readonly<Record<Name, FieldOptions>>
  /** The rules in a situation; asked at every submit, so a rule about today is about that very day. */
  readonly schema: (context: Context) => FormSchema
  /** The situation that the rules depend on. */
  readonly context: Store<Context>
  /** Values at the start; the rest begins empty. */
  readonly initial?: Partial<FormValues<Name>>
}

/** What the fields of a form show. */
export interface ShownFields<Name extends string> {
  readonly values: FormValues<Name>
  readonly errors: FormErrors<Name>
  readonly required: ReadonlySet<Name>
  readonly lost: ReadonlySet<Name>
}

export interface FormModel<Name extends string = string> {
  readonly name: string
  readonly fields: Readonly<Record<Name, FieldOptions>>
  readonly $values: Store<FormValues<Name>>
  readonly $errors: Store<FormErrors<Name>>
  /** Fields that the renter has changed. */
  readonly $touched: Store<ReadonlySet<Name>>
  /** Fields that lost characters while typing or pasting, until they are emptied (DEC-33). */
  readonly $lost: Store<ReadonlySet<Name>>
  /** Fields with the red asterisk (SHELL-85). */
  readonly $required: Store<ReadonlySet<Name>>
  /** All that fields show: a field on the page follows this one store, because each that it follows takes a phone as long as an element. */
  readonly $shown: Store<ShownFields<Name>>
  /** How often a submit was refused; the error summary takes the focus when it grows. */
  readonly $refusals: Store<number>
  /** The renter typed, pasted or chose. Nothing is validated here; the field's own error goes (SHELL-86). */
  readonly fieldChanged: EventCallable<{ readonly field: Name; readonly value: string }>
  readonly submitted: EventCallable<void>
  /** A submit whose values are right. */
  readonly valid: Event<FormValues<Name>>
  /** A submit that isn't; every value stays. */
  readonly refused: Event<FormErrors<Name>>
  /** Somebody else found a field wrong, for example the server. */
  readonly errorFound: EventCallable<{ readonly field: Name; readonly kind: FieldErrorKind }>
  /** Several at once; what else is wrong stays. */
  readonly errorsFound: EventCallable<FormErrors<Name>>
  /** Values from the API or a draft: taken as they are, never filtered (DEC-33). */
  readonly filled: EventCallable<Partial<FormValues<Name>>>
  readonly reset: EventCallable<void>
}

const withField = <Name extends string>(set: ReadonlySet<Name>, field: Name): ReadonlySet<Name> => (set.has(field) ? set : new Set([...set, field]))

const withoutField = <Name extends string>(set: ReadonlySet<Name>, field: Name): ReadonlySet<Name> => new Set([...set].filter((each) => each !== field))

/** A form as an effector model: values, errors as codes, submit. It has no words and no look; `@checkin/forms/view` gives it both. */
export function createForm<Name extends string, Context>({ name, fields, schema, context, initial = {} }: FormOptions<Name, Context>): FormModel<Name> {
  const names = Object.keys(fields) as Name[]
  const start = { ...Object.fromEntries(names.map((field) => [field, ''])), ...initial } as FormValues<Name>
  const kept = (store: string) => ({ sid: `${name}/${store}`, name: `${name}/${store}` })

  const fieldChanged = createEvent<{ readonly field: Name; readonly value: string }>({ name: `${name}/fieldChanged` })
  const submitted = createEvent({ name: `${name}/submitted` })
  const errorFound = createEvent<{ readonly field: Name; readonly kind: FieldErrorKind }>({ name: `${name}/errorFound` })
  const errorsFound = createEvent<FormErrors<Name>>({ name: `${name}/errorsFound` })
  const filled = createEvent<Partial<FormValues<Name>>>({ name: `${name}/filled` })
  const reset = createEvent({ name: `${name}/reset` })

  const typed = fieldChanged.map(({ field, value }) => ({ field, ...typedValue(fields[field], value) }))
  const $values = createStore(start, kept('values'))
    .on(typed, (values, { field, value }) => (values[field] === value ? values : { ...values, [field]: value }))
    .on(filled, (values, given) => ({ ...values, ...given }))
    .reset(reset)

  const validated = sample({
    clock: submitted,
    source: { values: $values, context },
    fn: ({ values, context: situation }) => ({ values, errors: errorsOf(schema(situation), values) }),
  })
  const valid = sample({ clock: validated, filter: ({ errors }) => Object.keys(errors).length === 0, fn: ({ values }) => values })
  const refused = sample({ clock: validated, filter: ({ errors }) => Object.keys(errors).length > 0, fn: ({ errors }) => errors })

  const $errors = createStore({} as FormErrors<Name>, kept('errors'))
    .on(validated, (_, { errors }) => errors)
    .on(errorFound, (errors, { field, kind }) => ({ ...errors, [field]: kind }))
    .on(errorsFound, (errors, found) => ({ ...errors, ...found }))
    .on(fieldChanged, (errors, { field }) => {
      if (!(field in errors)) return errors
      const { [field]: _fixed, ...rest } = errors
      return rest as FormErrors<Name>
    })
    .on(filled, (errors, given) => Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in given))) as FormErrors<Name>)
    .reset(reset)

  const $touched = createStore<ReadonlySet<Name>>(new Set(), kept('touched')).on(fieldChanged, (touched, { field }) => withField(touched, field)).reset(reset)
  const $lost = createStore<ReadonlySet<Name>>(new Set(), kept('lost'))
    .on(typed, (lost, { field, value, lost: loses }) => (loses ? withField(lost, field) : value === '' ? withoutField(lost, field) : lost))
    .reset(reset)
  const $refusals = createStore(0, kept('refusals')).on([refused, errorsFound], (count) => count + 1).reset(reset)
  const $required = combine(context, (situation) => requiredFields(schema(situation), names))
  const $shown = combine({ values: $values, errors: $errors, required: $required, lost: $lost })

  return { name, fields, $values, $errors, $touched, $lost, $required, $shown, $refusals, fieldChanged, submitted, valid, refused, errorFound, errorsFound, filled, reset }
}
