import type { FastifyInstance } from 'fastify'

/** What browsers are told of data: it is what its type says, shows and loads nothing where somebody opens it, and is for pages of its own origin. */
export const dataHeaders = {
  'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'", 'cross-origin-resource-policy': 'same-origin',
} as const

/** Adds them to every JSON answer of a server, refusals included (SEC-16). */
export function guardData(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (/^application\/([\w.-]+\+)?json\b/.test(String(reply.getHeader('content-type') ?? ''))) void reply.headers(dataHeaders)
    done(null, payload)
  })
}

/**
 * Makes browsers come by https only, for two years (SEC-13). For servers that the public reaches by https: a proxy in front ends TLS and passes this on. Without
 * sub-domains, which are not ours to decide about.
 */
export function askForTls(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    void reply.header('strict-transport-security', 'max-age=63072000')
    done(null, payload)
  })
}
