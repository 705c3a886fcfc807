import { internalFetch, ServiceError } from '@checkin/server'
import type { FastifyInstance } from 'fastify'
import type { Session } from '../session/sealed-session.ts'
import type { FindSession } from '../session/session-routes.ts'

export interface ReservationRoutesOptions {
  readonly address: string
  readonly adminToken: string
  readonly sessionOf: FindSession
}

/**
 * `/api/tenants` and `/api/overview`: what the reservation API tells operators. Its admin token opens everything,
 * so role and tenants of the session are judged here, and who acts is passed on for the record of changes.
 */
export function reservationRoutes(app: FastifyInstance, { address, adminToken, sessionOf }: ReservationRoutesOptions): void {
  const ask = async (session: Session, method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: object) => {
    const answer = await internalFetch(`${address}/internal/v1${path}`, {
      method, headers: { authorization: `Bearer ${adminToken}`, 'x-checkin-actor': encodeURIComponent(session.label), ...headers }, ...(body && { body }),
    }).catch(() => { throw new ServiceError(503, 'ReservationsAway', 'The reservation service does not answer') })
    return { status: answer.status, body: answer.json() }
  }
  const mayReach = (session: Session, host: string): boolean => session.hosts === null || session.hosts.includes(host)

  app.get('/tenants', async (request, reply) => {
    const session = sessionOf(request)
    const { status, body } = await ask(session, 'GET', '/tenants')
    if (status !== 200) return reply.code(status).send(body)
    const { tenants } = body as { tenants: { host: string }[] }
    return reply.header('cache-control', 'no-store').send({ tenants: tenants.filter(({ host }) => mayReach(session, host)) })
  })

  app.put<{ Params: { id: string } }>('/tenants/:id', async (request, reply) => {
    const session = sessionOf(request)
    const body = (request.body ?? {}) as { host?: unknown }
    if (session.role !== 'operator') throw new ServiceError(403, 'Forbidden', 'Only an operator changes a tenant')
    if (typeof body.host !== 'string' || !mayReach(session, body.host)) throw new ServiceError(403, 'Forbidden', 'This token does not reach that tenant')
    const known = (await ask(session, 'GET', '/tenants')).body as { tenants: { id: string; host: string }[] }
    const found = known.tenants.find(({ id }) => id === request.params.id)
    if (!found || !mayReach(session, found.host)) throw new ServiceError(404, 'UnknownTenant', 'There is no such tenant')
    const ifMatch = request.headers['if-match']
    const { status, body: answer } = await ask(session, 'PUT', `/tenants/${found.id}`, ifMatch === undefined ? {} : { 'if-match': ifMatch }, body)
    return reply.code(status).send(answer)
  })

  for (const path of ['/funnel', '/attention', '/check-ins', '/tenant-changes'] as const) {
    app.get(`/overview${path}`, async (request, reply) => {
      const session = sessionOf(request)
      const { status, body } = await ask(session, 'GET', path)
      if (status !== 200 || session.hosts === null) return reply.code(status).header('cache-control', 'no-store').send(body)
      const { rows } = body as { rows: { host: string }[] }
      return reply.header('cache-control', 'no-store').send({ rows: rows.filter(({ host }) => mayReach(session, host)) })
    })
  }
}
