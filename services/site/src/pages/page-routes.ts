import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestHost } from '@checkin/server'
import type { ReleaseSet } from '@checkin/releases'
import { contentSecurityPolicy, hashOfScript, pageHeaders } from './csp.ts'
import { withDevReload } from './dev-reload.ts'
import { askedTraits } from './device.ts'
import { firstScreenOf } from './first-screen.ts'
import { chooseLanguage } from './languages.ts'
import { compressPage, PageCache, type CompressedPage } from './page-cache.ts'
import { trustedTypesOf } from './page-data.ts'
import { firstPictureOf, pageKind } from './page-kinds.ts'
import { linksOf, preloadsFor } from './preloads.ts'
import { renderPage, unavailablePage } from './page.ts'
import { paymentScripts } from './payment-scripts.ts'
import { endedCookie, isPaying, isPaymentReturn, type PaymentsUnderWay } from './paying.ts'
import { withBanner } from './preview-banner.ts'
import type { Releases } from './release-source.ts'
import { providerOriginsOf, type TenantPage } from './tenant-pages.ts'
import type { ServiceLevels } from './service-levels.ts'
import { releaseCookie, visitCookie, visitOf, type Visit } from './visit.ts'

export interface PageDependencies {
  readonly releases: () => Releases | null
  readonly tenantPage: (host: string) => Promise<TenantPage | undefined>
  readonly brandStyle: (tenant: TenantPage) => string
  readonly releaseSecret: string
  /** Folder of the published files. */
  readonly assetsDir: string
  readonly registryPublicKey: string
  readonly providerOrigins: readonly string[]
  /** Announce the first files in a `103 Early Hints`: only behind a proxy that passes it on. */
  readonly earlyHints: boolean
  /** The site is reached by https: its cookies are then Secure. */
  readonly secure: boolean
  readonly underWay: PaymentsUnderWay
  /** For development: pages reload by themselves and no visit holds a set. */
  readonly devReload: boolean
  /** Told of every page that goes to a renter. */
  readonly pageSent: (visit: string, host: string, set: ReleaseSet) => void
  readonly levels: ServiceLevels
  /** Host that answers pages for plain `localhost` by a redirect; null in production. */
  readonly defaultTenant: string | null
}

