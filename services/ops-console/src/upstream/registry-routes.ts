import { callTls, internalFetch, ServiceError } from '@checkin/server'
import type { FastifyInstance } from 'fastify'
import type { ConsoleSessions } from '../session/console-sessions.ts'
import { registryPath } from './registry-calls.ts'

/**
 * `/api/registry/v1/*` is the registry's own API with the operator's session added: the registry decides who may do what,
 * checks every body, compares revisions and writes the audit. Nothing is repeated here.
 */
export function registryRoutes(app: FastifyInstance, registry: string, sessions: ConsoleSessions): void {
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/registry/*',
    handler: async (request, reply) => {
      const secret = sessions.secretOf(request)
      const [, given = '', query = ''] = /^[^?]*?(\/registry\/[^?]*)(?:\?(.*))?$/.exec(request.url) ?? []
      const path = registryPath(request.method, given)
      if (path === null) throw new ServiceError(404, 'NotFound', 'There is no such call')
      const ifMatch = request.headers['if-match']
      const active = request.headers['x-checkin-active']
      const ask = () => internalFetch(`${registry}${path}${query && `?${query}`}`, {
        method: request.method,
        tls: callTls(),
        headers: { authorization: `Bearer ${secret}`, ...(active === '1' && { 'x-checkin-active': active }), ...(ifMatch !== undefined && { 'if-match': ifMatch }) },
        ...(request.method !== 'GET' && { body: (request.body ?? {}) }),
      }).catch(() => { throw new ServiceError(503, 'RegistryAway', 'The registry does not answer; renters are served its last answer') })
      const first = await ask()
      const isCheckDue = first.status === 401 && first.text().includes('"CheckNeeded"')
      if (isCheckDue) await sessions.check(secret)
      const answer = isCheckDue ? await ask() : first
      return reply.code(answer.status).headers({ 'content-type': answer.headers['content-type'] ?? 'application/json', 'cache-control': 'no-store' }).send(answer.bytes)
    },
  })
}
