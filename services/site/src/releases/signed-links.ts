import type { FastifyInstance } from 'fastify'
import { requestHost } from '@checkin/server'
import { SignedLink } from '@checkin/releases'
import { verifyOrFormer } from '@checkin/releases/signing'
import { linkCookies } from './cookies.ts'
import { clearSiteCookie, setSiteCookie } from './site-cookies.ts'
import type { Releases } from './snapshot.ts'

/** Reads a signed link's token: what the registry signed, for this host, still in time; null for anything else. */
export function openLink(token: string | undefined, host: string, publicKey: string, now: number): SignedLink | null {
  const [, payload, signature] = /^([\w-]{1,2000})\.([\w-]{80,100})$/.exec(token ?? '') ?? []
  if (payload === undefined || signature === undefined) return null
  const signed = { payload: Buffer.from(payload, 'base64url').toString(), signature: Buffer.from(signature, 'base64url').toString('base64'), keyId: '' }
  if (!verifyOrFormer(signed, publicKey, 'link')) return null
  // The registry signs nothing but JSON.
  const link = SignedLink.safeParse(JSON.parse(signed.payload))
  return link.success && link.data.host === host && Date.parse(link.data.expires) > now ? link.data : null
}

/**
 * `GET /preview/<token>`: a signed link of the registry becomes a cookie that no script sees; `GET /preview/end` ends both kinds.
 * Every use stands in the log with the link's number and who gave it out; the token itself never does.
 */
export function signedLinkRoutes(app: FastifyInstance, publicKey: string, releases: () => Pick<Releases, 'revokedLinks'> | null): void {
  app.get('/preview/end', (_request, reply) => {
    for (const name of Object.values(linkCookies)) clearSiteCookie(reply, name)
    return reply.header('cache-control', 'no-store').redirect('/', 302)
  })

  // Its address carries the token, so the log line of the call is left out.
  // A wildcard, because the router cuts named parameters at a hundred characters.
  app.get<{ Params: { '*': string } }>('/preview/*', { logLevel: 'warn' }, (request, reply) => {
    const token = request.params['*']
    const host = requestHost(request)
    const link = openLink(token, host, publicKey, Date.now())
    if (!link || releases()?.revokedLinks.has(link.id)) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('This link is not valid, or it has expired.')
    app.log.warn({ link: link.id, kind: link.kind, issuer: link.issuer, host, ...(link.kind === 'preview' && { shows: link.shows, set: link.setId }) }, 'a signed link was used')
    const maxAge = Math.max(0, Math.floor((Date.parse(link.expires) - Date.now()) / 1000))
    setSiteCookie(reply, linkCookies[link.kind], token, { maxAge })
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect('/', 302)
  })
}