/** Every address that is not a file, the API or a route of this server is a page of the site: the shell routes it. */
export function pageRoutes(app: FastifyInstance, dependencies: PageDependencies): void {
  const pages = new PageCache(2000)
  const looks = tenantLooks(dependencies.brandStyle)

  const visitFor = (releases: Releases, request: FastifyRequest, path: string): Visit | null => visitOf(releases, {
    host: requestHost(request), cookies: dependencies.devReload ? { ...request.cookies, [releaseCookie]: undefined } : request.cookies, secret: dependencies.releaseSecret, publicKey: dependencies.registryPublicKey, secure: dependencies.secure, now: Date.now(),
    traits: askedTraits(request),
    paying: isPaymentReturn(path) || isPaying(request.cookies, Date.now()) || dependencies.underWay.has(request.cookies[visitCookie]),
  })

  // What may run on this visitor's payment pages, for the people who answer for it and for the monitor that compares.
  app.get('/payment-scripts.json', async (request, reply) => {
    const releases = dependencies.releases()
    const visit = releases && visitFor(releases, request, '/overview')
    const origins = providerOriginsOf(await dependencies.tenantPage(requestHost(request)), dependencies.providerOrigins)
    return visit ? reply.header('cache-control', 'no-store').send(paymentScripts(visit.set, origins)) : reply.code(404).type('text/plain').send('Not found')
  })

  app.get('/*', { onResponse: async (_request, reply) => { dependencies.levels.answered(reply.statusCode) } }, async (request, reply) => {
    const host = requestHost(request)
    const path = request.raw.url?.split('?')[0] ?? '/'
    if (dependencies.defaultTenant !== null && (host === 'localhost' || host === '127.0.0.1')) {
      return reply.redirect(`http://${dependencies.defaultTenant}${portOf(request)}${request.raw.url ?? '/'}`, 302)
    }
    if (/\.\w{1,5}$/.test(path)) return reply.code(404).type('text/plain').send('Not found')

    const language = chooseLanguage(request.cookies.language, request.headers['accept-language'])
    const releases = dependencies.releases()
    if (releases && !releases.tenants.has(host)) return reply.code(421).type('text/plain').send('This host name is not served here')
    const visit = releases && dependencies.levels.resolving(() => visitFor(releases, request, path))
    const tenant = await dependencies.tenantPage(host)
    if (!visit || !tenant) return reply.code(503).headers({ 'retry-after': '30', 'cache-control': 'no-store' }).type('text/html; charset=utf-8').send(unavailablePage(language))

    if (!visit.preview) dependencies.pageSent(visit.name, host, visit.set)
    const kind = pageKind(path)
    const { module: first, screen } = firstPictureOf(path)
    const { brandStyle, digest } = looks.of(tenant)
    // A killed module leaves a set without changing its number.
    const parts = Object.keys(visit.set.modules).join(',')
    const key = [host, language, visit.set.id, parts, visit.lastGood?.id ?? 0, visit.preview?.id ?? '', kind, first ?? '', screen ?? '', digest].join('|')
    const page = await pages.get(key, async () => {
      const firstScreen = await firstScreenOf({ assetsDir: dependencies.assetsDir, set: visit.set, language, modules: tenant.config.modules, screen }).catch((error: unknown) => {
        request.log.error({ reason: String(error), set: visit.set.id }, 'the first screen can not be in the HTML')
        pages.forget(key)
        return null
      })
      const html = withBanner(renderPage({ tenant, language, set: visit.set, lastGood: visit.lastGood, kind, firstModule: first, firstScreen, brandStyle }), visit.preview, language)
      return compressPage(
        dependencies.devReload ? withDevReload(html) : html,
        contentSecurityPolicy({ kind, trustedTypes: trustedTypesOf(visit.set, visit.lastGood), scriptHashes: firstScreen ? [hashOfScript(firstScreen.hold)] : [], providerOrigins: providerOriginsOf(tenant, dependencies.providerOrigins) }),
        `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`,
      )
    })
    // What is asked for anyway may begin while the page itself is on its way; a proxy that knows no 103 would choke on it.
    if (dependencies.earlyHints) reply.raw.writeEarlyHints({ link: linksOf(preloadsFor(visit.set, first, language)) })
    return sendPage(request, reply, page, visit)
  })
}

/** What of a page follows from the tenant alone, worked out once per answer of the API and not per request. */
function tenantLooks(styleOf: (tenant: TenantPage) => string): { readonly of: (tenant: TenantPage) => { readonly brandStyle: string; readonly digest: string } } {
  const known = new WeakMap<TenantPage, { readonly brandStyle: string; readonly digest: string }>()
  return {
    of: (tenant) => {
      const kept = known.get(tenant)
      if (kept) return kept
      const brandStyle = styleOf(tenant)
      const made = { brandStyle, digest: createHash('sha256').update(JSON.stringify(tenant)).update(brandStyle).digest('base64url').slice(0, 16) }
      known.set(tenant, made)
      return made
    },
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: CompressedPage, visit: Visit): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
  void reply.headers({
    ...pageHeaders, 'content-security-policy': page.csp, 'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache', vary: 'Accept-Encoding, Accept-Language, Cookie', etag: page.etag,
  }).header('set-cookie', [...visit.cookies, ...(request.cookies[endedCookie] === undefined ? [] : [`${endedCookie}=; Path=/; SameSite=Lax; Max-Age=0`])])
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  return reply.headers(encoding === 'identity' ? {} : { 'content-encoding': encoding }).send(page[encoding])
}

const portOf = (request: FastifyRequest): string => {
  const port = /:(\d+)$/.exec(request.headers.host ?? '')?.[1]
  return port === undefined ? '' : `:${port}`
}
