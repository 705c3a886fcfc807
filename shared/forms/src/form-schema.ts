import type { FieldErrorKind } from '@checkin/i18n'
import * as z from 'zod/mini'
import type { FieldSchema } from './rules.ts'

/** Typed values by field name. */
export type FormValues<Name extends string = string> = Readonly<Record<Name, string>>

/** What is wrong, by field name; a field that is right is not in it. */
export type FormErrors<Name extends string = string> = Readonly<Partial<Record<Name, FieldErrorKind>>>

/**
 * The rules of a form: a schema by field name, and rules over several fields as `z.refine` with a `path` of one field.
 * Fields without rules are not validated.
 */
export type FormSchema = z.ZodMiniType<object, object>

/** The rules of a form from the rules of its fields. */
export const formSchema = (fields: Readonly<Record<string, FieldSchema>>): FormSchema => z.object(fields)

/** The first thing that is wrong with each field. Pure: the same rules and values give the same answer. */
export function errorsOf<Name extends string>(schema: FormSchema, values: FormValues<Name>): FormErrors<Name> {
  const answer = z.safeParse(schema, values)
  const errors: Partial<Record<string, FieldErrorKind>> = {}
  for (const issue of answer.error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message as FieldErrorKind
  return errors as FormErrors<Name>
}

/** The fields that may not stay empty: those that the rules refuse when they are (the red asterisk, SHELL-85). */
export function requiredFields<Name extends string>(schema: FormSchema, names: readonly Name[]): ReadonlySet<Name> {
  const errors = errorsOf(schema, Object.fromEntries(names.map((name) => [name, ''])) as FormValues<Name>)
  return new Set(names.filter((name) => errors[name] === 'Required'))
}
