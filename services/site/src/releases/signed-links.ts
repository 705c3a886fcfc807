import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { previewHost, requestHost } from '@checkin/server'
import { longestLinkHours, SignedLink } from '@checkin/releases'
import { verifyOrFormer } from '@checkin/releases/signing'
import { isSession, linkCookies, newSession, previewBrowserCookie, type Cookies } from './cookies.ts'
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

/** What a preview's link says of the browser that it is shown in, by that browser's secret. */
export const browserOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Whether a preview's link was made for the browser of these cookies. The address alone opens nothing: who has it has not the secret. */
export function isOfBrowser({ browser }: { readonly browser?: string | undefined }, { [previewBrowserCookie]: secret }: Cookies): boolean {
  return browser !== undefined && isSession(secret) && browserOf(secret) === browser
}

/** The answer where no preview is shown to this browser: what to do stands in it, for the people who make previews. */
export const otherBrowser = (reply: FastifyReply): FastifyReply => reply.code(404).header('cache-control', 'no-store').type('text/plain')
  .send('No preview is open in this browser, or it has ended. A preview is shown to the browser alone in which who made it opened it: make one of your own at the console, under Releases, and open it there.')

export interface SignedLinkOptions {
  readonly publicKey: string
  readonly releases: () => Pick<Releases, 'revokedLinks' | 'tenants'> | null
  /** Of the sites' addresses. */
  readonly scheme: 'http' | 'https'
}

/** To the console that the registry signed for, with what this browser's secret is known by. */
function leadToConsole(request: FastifyRequest, reply: FastifyReply, { console, host, id }: Extract<SignedLink, { kind: 'preview' }>): FastifyReply {
  if (console === undefined) return reply.code(404).type('text/plain').send('Previews are opened from the console, and the registry knows no address of one: CHECKIN_CONSOLE_ORIGIN.')
  const known = request.cookies[previewBrowserCookie]
  const secret = isSession(known) ? known : newSession()
  setSiteCookie(reply, previewBrowserCookie, secret, { maxAge: longestLinkHours * 3600 })
  return reply.redirect(`${console}/previews/open?${new URLSearchParams({ host, link: id, browser: browserOf(secret) }).toString()}`, 302)
}

/**
 * `GET /preview/<token>`: the link of a preview leads to the console, whose operator makes it one of this browser (decision 0244); one of this browser, and one for staff, becomes a cookie that no script sees; `GET /preview/end` ends both kinds. A preview is opened at the tenant's origin
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
    if (link.kind === 'preview' && link.browser === undefined) return leadToConsole(request, reply, link)
    if (link.kind === 'preview' && !isOfBrowser(link, request.cookies)) return otherBrowser(reply)
    app.log.warn({ link: link.id, kind: link.kind, issuer: link.issuer, host, ...(link.kind === 'preview' && { shows: link.shows, set: link.setId }) }, 'a signed link was used')
    const maxAge = Math.max(0, Math.floor((Date.parse(link.expires) - Date.now()) / 1000))
    setSiteCookie(reply, linkCookies[link.kind], token, { maxAge })
    return reply.redirect('/', 302)
  })
}
