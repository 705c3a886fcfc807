import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchAddress, pageAt, routes } from '@checkin/routes'
import { requestHost } from '@checkin/server'
import { tableOfSet } from '@checkin/releases'
import { releaseEndedCookie } from '@checkin/releases/page-data'
import { isScreenOfSomeSet } from '../releases/provided-screens.ts'
import { releaseCookie, sessionCookie } from '../releases/cookies.ts'
import { isPaying, type PaymentsUnderWay } from '../releases/payment-guard.ts'
import { portOf, siteNamed } from '../releases/preview-origin.ts'
import { previewOf, sessionOf, type Session } from '../releases/session.ts'
import { clearSiteCookie, setSiteCookie } from '../releases/site-cookies.ts'
import type { Releases } from '../releases/snapshot.ts'
import type { SiteSettings } from '../settings.ts'
import type { Reporter } from '../telemetry/reporter.ts'
import { showsPage } from '../telemetry/witnesses.ts'
import { aheadHeaders, aheadRoute, isAskedAhead, mayGiveAhead } from './asked-ahead.ts'
import { contentSecurityPolicy, hashOfScript, pageHeaders } from './csp.ts'
import { withDevReload } from './dev-reload.ts'
import { compressPage, PageCache, type CompressedPage } from './page-cache.ts'
import type { AssetReader } from '../assets/asset-reader.ts'
import { trustedTypesOf } from './page-data.ts'
import { identityRoutes } from './identity-routes.ts'
import { notFoundPage } from './not-found.ts'
import { renderPage, scriptProof, stylesheets, unavailablePage } from './page.ts'
import { paymentScripts } from './payment-scripts.ts'
import { ownTextsIn } from './own-texts.ts'
import { linksOf, preloadsFor } from './preloads.ts'
import { prerenderedScreen } from './prerendered.ts'
import { providerOriginsOf, type TenantPage } from './tenant-pages.ts'
import { brandStyle } from './tenant-style.ts'
import { isKeptTicket, ticketWorkerPolicy, ticketWorkerRoute } from './ticket-worker.ts'
import { chooseLanguage, languageOfPage, requestTraits } from './visitor-traits.ts'

export interface PageDependencies {
  readonly settings: Pick<SiteSettings, 'demo' | 'devReload' | 'earlyHints' | 'providerOrigins' | 'registryPublicKey' | 'releaseSecret'>
  readonly assets: AssetReader
  readonly releases: () => Releases | null
  readonly tenantPage: (host: string) => Promise<TenantPage | undefined>
  /** The same with a draft of the tenant's settings; undefined where there is none, or nobody answers. */
  readonly draftPage: (page: TenantPage, draftId: string) => Promise<TenantPage | undefined>
  readonly underWay: PaymentsUnderWay
  readonly reporter: Reporter
  readonly address: (request: FastifyRequest) => string
}

/** The renter API's cookie, which passes here unread; that it is there says that check-in has begun. */
const apiSessionCookie = 'checkin_session'

/** Where a session goes on whose screen is gone with its module (DEC-198). */
const safeScreen = routes.find(({ name }) => name === 'reservation')?.path ?? '/'

/** In the demo, plain `localhost` leads to this tenant. */
const demoTenant = 'costaverde.localhost'

