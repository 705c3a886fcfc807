import { contract, type EndpointName } from '@checkin/api'
import { ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireSession } from '../features/identity/session.ts'
import { keepState, keyOf, undecidedByTrouble } from '../features/keyed-calls/keyed-calls.ts'
import { requestLanguage } from '../features/mail/request-language.ts'
import type { Tables } from '../tables.ts'
import type { Call, Handlers } from './handlers.ts'
import { invalidRequest } from './invalid-request.ts'

type AnyEndpoint = (typeof contract)[EndpointName]
type AnyHandler = (call: Call<EndpointName>) => unknown

const standardBodyLimit = 64 * 1024

/**
 * Serves every call of the contract below the scope's prefix: session, input and answer are checked by the contract itself, so that nothing
 * leaves that a client could not read. What becomes of a keyed call is kept (DEC-48). A call without a handler answers 501.
 */
export function implement(app: FastifyInstance, database: Database<Tables>, handlers: Handlers): void {
  for (const endpoint of Object.values(contract)) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimit ?? standardBodyLimit,
      // Before the body is read: who may not make the call must not make us read megabytes.
      onRequest: (request, _reply, done) => {
        if (endpoint.access !== 'open') requireSession(request, endpoint.access)
        done()
      },
      handler: (request, reply) => answerCall(database, endpoint, handlers[endpoint.name] as AnyHandler | undefined, request, reply),
    })
  }
}

async function answerCall(database: Database<Tables>, endpoint: AnyEndpoint, handler: AnyHandler | undefined, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const input = inputOf(endpoint, request)
  if (!handler) throw new ServiceError(501, 'NotImplemented', 'This call is not available yet')
  const work = async (): Promise<unknown> => handler({ ...input, tenant: request.tenant, language: requestLanguage(request), request, reply })
  const key = endpoint.keyed ? keyOf(request) : null
  const answer = key !== null && request.session ? await keepState(database, request.session, { name: endpoint.name, key }, work)
    : await (endpoint.keyed ? undecidedByTrouble(work) : work())
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  if (endpoint.answer === 'pdf') return reply.type('application/pdf').send(Buffer.from(answer as Uint8Array))
  const checked = endpoint.answer.safeParse(answer)
  if (!checked.success) throw new Error(`${endpoint.name} made an answer that does not fit its contract: ${places(checked.error)}`)
  return checked.data
}

function inputOf(endpoint: AnyEndpoint, request: FastifyRequest): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const checked = schema.safeParse(request[part])
    if (!checked.success) throw invalidRequest(checked.error)
    input[part] = checked.data
  }
  return input
}

/** Names of places only: values may be personal. */
const places = (error: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly code: string }[] }): string =>
  error.issues.map(({ path, code }) => `${path.map(String).join('.')} (${code})`).join(', ')
