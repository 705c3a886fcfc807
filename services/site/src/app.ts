import { join } from 'node:path'
import { Counter } from 'prom-client'
import { createClient } from '@checkin/http/client'
import { addReports } from '@checkin/registry'
import { askForTls, clientBehind, createService, currentSecret, formerSiteHeader, securityTxtRoute, serviceFetch, siteKey, siteKeyHeader, type Service, type ServiceOptions } from '@checkin/server'
import { policyReportRoute } from '@checkin/server/policy-reports'
import { checkedAssets } from './assets/asset-origins.ts'
import { assetsInFolder } from './assets/asset-reader.ts'
import { assetRoutes } from './assets/asset-routes.ts'
import { signedFile, sourceNotes } from './assets/asset-sources.ts'
import { cachedAssets } from './assets/cached-assets.ts'
import { dictionaryCompression } from './assets/dictionaries.ts'
import { watchServedFiles } from './assets/served-files.ts'
import { devReloadRoutes } from './pages/dev-reload.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { askTenantPages, draftPage, TenantPages } from './pages/tenant-pages.ts'
import { apiProxyRoutes, type ApiAddress } from './proxy/api-proxy.ts'
import { limitBodies } from './proxy/request-bodies.ts'
import { PaymentsUnderWay } from './releases/payment-guard.ts'
import { polledSource } from './releases/polled-source.ts'
import { requirePreview } from './releases/preview-guard.ts'
import { siteNamed } from './releases/preview-origin.ts'
import { releaseWatch } from './releases/release-watch.ts'
import { registryReleases } from './releases/registry-releases.ts'
import { pinnedSession } from './releases/session.ts'
import { sessionRoutes } from './releases/session-routes.ts'
import { signedLinkRoutes } from './releases/signed-links.ts'
import { useSiteCookies } from './releases/site-cookies.ts'
import { isTried } from './releases/tried.ts'
import { siteLimits, type SiteLimits, type SiteSettings } from './settings.ts'
import { beaconRoute } from './telemetry/beacons.ts'
import { Reporter, sendReports } from './telemetry/reporter.ts'

/**
 * The site server. Answers pages from memory: what it knows of releases and tenants is polled beside the requests and kept on disk,
 * so that a renter never waits for the registry, and is served when it is down.
 */
