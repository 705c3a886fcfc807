import cookie, { type CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { hostCookie } from '@checkin/releases/page-data'
import type { Cookies } from './cookies.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the site is reached by https only, and its cookies are named so. */
    hasHostCookies: boolean
  }
}

/** Kept by pages, which take the earlier name away whenever they write the present one: who finds it, finds a page of an earlier shell's. */
const keptByPages = 'language'

/**
 * Cookies by their plain names. Under https those with the prefix count, which no other host, no sub-domain and no plain http can set (SEC-15); until the release
 * after this one the plain name is taken where the other is missing, so that sessions of before go on.
 */
export function plainCookies(cookies: Cookies): Record<string, string | undefined> {
  const prefixed = Object.entries(cookies).flatMap(([name, value]) => (name.startsWith(hostCookie('')) ? [[name.slice(hostCookie('').length), value] as const] : []))
  const own = { ...cookies, ...Object.fromEntries(prefixed) }
  return cookies[keptByPages] === undefined ? own : { ...own, [keptByPages]: cookies[keptByPages] }
}

/** Makes a server read and write its cookies by plain names; `isSecure` where it is reached by https only. */
export async function useSiteCookies(app: FastifyInstance, isSecure: boolean): Promise<void> {
  await app.register(cookie, { parseOptions: { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } })
  app.decorate('hasHostCookies', isSecure)
  if (!isSecure) return
  app.addHook('onRequest', (request, _reply, done) => {
    request.cookies = plainCookies(request.cookies)
    done()
  })
}

/** Sets a cookie of this server. */
export function setSiteCookie(reply: FastifyReply, name: string, value: string, options: CookieSerializeOptions = {}): void {
  void reply.setCookie(reply.server.hasHostCookies ? hostCookie(name) : name, value, options)
}

/** Takes a cookie of this server away, by the name of before as well: it would count again. */
export function clearSiteCookie(reply: FastifyReply, name: string): void {
  void reply.clearCookie(name)
  if (reply.server.hasHostCookies) void reply.clearCookie(hostCookie(name))
}
