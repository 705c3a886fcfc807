import type { FastifyInstance } from 'fastify'
import { requestHost } from '@checkin/server'
import { readPass } from './pass.ts'

export const passCookies = { preview: 'preview', staff: 'staff' } as const

export interface PassOptions {
  readonly publicKey: string
  /** Under https the cookies are Secure. */
  readonly secure: boolean
}

/**
 * `GET /preview/<token>`: a signed link of the registry becomes a cookie that no script sees; `GET /preview/end` ends both kinds.
 * Every use stands in the log with the link's number and who gave it out; the token itself never does.
 */
export function passRoutes(app: FastifyInstance, { publicKey, secure }: PassOptions): void {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

  app.get('/preview/end', (_request, reply) =>
    reply.header('set-cookie', Object.values(passCookies).map((name) => `${name}=; ${attributes}; Max-Age=0`)).header('cache-control', 'no-store').redirect('/', 302))

  // Its address carries the token, so the log line of the call is left out.
  // A wildcard, because the router cuts named parameters at a hundred characters.
  app.get<{ Params: { '*': string } }>('/preview/*', { logLevel: 'warn' }, (request, reply) => {
    const token = request.params['*']
    const host = requestHost(request)
    const pass = readPass(token, host, publicKey, Date.now())
    if (!pass) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('This link is not valid, or it has expired.')
    app.log.warn({ pass: pass.id, kind: pass.kind, issuer: pass.issuer, host, ...(pass.kind === 'preview' && { shows: pass.shows, set: pass.setId }) }, 'a signed link was used')
    const seconds = Math.max(0, Math.floor((Date.parse(pass.expires) - Date.now()) / 1000))
    return reply.header('set-cookie', `${passCookies[pass.kind]}=${token}; ${attributes}; Max-Age=${seconds}`)
      .header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect('/', 302)
  })
}
