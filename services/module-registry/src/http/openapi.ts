import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'

const errorBody = z.object({ data: z.unknown(), status: z.int(), title: z.string(), code: z.string(), requestId: z.string() })

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json
  return described
}

const content = (schema: Json): Json => ({ 'application/json': { schema } })

function parameters(endpoint: Endpoint): Json[] {
  const named = (place: 'path' | 'query', schema: z.ZodType | undefined): Json[] => {
    const { properties = {}, required = [] } = (schema ? schemaOf(schema, 'input') : {}) as { properties?: Record<string, Json>; required?: string[] }
    return Object.entries(properties).map(([name, described]) => ({ name, in: place, required: required.includes(name), schema: described }))
  }
  const ifMatch = { name: 'If-Match', in: 'header', required: true, schema: { type: 'string' }, description: 'The tenant\'s revision that the caller saw, in quotes; "0" for a new tenant' }
  return [...named('path', endpoint.params), ...named('query', endpoint.query), ...(endpoint.ifMatch ? [ifMatch] : [])]
}

function operation(endpoint: Endpoint): Json {
  const refusals = [
    { status: 400, code: 'InvalidRequest' },
    ...(endpoint.may === 'anyone' ? [] : [{ status: 401, code: 'Unauthorized' }, { status: 403, code: 'Forbidden' }]),
    ...(endpoint.ifMatch ? [{ status: 412, code: 'RevisionChanged' }, { status: 428, code: 'RevisionRequired' }] : []),
    ...endpoint.errors,
  ]
  const byStatus = new Map<number, string[]>()
  for (const { status, code } of refusals) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...(endpoint.may !== 'anyone' && { description: `Roles: ${endpoint.may.join(', ')}. Reach: ${endpoint.reach}`, security: [{ token: [] }] }),
    parameters: parameters(endpoint),
    ...(endpoint.body && { requestBody: { required: true, content: content(schemaOf(endpoint.body, 'input')) } }),
    responses: {
      200: { description: 'Done', content: content(schemaOf(endpoint.answer, 'output')) },
      ...Object.fromEntries([...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content: content({ $ref: '#/components/schemas/Error' }) }])),
    },
  }
}

/** The OpenAPI 3.1 document of all endpoints, from the same schemas that check them. */
export function openApiDocument(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Module registry', version: '1.0.0', description: 'Published modules, release sets and the pointer of every tenant' },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}
