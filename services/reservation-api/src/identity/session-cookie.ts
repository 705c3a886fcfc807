import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SiteScheme } from '../tenants/site-address.ts'

/** Under https the name itself forbids a sub-domain or plain http to plant the cookie. */
export const sessionCookieName = ({ scheme }: SiteScheme): string => (scheme === 'https' ? '__Host-checkin_session' : 'checkin_session')

const attributes = ({ scheme }: SiteScheme) => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: scheme === 'https' }) as const

/** The cookie's value, or null when the request carries none. */
export const readSessionCookie = (request: FastifyRequest, site: SiteScheme): string | null => request.cookies[sessionCookieName(site)] ?? null

/** A cookie of the browser's session; how long it is good for is decided by the server (DEC-85). */
export function writeSessionCookie(reply: FastifyReply, site: SiteScheme, token: string): void {
  void reply.setCookie(sessionCookieName(site), token, attributes(site))
}

export function clearSessionCookie(reply: FastifyReply, site: SiteScheme): void {
  void reply.setCookie(sessionCookieName(site), '', { ...attributes(site), maxAge: 0 })
}