/** Every address that is not a file, the API or a route of this server is a page of the site: the shell routes it. */
export function pageRoutes(app: FastifyInstance, { settings, assets, underWay, reporter, address, ...dependencies }: PageDependencies): void {
  const pages = new PageCache(2000)
  const styleOf = tenantStyles()

  const sessionFor = (releases: Releases, request: FastifyRequest, path: string, tenant: TenantPage | undefined): Session | null => sessionOf(releases, {
    ...siteNamed(requestHost(request), releases.tenants), cookies: settings.devReload ? { ...request.cookies, [releaseCookie]: undefined } : request.cookies,
    secret: settings.releaseSecret, publicKey: settings.registryPublicKey, now: Date.now(), traits: requestTraits(request, tenant?.config.locales),
    isPaying: pageAt(path).isProviderReturn || isPaying(request.cookies, Date.now()) || underWay.has(request.cookies[sessionCookie]),
  })

  // What may run on this visitor's payment pages, for the people who answer for it and for the monitor that compares.
  app.get('/payment-scripts.json', async (request, reply) => {
    const releases = dependencies.releases()
    const tenant = await dependencies.tenantPage(requestHost(request))
    const session = releases && sessionFor(releases, request, '/', tenant)
    const origins = providerOriginsOf(tenant, settings.providerOrigins)
    return session ? reply.header('cache-control', 'no-store').send(paymentScripts(session.set, origins)) : reply.code(404).type('text/plain').send('Not found')
  })

  identityRoutes(app, { tenantPage: dependencies.tenantPage, versionOf: (tenant) => styleOf(tenant).digest })

  ticketWorkerRoute(app, dependencies.tenantPage)

  aheadRoute(app)

  app.get('/*', { onResponse: async (_request, reply) => { reporter.levels.answered(reply.statusCode) } }, async (request, reply) => {
    const { host, isPreview } = siteNamed(requestHost(request), dependencies.releases()?.tenants)
    const path = request.raw.url?.split('?')[0] ?? '/'
    if (settings.demo && (host === 'localhost' || host === '127.0.0.1')) {
      return reply.redirect(`http://${demoTenant}${portOf(request)}${request.raw.url ?? '/'}`, 302)
    }
    if (/\.\w{1,5}$/.test(path)) return reply.code(404).type('text/plain').send('Not found')

    const releases = dependencies.releases()
    if (releases && !releases.tenants.has(host)) return reply.code(421).type('text/plain').send('This host name is not served here')
    const released = await dependencies.tenantPage(host)
    const draft = releases && isPreview ? previewOf(releases, { host, cookies: request.cookies, publicKey: settings.registryPublicKey, now: Date.now() })?.preview?.draft : undefined
    // Without the draft that the banner names there is nothing to show.
    const tenant = released && draft !== undefined ? await dependencies.draftPage(released, draft) : released
    const chosen = chooseLanguage(request.cookies.language, request.headers['accept-language'], tenant?.config.locales)
    const session = releases && reporter.levels.resolving(() => sessionFor(releases, request, path, tenant))
    if (!session || !tenant) return reply.code(503).headers({ 'retry-after': '30', 'cache-control': 'no-store' }).type('text/html; charset=utf-8').send(unavailablePage(chosen))

    const { set, lastGood, preview } = session
    const language = languageOfPage(set, chosen)
    // No screen stands there (DEC-187): nothing of the session is touched, and no evidence about a version is made of it.
    const table = tableOfSet(set)
    const found = matchAddress(path, table)
    if (found === null) {
      const { brandStyle: ownStyle, digest: version } = styleOf(tenant)
      const hasSession = [apiSessionCookie, `__Host-${apiSessionCookie}`].some((name) => request.cookies[name] !== undefined)
      if (isScreenOfSomeSet(releases, path)) return reply.headers({ 'cache-control': 'no-store', vary: 'Cookie' }).redirect(hasSession ? safeScreen : '/', 302)
      return reply.code(404).headers({ ...pageHeaders, 'content-security-policy': contentSecurityPolicy({ kind: 'plain', trustedTypes: [], scriptHashes: [], providerOrigins: [] }), 'cache-control': 'private, no-cache', vary: 'Accept-Language, Cookie' })
        .type('text/html; charset=utf-8').send(notFoundPage({ tenant, language: chosen, set, stylesheets: stylesheets(set), brandStyle: ownStyle, version, hasSession }))
    }
    const isAhead = isAskedAhead(request)
    // A browser that gets no page asks again when the renter goes there.
    if (isAhead && !mayGiveAhead(releases, { host, cookies: request.cookies, secret: settings.releaseSecret, now: Date.now() }, session)) return reply.code(412).headers({ 'cache-control': 'no-store' }).type('text/plain').send('Not ahead')
    if (!preview && !isAhead && showsPage(request)) reporter.pageSent({ session: session.name, address: address(request), now: Date.now() }, host, set)
    const { document: kind, module: moduleName, preRendered: screen, callsAtOnce } = pageAt(path, table)
    const firstLoad = { moduleName, language, callsAtOnce }
    const hasStepper = found.screens.some(({ stepper }) => stepper !== null)
    const { brandStyle: style, digest } = styleOf(tenant)
    // A killed module leaves a set without changing its number.
    const parts = Object.keys(set.modules).join(',')
    // Nothing of a preview is kept on the device.
    const worker = !isPreview && isKeptTicket(path, tenant) ? ticketWorkerPolicy : undefined
    const key = [host, language, set.id, parts, lastGood?.id ?? 0, preview?.id ?? '', kind, moduleName ?? '', screen ?? '', callsAtOnce, hasStepper, worker ?? '', digest].join('|')
    const page = await pages.getOrMake(key, async () => {
      const prerendered = await prerenderedScreen({ assets, set, language, modules: tenant.config.modules, screen, hasStepper, own: ownTextsIn(tenant, language) }).catch((error: unknown) => {
        request.log.error({ reason: String(error), set: set.id }, 'the pre-rendered screen can not be in the HTML')
        pages.delete(key)
        return null
      })
      const html = renderPage({ tenant, language, set, lastGood, kind, firstLoad, prerendered, brandStyle: style, version: digest, preview })
      return compressPage(
        settings.devReload ? withDevReload(html) : html,
        contentSecurityPolicy({ kind, worker, trustedTypes: trustedTypesOf(set, lastGood), scriptHashes: [...(prerendered ? [hashOfScript(prerendered.captureScript)] : []), ...(kind === 'plain' ? [hashOfScript(scriptProof)] : [])], providerOrigins: providerOriginsOf(tenant, settings.providerOrigins) }),
        `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`,
      )
    })
    // What is asked for anyway may begin while the page itself is on its way; a proxy that knows no 103 would choke on it.
    if (settings.earlyHints) reply.raw.writeEarlyHints({ link: linksOf(preloadsFor(set, firstLoad)) })
    // Payment pages are asked for ahead and ask for nothing ahead themselves.
    if (kind === 'plain' && !preview && !settings.devReload) void reply.headers(aheadHeaders)
    return sendPage(request, reply, page, isAhead ? {} : session.cookies)
  })
}

/** What of a page follows from the tenant alone, worked out once per answer of the API and not per request. */
function tenantStyles() {
  const known = new WeakMap<TenantPage, { readonly brandStyle: string; readonly digest: string }>()
  return (tenant: TenantPage) => {
    const kept = known.get(tenant)
    if (kept) return kept
    const style = brandStyle(tenant)
    const made = { brandStyle: style, digest: createHash('sha256').update(JSON.stringify(tenant)).update(style).digest('base64url').slice(0, 16) }
    known.set(tenant, made)
    return made
  }
}

/** Sends a page; `cookies` pin its session, and without any nothing is written: it was asked for ahead. */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: CompressedPage, cookies: Session['cookies']): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
  for (const [name, value] of Object.entries(cookies)) setSiteCookie(reply, name, value)
  if (request.cookies[releaseEndedCookie] !== undefined) clearSiteCookie(reply, releaseEndedCookie)
  void reply.headers({
    ...pageHeaders, 'content-security-policy': page.csp, 'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache', vary: 'Accept-Encoding, Accept-Language, Cookie', etag: page.etag,
  })
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  return reply.headers(encoding === 'identity' ? {} : { 'content-encoding': encoding }).send(page[encoding])
}
