import { errorsOf } from '../contract/common-errors.ts'
import type { EndpointName } from '../contract/contract.ts'
import type { Access, DeclaredError, Endpoint } from '../contract/endpoint.ts'
import { endpointWords } from '../words/endpoint.words.ts'
import { parametersIn, referenceTo, type JsonSchema } from './component-schemas.ts'

const whoMayCall: Readonly<Record<Access, string>> = {
  open: 'Open to every page of the tenant.',
  pending: 'Needs the session that asked for a code.',
  link: 'Needs a session that a link or a code opened.',
  verified: 'Needs a session that an e-mailed code raised; one opened by a link is told 403 CodeRequired.',
}

const reasons: Readonly<Record<number, string>> = {
  400: 'The request cannot be used', 401: 'No session, or one that has ended', 403: 'Not from this page or not with this session', 404: 'Not found',
  409: 'The state of the reservation or the session speaks against it', 413: 'The body is too large', 421: 'No tenant has this host', 429: 'Too many tries',
  500: 'A fault of the server', 501: 'Not available yet', 503: 'Not available now', 504: 'Not known whether it was done',
}

/** One answer per status, with the codes that it may carry. */
function refusals(errors: readonly DeclaredError[]): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(errors, ({ status }) => status)
  return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(([status, declared]) => {
    const codes = [...new Set(declared.map(({ code }) => code))].sort()
    return [String(status), {
      description: `${reasons[status] ?? 'Refused'}: ${codes.join(', ')}`,
      ...([429, 503, 504].includes(status) ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } } } } : {}),
      content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/ErrorBody' }, { type: 'object', properties: { code: { enum: codes } } }] } } },
    }]
  }))
}

const answerOf = ({ name, answer }: Endpoint): JsonSchema =>
  (answer === 'pdf'
    ? { description: 'The document', content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } }
    : { description: 'Done', content: { 'application/json': { schema: referenceTo(answer, name) } } })

/** One call as OpenAPI describes it. */
export function operationOf(endpoint: Endpoint, family: string): JsonSchema {
  const { name, method, access, params, query, body } = endpoint
  const shared = ['identifier', 'acceptLanguage', ...(method === 'GET' ? [] : ['idempotencyKey'])]
  return {
    operationId: name,
    summary: endpointWords[name as EndpointName],
    description: whoMayCall[access],
    tags: [family],
    security: access === 'open' ? [] : [{ session: [] }],
    parameters: [...parametersIn('path', params), ...parametersIn('query', query), ...shared.map((id) => ({ $ref: `#/components/parameters/${id}` }))],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: referenceTo(body, name) } } } } : {}),
    responses: { 200: answerOf(endpoint), ...refusals(errorsOf(endpoint)) },
  }
}
