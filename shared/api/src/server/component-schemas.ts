import * as z from 'zod/mini'
import type { Endpoint } from '../contract/endpoint.ts'
import { ErrorBody } from '../failures/error-body.ts'
import type { RegisteredWords } from '../words/entry.ts'
import { elementOf, isClosed, schemasIn, shapeOf } from '../words/schema-walk.ts'

/** A JSON Schema, draft 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>

const wordsOf = (schema: z.ZodMiniType): RegisteredWords | undefined => z.globalRegistry.get(schema) as unknown as RegisteredWords | undefined

/** Address of a named schema within the document. */
const addressOf = (id: string): string => `#/components/schemas/${id}`

type Side = 'input' | 'output'
interface Overridden { readonly zodSchema: unknown; readonly jsonSchema: Record<string, unknown> }

/** Leaves answers open for fields of later versions, and keeps our registry's own entry out of the document. */
function openAnswers({ zodSchema, jsonSchema }: Overridden): void {
  const schema = zodSchema as z.ZodMiniType
  if (shapeOf(schema) && !isClosed(schema)) delete jsonSchema['additionalProperties']
  delete jsonSchema['fields']
}

/** Puts the words of a named object's fields where a reader looks for them. */
function withWords(schema: z.ZodMiniType, { $schema: _dialect, $id: _address, id: _name, properties, ...rest }: JsonSchema): JsonSchema {
  const fields = wordsOf(schema)?.fields ?? {}
  const described = Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>)
    .map(([field, property]) => [field, field in fields ? { ...property, description: fields[field] } : property] as const)
  return { ...rest, ...(properties ? { properties: Object.fromEntries(described) } : {}) }
}

/** The name of a schema in the document, if it has one. */
export const idOf = (schema: z.ZodMiniType): string | undefined => wordsOf(schema)?.id

/** Named schemas of one side of the contract. What a client sends is described before defaults are filled in, what a server answers after. */
function named(roots: readonly z.ZodMiniType[], io: Side): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ id: string }>()
  const schemas = new Map<string, z.ZodMiniType>()
  for (const root of roots) {
    for (const schema of schemasIn(root)) {
      const id = idOf(schema)
      if (!id || schemas.has(id)) continue
      schemas.set(id, schema)
      registry.add(schema, { id })
    }
  }
  const written = z.toJSONSchema(registry, { io, uri: addressOf, override: openAnswers }).schemas as Readonly<Record<string, JsonSchema>>
  return Object.fromEntries([...schemas].map(([id, schema]) => [id, withWords(schema, written[id] ?? {})]))
}

/** A schema by itself. */
const alone = (schema: z.ZodMiniType, io: Side): JsonSchema => withWords(schema, z.toJSONSchema(schema, { io, override: openAnswers }))

/** Every named schema of the contract. The sides share none but by name: what is sent and what is answered are described apart. */
export function componentSchemas(endpoints: readonly Endpoint[]): Readonly<Record<string, JsonSchema>> {
  const sent = named(endpoints.flatMap(({ body }) => (body ? [body] : [])), 'input')
  const answered = named(endpoints.flatMap(({ answer }) => (answer === 'pdf' ? [] : [answer])), 'output')
  const both = Object.keys(sent).filter((id) => id in answered)
  if (both.length > 0) throw new Error(`One schema describes both what is sent and what is answered: ${both.join(', ')}`)
  return sorted({ ...sent, ...answered, ...named([ErrorBody], 'output') })
}

const sorted = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

/** A reference to a named schema, or to a list of them; a body that has no name is a fault of the contract. */
export function referenceTo(schema: z.ZodMiniType, call: string): JsonSchema {
  const id = idOf(schema)
  if (id) return { $ref: addressOf(id) }
  const item = elementOf(schema)
  if (item) return { type: 'array', items: referenceTo(item, call) }
  throw new Error(`${call} has a body without a name and words`)
}

/** Parameters of an address with their words. */
export function parametersIn(place: 'path' | 'query', schema: z.ZodMiniType | undefined): readonly JsonSchema[] {
  if (!schema) return []
  const words = wordsOf(schema)
  return Object.entries(shapeOf(schema) ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || field._zod.optin !== 'optional',
    description: words?.fields[name] ?? '',
    schema: alone(field, 'input'),
  }))
}
