import * as z from 'zod/mini'
import type { Endpoint } from '../contract/endpoint.ts'

/** Business words of one object: what it is, and what each of its fields says. */
export interface WordsEntry {
  readonly schema: z.ZodMiniObject
  /** Name in the OpenAPI document; parameters of an address have none. */
  readonly id?: string
  readonly description: string
  readonly fields: Readonly<Record<string, string>>
}

interface Described { readonly shape: Readonly<Record<string, unknown>> }
type Fields<S extends Described> = Readonly<Record<keyof S['shape'] & string, string>>

/** Words of a named object; a field that is forgotten, or that the object does not have, is a type error. */
export const words = <S extends Described>(schema: S, id: string, description: string, fields: Fields<S>): WordsEntry =>
  ({ schema: schema as unknown as z.ZodMiniObject, id, description, fields })

type Part = 'params' | 'query'
type FieldOf<S> = S extends Described ? keyof S['shape'] & string : never

/** Words of the parameters of one call's address. */
export function parameterWords<E extends Endpoint, P extends Part>(endpoint: E, part: P, fields: Readonly<Record<FieldOf<NonNullable<E[P]>>, string>>): WordsEntry {
  const schema = endpoint[part]
  if (!schema) throw new Error(`${endpoint.name} has no ${part}`)
  return { schema: schema as unknown as z.ZodMiniObject, description: `Parameters of ${endpoint.name}`, fields }
}

/** What an entry leaves in zod's registry beside the description. */
export interface RegisteredWords {
  readonly id?: string
  readonly description: string
  readonly fields: Readonly<Record<string, string>>
}

/** Writes the words into zod's global registry, where documents are made from; harmless when repeated. */
export function register(entries: readonly WordsEntry[]): void {
  for (const { schema, id, description, fields } of entries) {
    if (!z.globalRegistry.has(schema)) z.globalRegistry.add(schema, { ...(id ? { id } : {}), description, fields })
  }
}
