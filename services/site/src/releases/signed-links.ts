import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { previewHost, requestHost } from '@checkin/server'
import { SignedLink } from '@checkin/releases'
import { verifyOrFormer } from '@checkin/releases/signing'
import { linkCookies } from './cookies.ts'
import { portOf, siteNamed } from './preview-origin.ts'
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

/** The answer to a link that opens nothing, whyever. */
export const noSuchLink = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain').send('This link is not valid, or it has expired.')

export interface SignedLinkOptions {
  readonly publicKey: string
  readonly releases: () => Pick<Releases, 'revokedLinks' | 'tenants'> | null
  /** Of the sites' addresses. */
  readonly scheme: 'http' | 'https'
}

/**
 * `GET /preview/<token>`: a signed link of the registry becomes a cookie that no script sees; `GET /preview/end` ends both kinds. A preview is opened at the tenant's origin
 * for previews, where the tenant's own address leads (DEC-299): what it shows shares no cookie, store or session with what renters use. Every use stands in the log with the link's number and who gave it out; the token itself never does.
 */
export function signedLinkRoutes(app: FastifyInstance, { publicKey, releases, scheme }: SignedLinkOptions): void {
  const siteOf = (request: FastifyRequest) => siteNamed(requestHost(request), releases()?.tenants)

  app.get('/preview/end', (request, reply) => {
    const { host, isPreview } = siteOf(request)
    for (const name of Object.values(linkCookies)) clearSiteCookie(reply, name)
    return reply.header('cache-control', 'no-store').redirect(isPreview ? `${scheme}://${host}${portOf(request)}/` : '/', 302)
  })

  // Its address carries the token, so the log line of the call is left out.
  // A wildcard, because the router cuts named parameters at a hundred characters.
  app.get<{ Params: { '*': string } }>('/preview/*', { logLevel: 'warn' }, (request, reply) => {
    const token = request.params['*']
    const { host, isPreview } = siteOf(request)
    const link = openLink(token, host, publicKey, Date.now())
    if (!link || releases()?.revokedLinks.has(link.id) || (isPreview && link.kind !== 'preview')) return noSuchLink(reply)
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    if (link.kind === 'preview' && !isPreview) return reply.redirect(`${scheme}://${previewHost(host)}${portOf(request)}/preview/${token}`, 302)
    app.log.warn({ link: link.id, kind: link.kind, issuer: link.issuer, host, ...(link.kind === 'preview' && { shows: link.shows, set: link.setId }) }, 'a signed link was used')
    const maxAge = Math.max(0, Math.floor((Date.parse(link.expires) - Date.now()) / 1000))
    setSiteCookie(reply, linkCookies[link.kind], token, { maxAge })
    return reply.redirect('/', 302)
  })
}
