import { request as httpRequest } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiAddress } from './api-proxy.ts'

/**
 * `POST /session/end`: the page says that the renter left (Exit, Back to Home; DEC-85). The visit's release set is let go at once,
 * so that the next load gets the tenant's current one, and the API is told to end the session on the server.
 */
export function sessionRoutes(app: FastifyInstance, api: ApiAddress, releaseCookies: readonly string[]): void {
  app.post('/session/end', { bodyLimit: 1024 }, async (request, reply) => {
    if (isForeign(request)) return reply.code(403).send()
    const answer = await endOnServer(api, request.headers.host ?? '', request.headers.cookie ?? '')
    return reply.code(204).header('set-cookie', [...answer, ...releaseCookies.map((name) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`)]).send()
  })
}

/** True when another origin's page asks; a browser names at least one of the two (DEC-07). */
function isForeign({ headers }: FastifyRequest): boolean {
  const { origin, host } = headers
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) return true
  return headers['sec-fetch-site'] !== undefined && headers['sec-fetch-site'] !== 'same-origin'
}

/** The cookies that the API wants changed; none when it can't be reached: its sessions end by themselves after 30 idle minutes. */
function endOnServer(api: ApiAddress, host: string, cookie: string): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const outgoing = httpRequest(
      { host: api.host, port: api.port, method: 'POST', path: '/internal/v1/session/end', headers: { host, cookie, 'x-checkin-proxy': api.secret, 'content-length': 0 }, timeout: 3000 },
      (answer) => {
        answer.resume()
        resolve(answer.headers['set-cookie'] ?? [])
      },
    )
    outgoing.on('error', () => { resolve([]) })
    outgoing.on('timeout', () => { outgoing.destroy(); resolve([]) })
    outgoing.end()
  })
}
