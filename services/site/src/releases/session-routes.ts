import type { FastifyInstance } from 'fastify'
import { HttpError, type Client } from '@checkin/http/client'
import { internalContract } from '@checkin/internal'
import { isForeignPage } from '@checkin/server'
import { SessionEnd } from '@checkin/telemetry'
import { payingCookie, releaseCookie, sessionCookie, sourceCookie } from './cookies.ts'
import { clearSiteCookie } from './site-cookies.ts'

/**
 * `POST /session/end`: the page says that the renter left (Exit, Back to Home; DEC-85). The session is unpinned at once,
 * so that the next load gets the tenant's current set, and the API is asked to end the session on the server. Where the cookie is
 * another tab's newer session, nothing ends (DEC-18).
 */
export function sessionRoutes(app: FastifyInstance, api: Client, scheme: 'http' | 'https'): void {
  app.post('/session/end', { bodyLimit: 1024 }, async (request, reply) => {
    if (isForeignPage(request, scheme)) return reply.code(403).send()
    const { host = '', cookie = '' } = request.headers
    // An API that can't be reached is no matter: its sessions end by themselves after 30 idle minutes.
    const cookies = await api.exchange(internalContract.endSession, { body: SessionEnd.safeParse(request.body).data }, { headers: { host, cookie }, signal: AbortSignal.timeout(3000) })
      .then(({ headers }) => headers.getSetCookie(), (error: unknown) => (error instanceof HttpError && error.code === 'OtherReservation' ? null : []))
    if (cookies === null) return reply.code(204).send()
    void reply.header('set-cookie', cookies)
    for (const name of [sessionCookie, releaseCookie, sourceCookie, payingCookie]) clearSiteCookie(reply, name)
    return reply.code(204).send()
  })
}
