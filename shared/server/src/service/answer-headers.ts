import type { FastifyInstance } from 'fastify'
import { flagSetting } from '../settings.ts'

/** What browsers are told of data: it is what its type says, shows and loads nothing where somebody opens it, and is for pages of its own origin. */
export const dataHeaders = {
  'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'", 'cross-origin-resource-policy': 'same-origin',
} as const

/** What every other answer says where its route says nothing else. The policy is of frames alone: with more, a worker's script would be held by it. */
const leastHeaders = { ...dataHeaders, 'content-security-policy': "frame-ancestors 'none'" } as const

/** Adds them to every answer of a server, refusals and redirects included (SEC-16). */
export function guardAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (/^application\/([\w.-]+\+)?json\b/.test(String(reply.getHeader('content-type') ?? ''))) void reply.headers(dataHeaders)
    else for (const [name, value] of Object.entries(leastHeaders)) if (!reply.hasHeader(name)) void reply.header(name, value)
    done(null, payload)
  })
}

/** `CHECKIN_HSTS_SUBDOMAINS`: false where a name below a server's own is another system that is reached by http. */
export const hstsSubdomainsSetting = () => flagSetting(true)

/**
 * Makes browsers come by https only, for two years (SEC-13, ASVS 3.4.1), also to names below the server's own unless the installation says that
 * these are not its own. For every server of an installation: where a proxy in front ends TLS it passes this on, and
 * over http, within a mesh or on one machine, browsers take no notice of it (RFC 6797, 8.1).
 */
export function askForTls(app: FastifyInstance, { withSubdomains }: { readonly withSubdomains: boolean }): void {
  const asked = `max-age=63072000${withSubdomains ? '; includeSubDomains' : ''}`
  app.addHook('onSend', (_request, reply, payload, done) => {
    void reply.header('strict-transport-security', asked)
    done(null, payload)
  })
}
