import { openApiDocument as renterDocument } from '@checkin/api/openapi'
import { fleetDocument } from '@checkin/fleet/openapi'
import type { OpenApiDocument } from '@checkin/http/openapi'
import { internalDocument } from '@checkin/internal/openapi'
import { registryDocument } from '@checkin/module-registry/openapi'
import { stateRules } from './state-rules.ts'

/** As much of a JSON Schema of an OpenAPI document as names fields. */
interface Described {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
  readonly anyOf?: readonly Described[]
  readonly oneOf?: readonly Described[]
  readonly allOf?: readonly Described[]
  readonly additionalProperties?: Described | boolean
}

type Content = Readonly<Record<string, { readonly schema: Described }>>

interface Operation {
  readonly operationId: string
  readonly description: string
  readonly parameters: readonly { readonly name?: string; readonly in?: string }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

/** The APIs of an installation with the documents that their contracts make. */
export const documents: Readonly<Record<string, () => OpenApiDocument>> = {
  'Renters': renterDocument, 'Rental companies\' systems': fleetDocument, 'Operators, the site and providers at the reservation API': internalDocument, 'Teams and operators at the registry': registryDocument,
}

/** Names of the fields of a schema; a schema with a name of its own stands by that name. */
function fieldsOf(schema: Described): readonly string[] {
  if (schema.$ref !== undefined) return [`*${schema.$ref.split('/').at(-1) ?? ''}*`]
  const own = Object.entries(schema.properties ?? {}).map(([name, inner]) => {
    const within = fieldsOf(inner)
    return within.length > 0 ? `${name} {${within.join(', ')}}` : name
  })
  const parts = [...schema.anyOf ?? [], ...schema.oneOf ?? [], ...schema.allOf ?? [], ...(schema.items ? [schema.items] : []), ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [])]
  return [...new Set([...own, ...parts.flatMap(fieldsOf)])]
}

const contentOf = (content: Content | undefined): readonly string[] =>
  Object.entries(content ?? {}).flatMap(([type, { schema }]) => {
    const fields = fieldsOf(schema)
    if (fields.length > 0) return fields
    return [type === 'application/json' ? 'a value' : type === '*/*' ? 'a signed text' : type]
  })

const operationsOf = ({ paths }: OpenApiDocument): readonly (readonly [call: string, operation: Operation])[] =>
  Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as unknown as Operation] as const))

const callRow = ([call, { description, parameters, requestBody, responses }]: readonly [string, Operation]): string => {
  const written = [...parameters.filter(({ in: place }) => place === 'path' || place === 'query').map(({ name = '' }) => name), ...contentOf(requestBody?.content)]
  const read = Object.entries(responses).filter(([status]) => status.startsWith('2')).flatMap(([, { content }]) => contentOf(content))
  return `| \`${call}\` | ${description} | ${written.join(', ')} | ${[...new Set(read)].join(', ')} |`
}

const entityRow = ([name, schema]: readonly [string, Described]): string => `| *${name}* | ${fieldsOf(schema).join(', ') || 'a value'} |`

/** By code unit, so that the page is the same wherever it is made. */
const inOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

function sectionOf(title: string, document: OpenApiDocument): string {
  const calls = [...operationsOf(document)].sort(([one], [other]) => inOrder(one.replace(/^\w+ /, ''), other.replace(/^\w+ /, '')) || inOrder(one, other)).map(callRow)
  const entities = Object.entries((document.components['schemas'] ?? {}) as Readonly<Record<string, Described>>).map(entityRow)
  return `## ${title}
| call | who | takes | answers |
|---|---|---|---|
${calls.join('\n')}

| name | fields |
|---|---|
${entities.join('\n')}
`
}

/** docs/field-rules.md: who may write and read which field, and how that depends on the data (ASVS 8.1.2). */
export const fieldRulesPage = (): string => `# Rules by field

Made from the contracts and from \`tools/src/field-rules\` (\`npm run check -- --write\`). What is not named here is refused or not answered: bodies with a field that a call does not take are refused where money or identity is concerned and the field has no effect elsewhere, and answers hold only what their schema names.

## How it depends on who asks and how the data stand
| fields | who | may read | may write | rule | test |
|---|---|---|---|---|---|
${stateRules.map(({ fields, consumer, read, write, rows, proof }) => `| ${fields} | ${consumer} | ${read} | ${write} | ${rows.map((row) => `[${row}](spec/decisions.md#${row})`).join(', ')} | [${proof.split('/').at(-1) ?? ''}](../${proof}) |`).join('\n')}

${Object.entries(documents).map(([title, make]) => sectionOf(title, make())).join('\n')}`
