import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fallbackLanguage, offeredLanguages } from '@checkin/api/languages'
import { requestHost } from '@checkin/server'
import { tenantIcon, tenantManifest, ticketManifest } from './tenant-identity.ts'
import type { TenantPage } from './tenant-pages.ts'
import { isKeptTicket } from './ticket-worker.ts'

export interface IdentityRouteOptions {
  readonly tenantPage: (host: string) => Promise<TenantPage | undefined>
  /** What changes with a tenant's settings. */
  readonly versionOf: (tenant: TenantPage) => string
}

/** `/favicon.svg`, `/favicon.ico` for who asks for it unasked, and `/manifest.webmanifest` of the tenant of the host (DEC-188). */
export function identityRoutes(app: FastifyInstance, options: IdentityRouteOptions): void {
  const { tenantPage, versionOf } = options
  ticketManifestRoute(app, options)
  const icon = async (request: FastifyRequest<{ Querystring: { v?: string } }>, reply: FastifyReply) => {
    const tenant = await tenantPage(requestHost(request))
    return tenant ? send(request, reply, versionOf(tenant), 'image/svg+xml', () => tenantIcon(tenant)) : notFound(reply)
  }
  app.get('/favicon.svg', icon)
  app.get('/favicon.ico', icon)
  app.get<{ Querystring: { v?: string; lang?: string } }>('/manifest.webmanifest', async (request, reply) => {
    const tenant = await tenantPage(requestHost(request))
    if (!tenant) return notFound(reply)
    const language = languageOf(tenant, request.query.lang)
    const version = versionOf(tenant)
    return send(request, reply, `${version}-${language}`, 'application/manifest+json; charset=utf-8', () => JSON.stringify(tenantManifest(tenant, language, version)), version)
  })
}

/** Of a ticket that its device may keep (DEC-225). Its address holds the ticket's token, so nobody between keeps it. */
function ticketManifestRoute(app: FastifyInstance, { tenantPage, versionOf }: IdentityRouteOptions): void {
  app.get<{ Params: { token: string }; Querystring: { lang?: string } }>('/ticket/:token/manifest.webmanifest', async (request, reply) => {
    const tenant = await tenantPage(requestHost(request))
    const path = `/ticket/${request.params.token}`
    if (!tenant || !isKeptTicket(path, tenant)) return notFound(reply)
    return reply.headers({ 'content-type': 'application/manifest+json; charset=utf-8', 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer', 'content-security-policy': "default-src 'none'; sandbox" })
      .send(JSON.stringify(ticketManifest(tenant, languageOf(tenant, request.query.lang), versionOf(tenant), path)))
  })
}

const languageOf = ({ config }: TenantPage, asked: string | undefined) => offeredLanguages(config.locales).find((each) => each === asked) ?? fallbackLanguage

/** Kept for good under the address of this very version, compared each time under any other. */
function send(request: FastifyRequest<{ Querystring: { v?: string } }>, reply: FastifyReply, tag: string, type: string, text: () => string, version = tag): FastifyReply {
  const etag = `"${tag}"`
  void reply.headers({
    // Opened by itself the icon is a document: nothing in it runs (a manifest is JSON and guarded as that).
    'content-security-policy': "default-src 'none'; img-src data:; sandbox",
    etag, 'content-type': type, 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin',
    'cache-control': request.query.v === version ? 'public, max-age=31536000, immutable' : 'public, no-cache',
  })
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text())
}

const notFound = (reply: FastifyReply): FastifyReply => reply.code(404).type('text/plain').send('Not found')
