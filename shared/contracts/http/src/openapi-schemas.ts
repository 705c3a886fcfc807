import { globalRegistry, toJSONSchema, type $ZodType } from 'zod/v4/core'
import { descriptionsOf } from './describe.ts'
import type { Schema } from './endpoint.ts'

/** A JSON Schema, draft 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
  readonly webhooks?: Readonly<Record<string, JsonSchema>>
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
}

type Side = 'input' | 'output'

const definitionOf = (schema: $ZodType): { readonly shape?: Readonly<Record<string, $ZodType>>; readonly catchall?: $ZodType } => schema._zod.def as object

const isClosed = (schema: $ZodType): boolean => definitionOf(schema).catchall?._zod.def.type === 'never'

/** `#/$defs/Name` of zod becomes the address of a component. */
const toComponents = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toComponents)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === '$ref' && typeof inner === 'string' ? inner.replace('#/$defs/', '#/components/schemas/') : toComponents(inner)]))
}

/** Puts the descriptions of an object's fields where a reader looks for them. */
function withDescriptions({ properties, ...rest }: JsonSchema, fields: Readonly<Record<string, string>>): JsonSchema {
  if (!properties) return rest
  const described = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, property]) => [name, name in fields ? { ...property, description: fields[name] } : property] as const)
  return { ...rest, properties: Object.fromEntries(described) }
}

/** The named schemas of a document, collected while its calls are described. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>()

  /** A schema as a place of the document refers to it: by name where it has one, else written out. */
  of(schema: Schema, io: Side): JsonSchema {
    const fieldsById = new Map<string, Readonly<Record<string, string>>>()
    const written = toJSONSchema(schema, {
      io, target: 'draft-2020-12', unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        // What is answered stays open for fields of later versions.
        if (definitionOf(zodSchema).shape && !isClosed(zodSchema)) delete jsonSchema.additionalProperties
        const id = globalRegistry.get(zodSchema)?.id
        if (id) fieldsById.set(id, descriptionsOf(zodSchema))
        delete jsonSchema['fields']
      },
    })
    const { $schema: _dialect, $defs = {}, ...root } = toComponents(written) as { readonly $schema?: string; readonly $defs?: Readonly<Record<string, JsonSchema>> } & JsonSchema
    for (const [id, definition] of Object.entries($defs)) this.#add(id, withDescriptions(definition, fieldsById.get(id) ?? {}))
    return withDescriptions(root, descriptionsOf(schema))
  }

  /** Throws when two schemas share a name, as one does that is both sent with defaults and answered. */
  #add(name: string, { id: _id, ...schema }: JsonSchema): void {
    const known = this.#schemas.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas of the document are called ${name}`)
    this.#schemas.set(name, schema)
  }

  /** All of them by name, sorted. */
  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** Parameters of a path or query with their descriptions. */
export function parametersIn(place: 'path' | 'query', schema: Schema | undefined, descriptions: Readonly<Record<string, string>>, components: Components): readonly JsonSchema[] {
  return Object.entries((schema && definitionOf(schema).shape) ?? {}).map(([name, field]) => {
    const { description, ...written } = components.of(field, 'input')
    const text = descriptions[name] ?? description
    return { name, in: place, required: place === 'path' || field._zod.optin !== 'optional', ...(text !== undefined && { description: text }), schema: written }
  })
}
