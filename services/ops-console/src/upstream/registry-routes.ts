import { internalFetch, ServiceError } from '@checkin/server'
import type { FastifyInstance } from 'fastify'
import type { FindSession } from '../session/session-routes.ts'

/** Called by machines, never by a person at the console. */
const closed = /^v1\/(modules\/[^/]+\/versions|reports)$/

/**
 * `/api/registry/v1/*` is the registry's own API with the operator's token added: the registry decides who may do what,
 * checks every body, compares revisions and writes the audit. Nothing is repeated here.
 */
export function registryRoutes(app: FastifyInstance, registry: string, sessionOf: FindSession): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/registry/*',
    handler: async (request, reply) => {
      const { token } = sessionOf(request)
      const path = request.params['*']
      if (path.includes('..') || (request.method !== 'GET' && closed.test(path))) throw new ServiceError(404, 'NotFound', 'There is no such call')
      const [, query = ''] = /\?(.*)$/.exec(request.url) ?? []
      const ifMatch = request.headers['if-match']
      const answer = await internalFetch(`${registry}/registry/${path}${query && `?${query}`}`, {
        method: request.method,
        headers: { authorization: `Bearer ${token}`, ...(ifMatch !== undefined && { 'if-match': ifMatch }) },
        ...(request.method !== 'GET' && { body: (request.body ?? {}) }),
      }).catch(() => { throw new ServiceError(503, 'RegistryAway', 'The registry does not answer; renters are served its last answer') })
      return reply.code(answer.status).headers({ 'content-type': answer.headers['content-type'] ?? 'application/json', 'cache-control': 'no-store' }).send(answer.bytes)
    },
  })
}
