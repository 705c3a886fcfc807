import { formSchema, type FormSchema } from './form-schema.ts'
import type { FieldSchema } from './rules.ts'

/** What the server says about one field (API-04). */
export interface ServerRule {
  readonly visible: boolean
  readonly mandatory: boolean
}

/** Makes the rules of one field, once it is known whether it is required. */
export type FieldRuleMaker<Context> = (required: boolean, context: Context) => FieldSchema

/** The fields that show: the server's rules say so; a field that they don't name stays away. */
export const visibleFields = <Name extends string>(rules: Readonly<Record<string, ServerRule>>, names: readonly Name[]): readonly Name[] =>
  names.filter((name) => rules[name]?.visible === true)

/**
 * The rules of a form whose fields the server switches (SHELL-82, DEC-31): an invisible field is never required, a visible one
 * is when the server says mandatory or `alsoRequired` does, as a country does that validates postal codes.
 */
export function fieldRulesSchema<Name extends string, Context>(
  rules: Readonly<Record<string, ServerRule>>,
  context: Context,
  fields: Readonly<Record<Name, FieldRuleMaker<Context>>>,
  alsoRequired: (name: Name, context: Context) => boolean = () => false,
): FormSchema {
  const names = visibleFields(rules, Object.keys(fields) as Name[])
  return formSchema(Object.fromEntries(
    names.map((name) => [name, fields[name](rules[name]?.mandatory === true || alsoRequired(name, context), context)]),
  ))
}
