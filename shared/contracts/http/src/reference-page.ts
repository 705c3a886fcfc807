import { createHash } from 'node:crypto'
import type { JsonSchema, OpenApiDocument } from './openapi-schemas.ts'

const style = 'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}code{font-size:.9em}h2,h3{margin-top:2rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #ddd}'

/** Content-Security-Policy of the page: nothing but its own style. */
export const referencePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; webrtc 'block'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (value: unknown): string => String(value).replace(/[&<>"]/g, (found) => entities[found] ?? found)

const nameIn = (reference: unknown): string => String(reference).split('/').at(-1) ?? ''

/** A schema in one phrase; a named one as a link. */
function typeOf(schema: JsonSchema): string {
  const { $ref, type, items, enum: values, const: constant, anyOf, oneOf, allOf, format, pattern } = schema
  if ($ref) return `<a href="#schema-${escaped(nameIn($ref))}">${escaped(nameIn($ref))}</a>`
  if (constant !== undefined) return `<code>${escaped(JSON.stringify(constant))}</code>`
  if (Array.isArray(values)) return values.map((value) => `<code>${escaped(JSON.stringify(value))}</code>`).join(' | ')
  const several = anyOf ?? oneOf ?? allOf
  if (Array.isArray(several)) return several.map((each) => typeOf(each as JsonSchema)).join(allOf ? ' and ' : ' | ')
  if (type === 'array') return `list of ${typeOf((items ?? {}) as JsonSchema)}`
  const detail = format ?? pattern
  return `${escaped(type ?? 'any value')}${detail === undefined ? '' : ` <code>${escaped(detail)}</code>`}`
}

const row = (cells: readonly string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const table = (heads: readonly string[], rows: readonly string[]): string =>
  (rows.length === 0 ? '' : `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`)

function fieldsTable({ properties = {}, required = [] }: { readonly properties?: Readonly<Record<string, JsonSchema>>; readonly required?: readonly string[] }): string {
  return table(['Field', 'Type', 'Description'], Object.entries(properties).map(([name, property]) =>
    row([`<code>${escaped(name)}</code>${required.includes(name) ? '' : ' (optional)'}`, typeOf(property), escaped(property['description'] ?? '')])))
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly JsonSchema[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>>
}

const bodyOf = (content: Operation['responses'][string]['content']): string =>
  Object.entries(content ?? {}).map(([type, { schema }]) => `<code>${escaped(type)}</code> ${typeOf(schema)}${schema['properties'] ? fieldsTable(schema) : ''}`).join(' ')

function operationSection(method: string, path: string, operation: Operation, headers: Readonly<Record<string, JsonSchema>>): string {
  const parameters = operation.parameters.map((parameter) => (parameter['$ref'] ? headers[nameIn(parameter['$ref'])] ?? {} : parameter))
  return `<section id="${escaped(operation.operationId)}"><h3>${escaped(operation.summary)}</h3><p><code>${escaped(method.toUpperCase())} ${escaped(path)}</code></p><p>${escaped(operation.description)}</p>`
    + table(['Parameter', 'In', 'Type', 'Description'], parameters.map(({ name, in: place, required, schema, description }) =>
      row([`<code>${escaped(name)}</code>${required ? '' : ' (optional)'}`, escaped(place), typeOf((schema ?? {}) as JsonSchema), escaped(description ?? '')])))
    + (operation.requestBody ? `<p>Body: ${bodyOf(operation.requestBody.content)}</p>` : '')
    + `${table(['Status', 'Meaning', 'Body'], Object.entries(operation.responses).map(([status, { description, content }]) => row([status, escaped(description), Number(status) < 300 ? bodyOf(content) : ''])))}</section>`
}

/** An OpenAPI document as a page to read: no script, nothing from elsewhere. */
export function referencePage({ info, servers, paths, components }: OpenApiDocument): string {
  const base = servers[0]?.url.replace(/\/$/, '') ?? ''
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationSection(method, `${base}${path}`, operation as Operation & JsonSchema, components['parameters'] ?? {})))
  const schemas = Object.entries(components['schemas'] ?? {}).map(([name, schema]) =>
    `<section id="schema-${escaped(name)}"><h3>${escaped(name)}</h3><p>${escaped(schema['description'] ?? '')}</p>${schema['properties'] ? fieldsTable(schema) : `<p>${typeOf(schema)}</p>`}</section>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(info.title)}</title><style>${style}</style></head>`
    + `<body><h1>${escaped(info.title)} ${escaped(info.version)}</h1><p>${escaped(info.description)}</p><p><a href="openapi.json">OpenAPI document</a></p>`
    + `<h2>Calls</h2>${operations.join('')}<h2>Schemas</h2>${schemas.join('')}</body></html>`
}