export async function siteService(settings: SiteSettings, log: ServiceOptions['log'] = {}): Promise<Service> {
  const api: ApiAddress = { ...settings.api, secret: settings.proxySecret, behindProxy: settings.trustProxy }
  const limits: SiteLimits = { ...siteLimits(), ...settings.limits }
  const service = createService({
    name: 'site', publicPort: true, log, ...(settings.requestLimits && { limits: settings.requestLimits }), ...(settings.traces && { traces: settings.traces }),
    ...(!settings.trustProxy && { connectionsPerNetwork: limits.connectionsPerNetwork }),
    ready: () => {
      if (!releases.current()) throw new Error('no release is known yet')
      if (!served.areWhole()) throw new Error('files of the served sets are missing')
      return releases.notes()
    },
  })
  const { app } = service
  if (!settings.demo) askForTls(app, { withSubdomains: settings.hstsSubdomains })
  limitBodies(app, limits.bodiesPerNetwork, (request) => clientBehind(request, api.behindProxy))

  const own = settings.assetObjects
    ? await cachedAssets({ store: settings.assetObjects, folder: join(settings.dataDir, 'site', 'assets'), mostBytes: settings.assetCacheBytes })
    : assetsInFolder(settings.assetsDir)
  const assets = settings.assetOrigins?.origins.length ? checkedAssets({ own, ...settings.assetOrigins, ...sourceNotes(service, ['own', ...settings.assetOrigins.origins]), signed: (path) => signedFile(releases.current(), path) }) : own
  const reporter = new Reporter({
    hostileNetworks: settings.hostileNetworks, hostileReservations: settings.hostileReservations,
    isCanary: (of) => { const current = releases.current(); return current !== null && isTried(current, of) },
    isSuspended: ({ host, module }) => releases.current()?.tenants.get(host)?.rollouts.some(({ modules, percent, cohorts }) => module in modules && percent === 0 && cohorts.length === 0) ?? false,
  })
  const apiUrl = `${api.isTls ? 'https' : 'http'}://${api.host}:${api.port}`
  const renterApi = createClient({ baseUrl: `${apiUrl}/api`, fetch: serviceFetch, timeoutMs: 5000 })
  const internalApi = createClient({ baseUrl: apiUrl, headers: { [siteKeyHeader]: siteKey(api.secret, 'session-end'), [formerSiteHeader]: currentSecret(api.secret) }, fetch: serviceFetch })
  const settingsApi = createClient({ baseUrl: apiUrl, headers: { [siteKeyHeader]: siteKey(api.secret, 'settings') }, fetch: serviceFetch, timeoutMs: 5000 })
  const tenantApis = { api: renterApi, internal: settingsApi }
  const registry = createClient({ baseUrl: settings.registry, fetch: serviceFetch, timeoutMs: 5000 })
  const releases = await registryReleases({ settings, registry, levels: reporter.levels, log: app.log, metrics: service.metrics, securityEvent: service.securityEvent })
  const hosts = (): string[] => [...(releases.current()?.tenants.keys() ?? [])]
  const tenants = await polledSource<TenantPages>({
    file: join(settings.dataDir, 'site', 'tenants.json'),
    everyMs: settings.configPollMs,
    fetchText: async (current) => {
      const pages = await askTenantPages(hosts(), tenantApis, current)
      return JSON.stringify(pages) === JSON.stringify(current) ? null : JSON.stringify(pages)
    },
    read: (text) => TenantPages.parse(JSON.parse(text)),
    onHealth: (healthy, reason) => { if (healthy) app.log.info('the renter API answers again'); else app.log.warn({ reason }, 'serving the last known configuration') },
  })
  const served = watchServedFiles({ assets, sets: () => releases.current()?.sets.values() ?? null, log: app.log, everyMs: 1000 })
  service.onStop(() => { releases.stop(); tenants.stop(); served.stop() })

  await useSiteCookies(app, !settings.demo)
  requirePreview(app, settings.registryPublicKey, releases.current)
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => { done(null, body) })
  assetRoutes(app, { assets, own, dictionaries: dictionaryCompression({ assets, isServed: (path) => signedFile(releases.current(), path) !== null }) })
  const underWay = new PaymentsUnderWay()
  apiProxyRoutes(app, {
    api, limits, watch: releaseWatch({ settings, reporter, address: (request) => clientBehind(request, api.behindProxy), releases: releases.current, underWay, localesOf: (host) => tenants.current()?.[host]?.config.locales }),
  })
  sessionRoutes(app, internalApi, settings.demo ? 'http' : 'https')
  beaconRoute(app, {
    reporter, address: (request) => clientBehind(request, api.behindProxy),
    counter: new Counter({
      name: 'checkin_module_reports_total', help: 'What pages reported about module versions', labelNames: ['tenant', 'module', 'version', 'phase', 'outcome'], registers: [service.metrics],
    }),
    isTenant: (host) => releases.current()?.tenants.has(host) ?? false,
    isKnown: (module, version) => [...(releases.current()?.sets.values() ?? [])].some((set) => (module === 'shell' ? set.shell : set.modules[module])?.version === version),
    pinnedRelease: ({ cookies }, host) => {
      const known = releases.current()
      return known && pinnedSession(known, { host, cookies, secret: settings.releaseSecret, now: Date.now() })
    },
  })
  policyReportRoute(app, {
    metrics: service.metrics, securityEvent: service.securityEvent, event: 'page.policy.refused', scheme: settings.demo ? 'http' : 'https',
    isOwn: (host) => releases.current()?.tenants.has(host) ?? false, address: (request) => clientBehind(request, api.behindProxy),
  })
  const reports = sendReports(reporter, (body) => registry.call(addReports, { body }, { headers: { [siteKeyHeader]: siteKey(settings.proxySecret, 'reports') }, signal: AbortSignal.timeout(2000) }), 1000)
  service.onStop(() => { reports.stop() })
  securityTxtRoute(app, { text: settings.securityTxt ?? null, scheme: settings.demo ? 'http' : 'https', isOwn: (host) => releases.current()?.tenants.has(host) ?? false })
  signedLinkRoutes(app, { publicKey: settings.registryPublicKey, releases: releases.current, scheme: settings.demo ? 'http' : 'https' })
  if (settings.devReload) devReloadRoutes(app, releases.current)
  pageRoutes(app, {
    settings, assets, underWay, reporter, releases: releases.current, address: (request) => clientBehind(request, api.behindProxy),
    tenantPage: async (name) => {
      const { host } = siteNamed(name, releases.current()?.tenants)
      // A tenant that got its first release a moment ago is asked for at once.
      if (!tenants.current()?.[host]) await tenants.refresh()
      return tenants.current()?.[host]
    },
    draftPage: (page, draftId) => draftPage(page, draftId, tenantApis),
  })
  return service
}
