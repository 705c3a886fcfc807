import { join } from 'node:path'
import cookie from '@fastify/cookie'
import { Counter } from 'prom-client'
import { createService, internalFetch, type Service, type ServiceOptions } from '@checkin/server'
import { apiProxyRoutes, clientOf, type ApiAddress } from './api-proxy.ts'
import { assetRoutes } from './assets.ts'
import { beaconRoute } from './beacons.ts'
import { limitBodies } from './body-shares.ts'
import { brandStyle } from './brand-style.ts'
import { pageRoutes } from './page-routes.ts'
import { passRoutes } from './pass-routes.ts'
import { payingCookie, PaymentsUnderWay } from './paying.ts'
import { devReloadRoutes } from './dev-reload.ts'
import { polledSource } from './polled-source.ts'
import { readReleases, type Releases } from './release-source.ts'
import { releaseWatch } from './release-watch.ts'
import { Reporter } from './reporter.ts'
import { sendReports } from './send-reports.ts'
import { sessionRoutes } from './session-routes.ts'
import type { SiteSettings } from './settings.ts'
import { siteLimits, type SiteLimits } from './site-limits.ts'
import { askTenantPages, TenantPages } from './tenant-pages.ts'
import { heldBy, releaseCookie, visitCookie } from './visit.ts'
import { sourceCookie } from './visit-source.ts'

export interface SiteAddresses {
  readonly api: ApiAddress
  /** Base address of the registry, `http://127.0.0.1:4005`. */
  readonly registry: string
}

/**
 * The site server. Answers pages from memory: what it knows of releases and tenants is polled beside the requests and kept on disk,
 * so that a renter never waits for the registry, and is served when it is down.
 */
export async function siteService(settings: SiteSettings, addresses: SiteAddresses, log: ServiceOptions['log'] = {}): Promise<Service> {
  const limits: SiteLimits = { ...siteLimits(), ...settings.limits }
  const service = createService({
    name: 'site', publicPort: true, log, ...(settings.requestLimits && { limits: settings.requestLimits }),
    ...(!settings.trustProxy && { connectionsPerNetwork: limits.connectionsPerNetwork }),
    ready: () => { if (!releases.current()) throw new Error('no release is known yet') },
  })
  const { app } = service
  limitBodies(app, limits.bodiesPerNetwork, (request) => clientOf(request, addresses.api.behindProxy))

  const reporter = new Reporter({ badPerAddress: settings.badReportsPerAddress })
  let committedAt: string | undefined
  let isStarted = false
  const releases = await polledSource<Releases>({
    file: join(settings.dataDir, 'site', 'snapshot.json'),
    everyMs: settings.registryPollMs,
    fetchText: async (current) => {
      const answer = await internalFetch(`${addresses.registry}/registry/v1/snapshot`, { timeoutMs: 5000, headers: current ? { 'if-none-match': `"${current.revision}"` } : {} })
      if (answer.status === 304) return null
      if (answer.status !== 200) throw new Error(`the registry answered ${answer.status}`)
      committedAt = [answer.headers['x-checkin-committed-at']].flat()[0]
      return answer.text()
    },
    read: (text, current) => {
      const read = readReleases(text, current, settings.registryPublicKey)
      // The first answer after a start says how long this server was away, not how long a change takes.
      if (isStarted && current && read.revision > current.revision) reporter.levels.learned(committedAt, Date.now())
      return read
    },
    onHealth: (healthy, reason) => { if (healthy) app.log.info('the registry answers again'); else app.log.warn({ reason }, 'serving the last signed answer of the registry') },
  })
  isStarted = true
  const hosts = (): string[] => [...(releases.current()?.tenants.keys() ?? [])]
  const tenants = await polledSource<TenantPages>({
    file: join(settings.dataDir, 'site', 'tenants.json'),
    everyMs: settings.configPollMs,
    fetchText: async (current) => {
      const pages = await askTenantPages(hosts(), (host, path) => askApi(addresses.api, host, path), current)
      return JSON.stringify(pages) === JSON.stringify(current) ? null : JSON.stringify(pages)
    },
    read: (text) => TenantPages.parse(JSON.parse(text)),
    onHealth: (healthy, reason) => { if (healthy) app.log.info('the renter API answers again'); else app.log.warn({ reason }, 'serving the last known configuration') },
  })
  service.onStop(() => { releases.stop(); tenants.stop() })

  await app.register(cookie)
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => { done(null, body) })
  assetRoutes(app, settings.assetsDir)
  const underWay = new PaymentsUnderWay()
  apiProxyRoutes(app, {
    api: addresses.api, limits, watch: releaseWatch({ releases: releases.current, releaseSecret: settings.releaseSecret, registryPublicKey: settings.registryPublicKey, underWay, secure: !settings.demo }),
  })
  sessionRoutes(app, addresses.api, [visitCookie, releaseCookie, sourceCookie, payingCookie])
  beaconRoute(app, {
    reporter, address: (request) => clientOf(request, addresses.api.behindProxy),
    counter: new Counter({
      name: 'checkin_module_reports_total', help: 'What pages reported about module versions', labelNames: ['tenant', 'module', 'version', 'phase', 'outcome'], registers: [service.metrics],
    }),
    isTenant: (host) => releases.current()?.tenants.has(host) ?? false,
    isKnown: (module, version) => [...(releases.current()?.sets.values() ?? [])].some((set) => (module === 'shell' ? set.shell : set.modules[module])?.version === version),
    heldSet: ({ cookies }, host) => {
      const known = releases.current()
      return known && heldBy(known, { host, cookies, secret: settings.releaseSecret, now: Date.now() })
    },
  })
  const reports = sendReports(reporter, { registry: addresses.registry, secret: settings.proxySecret, everyMs: 1000 })
  service.onStop(() => { reports.stop() })
  passRoutes(app, { publicKey: settings.registryPublicKey, secure: !settings.demo })
  if (settings.devReload) devReloadRoutes(app, releases.current)
  pageRoutes(app, {
    releases: releases.current,
    tenantPage: async (host) => {
      // A tenant that got its first release a moment ago is asked for at once.
      if (!tenants.current()?.[host]) await tenants.refresh()
      return tenants.current()?.[host]
    },
    devReload: settings.devReload, brandStyle, releaseSecret: settings.releaseSecret, registryPublicKey: settings.registryPublicKey, assetsDir: settings.assetsDir, earlyHints: settings.earlyHints, providerOrigins: settings.providerOrigins, secure: !settings.demo,
    underWay,
    levels: reporter.levels,
    pageSent: (visit, host, set) => { reporter.pageSent(visit, host, set, Date.now()) },
    defaultTenant: settings.demo ? 'costaverde.localhost' : null,
  })
  return service
}

/** A call in a tenant's name: the tenant is known by the Host header alone. */
const askApi = async (api: ApiAddress, host: string, path: string): Promise<{ status: number; body: string }> => {
  const answer = await internalFetch(`http://${api.host}:${api.port}${path}`, { headers: { host, identifier: host }, timeoutMs: 5000 })
  return { status: answer.status, body: answer.text() }
}
