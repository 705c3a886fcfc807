import type { FastifyInstance } from 'fastify'
import { bodyFormOf } from './body-form.ts'
import { parameterDescriptionsOf, summaryOf } from './describe.ts'
import type { DeclaredError, Endpoint, Schema } from './endpoint.ts'
import { Components, parametersIn, type JsonSchema, type OpenApiDocument } from './openapi-schemas.ts'
import { referencePage, referencePolicy } from './reference-page.ts'

export type { OpenApiDocument } from './openapi-schemas.ts'

/** What a document says about an API beside its calls. */
export interface ApiDescription<Access, Code extends string = string> {
  readonly title: string
  readonly version: string
  readonly description: string
  /** Base of every path; the origin itself by default. */
  readonly base?: string
  /** The body of a refusal; a named schema. */
  readonly errorBody: Schema
  /** Every refusal of a call, those that all calls have included. */
  readonly errorsOf: (endpoint: Endpoint<Access, Code>) => readonly DeclaredError<Code>[]
  /** Who may call, in one sentence, and the name of the security scheme; no scheme where anybody may. */
  readonly accessOf: (access: Access) => { readonly description: string; readonly scheme?: string }
  readonly securitySchemes: Readonly<Record<string, JsonSchema>>
  /** Header parameters by name, and which of them a call has. */
  readonly headers?: Readonly<Record<string, JsonSchema>>
  readonly headersOf?: (endpoint: Endpoint<Access, Code>) => readonly string[]
  /** What the service itself sends to addresses that others gave, by name. */
  readonly webhooks?: Readonly<Record<string, { readonly summary: string; readonly description: string; readonly body: Schema }>>
}

const reasons: Readonly<Record<number, string>> = {
  400: 'The request cannot be used', 401: 'Not authenticated', 403: 'Not allowed', 404: 'Not found', 409: 'The current state does not allow it', 412: 'Somebody changed it meanwhile',
  413: 'The body is too large', 421: 'No tenant has this host', 428: 'If-Match is missing', 429: 'Too many requests', 500: 'A fault of the server', 501: 'Not available yet',
  503: 'Not available now', 504: 'Not known whether it was done',
}

const content = (type: string, schema: JsonSchema): JsonSchema => ({ [type]: { schema } })

/** One response per status, with the codes that it may carry. */
function refusals(errors: readonly DeclaredError[], errorBody: JsonSchema): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(errors, ({ status }) => status)
  return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(([status, declared]) => {
    const codes = [...new Set(declared.map(({ code }) => code))].sort()
    return [String(status), {
      description: `${reasons[status] ?? 'Refused'}: ${codes.join(', ')}`,
      ...([429, 503, 504].includes(status) ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } } } } : {}),
      content: content('application/json', { allOf: [errorBody, { type: 'object', properties: { code: { enum: codes } } }] }),
    }]
  }))
}

function successes({ answer, statuses }: Endpoint, components: Components): Record<string, JsonSchema> {
  if (answer === 'none') return { 204: { description: 'Done' } }
  const body = answer === 'pdf' ? content('application/pdf', { type: 'string', format: 'binary' })
    : answer === 'webp' ? content('image/webp', { type: 'string', format: 'binary' })
    : answer === 'text' ? content('text/plain', { type: 'string' }) : content('application/json', components.of(answer, 'output'))
  return Object.fromEntries((statuses ?? [200]).map((status) => [status, status === 304 ? { description: 'Not modified' } : { description: answer === 'pdf' ? 'The document' : 'Done', content: body }]))
}

const ifMatch = (required: boolean): JsonSchema => ({
  name: 'If-Match', in: 'header', required, schema: { type: 'string' }, description: 'Revision that the caller saw, in quotes; "0" for what does not exist yet.',
})

/** Parameters as OpenAPI writes them: `:guid` is `{guid}`. */
const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

/** First part of the path that names a subject: what calls are grouped by. */
const tagOf = (path: string): string => path.split('/').find((part) => part !== '' && !/^(v\d+|fleet|internal|registry|provider)$/.test(part)) ?? ''

function operation<Access, Code extends string>(endpoint: Endpoint<Access, Code>, api: ApiDescription<Access, Code>, errorBody: JsonSchema, components: Components): JsonSchema {
  const { name, path, access, params, query, body } = endpoint
  const summary = summaryOf(endpoint)
  if (!summary) throw new Error(`${name} has no summary`)
  const { description, scheme } = api.accessOf(access)
  const descriptions = parameterDescriptionsOf(endpoint)
  return {
    operationId: name,
    summary,
    description,
    tags: [tagOf(path)],
    security: scheme ? [{ [scheme]: [] }] : [],
    parameters: [
      ...parametersIn('path', params, descriptions, components), ...parametersIn('query', query, descriptions, components),
      ...(endpoint.ifMatch ? [ifMatch(endpoint.ifMatch === 'required')] : []),
      ...(api.headersOf?.(endpoint) ?? []).map((header) => ({ $ref: `#/components/parameters/${header}` })),
    ],
    ...(body && { requestBody: { required: true, content: body === 'text' ? content('*/*', { type: 'string' }) : content('application/json', components.of(body, 'input')) } }),
    responses: { ...successes(endpoint, components), ...refusals(api.errorsOf(endpoint), errorBody) },
  }
}

/** The OpenAPI 3.1 document of an API, made from the schemas that check its calls, in each of their forms. Throws when a call has no summary or a name is used twice. */
export function openApiDocument<Access, Code extends string>(endpoints: readonly Endpoint<Access, Code>[], api: ApiDescription<Access, Code>): OpenApiDocument {
  const components = new Components()
  const errorBody = components.of(api.errorBody, 'output')
  const paths: Record<string, Record<string, JsonSchema>> = {}
  const add = (endpoint: Endpoint<Access, Code>, named: JsonSchema = {}): void => {
    const template = templateOf(endpoint.path)
    paths[template] = { ...paths[template], [endpoint.method.toLowerCase()]: { ...operation(endpoint, api, errorBody, components), ...named } }
  }
  for (const endpoint of endpoints) {
    add(endpoint)
    const form = bodyFormOf(endpoint)
    if (form) add(form, { operationId: `${endpoint.name}InBody` })
  }
  return {
    openapi: '3.1.0',
    info: { title: api.title, version: api.version, description: api.description },
    servers: [{ url: api.base ?? '/' }],
    paths,
    ...(api.webhooks && { webhooks: Object.fromEntries(Object.entries(api.webhooks).map(([name, { body, ...said }]) => [name, {
      post: { operationId: name, ...said, requestBody: { required: true, content: content('application/json', components.of(body, 'output')) }, responses: { '2XX': { description: 'Taken; anything else is sent again.' } } },
    }])) }),
    components: { schemas: components.all(), ...(api.headers && { parameters: api.headers }), securitySchemes: api.securitySchemes },
  }
}

/** Serves `openapi.json` below a path, and with `reference` a page to read beside it. The document is made when it is first asked for. */
export function serveOpenApi(app: FastifyInstance, path: string, make: () => OpenApiDocument, { reference }: { readonly reference: boolean }): void {
  let document: OpenApiDocument | null = null
  app.get(`${path}/openapi.json`, () => (document ??= make()))
  if (!reference) return
  app.get(`${path}/reference`, (_request, reply) =>
    reply.type('text/html; charset=utf-8').headers({ 'content-security-policy': referencePolicy, 'x-content-type-options': 'nosniff' }).send(referencePage(document ??= make())))
}
