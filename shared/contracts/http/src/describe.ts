import { globalRegistry, type $ZodType } from 'zod/v4/core'
import type { Endpoint } from './endpoint.ts'

/** Fields of an object schema. */
interface Shaped { readonly _zod: { readonly def: { readonly shape: object } } }
type FieldsOf<S> = S extends Shaped ? keyof S['_zod']['def']['shape'] & string : never
type PartNames = 'params' | 'query'

/** What the OpenAPI document says about a schema. */
interface Description<S> {
  /** Name of the schema in the document; schemas without one are written where they are used. */
  readonly id?: string
  readonly description?: string
  /** One sentence per field; a field that is forgotten or unknown is a type error. */
  readonly fields: Readonly<Record<FieldsOf<S>, string>>
}

/**
 * Describes a schema for the OpenAPI document. Contracts that browsers load call it as a statement of its own with a `@__PURE__` annotation:
 * it stands beside the schema, and minifiers drop it from bundles as a pure call whose result is not used (decision 0128).
 */
export function describeSchema<S extends $ZodType>(schema: S, describe: () => Description<S>): void {
  if (!globalRegistry.has(schema)) globalRegistry.add(schema, { ...describe() })
}

/** The descriptions of a schema's fields, for another one that has the same. */
export const descriptionsOf = <S extends $ZodType>(schema: S): Description<S>['fields'] => (globalRegistry.get(schema)?.['fields'] ?? {}) as Description<S>['fields']

const summaries = new WeakMap<object, string>()

/** Describes a call and its parameters for the OpenAPI document; used like `describeSchema`. */
export function describeCall<E extends Endpoint>(
  endpoint: E, summary: string, ...fields: FieldsOf<E[PartNames & keyof E]> extends never ? [] : [Readonly<Record<FieldsOf<E[PartNames & keyof E]>, string>>]
): void {
  summaries.set(endpoint, summary)
  parameterDescriptions.set(endpoint, fields[0] ?? {})
}

const parameterDescriptions = new WeakMap<object, Readonly<Record<string, string>>>()

/** One line about a call; undefined when there is none. */
export const summaryOf = (endpoint: Endpoint): string | undefined => endpoint.summary ?? summaries.get(endpoint)

/** Descriptions of the call's parameters by name. */
export const parameterDescriptionsOf = (endpoint: Endpoint): Readonly<Record<string, string>> => parameterDescriptions.get(endpoint) ?? {}
