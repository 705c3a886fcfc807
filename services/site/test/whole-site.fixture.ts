import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ObjectStore } from '@checkin/server/object-store'
import { createService, type RequestLimits, type SecurityTxt, type Service, type ServiceOptions, type TraceSettings } from '@checkin/server'
import { aConfig } from '@checkin/api/testing'
import type { ReleaseSet } from '@checkin/releases'
import { siteService } from '../src/app.ts'
import type { AssetOrigins } from '../src/assets/asset-origins.ts'
import { aPointer, aSet, publicKey, snapshotText } from './release.fixture.ts'
import type { SiteLimits } from '../src/settings.ts'

export const tenant = 'costaverde.localhost'

/** A renter API on the HTTP base that all services have, with what a page needs; a test adds its own calls. */
export function anApi(limits: Partial<RequestLimits> = {}, config: Parameters<typeof aConfig>[0] = {}): Service {
  const service = createService({ name: 'reservation-api', log: { level: 'silent' }, limits })
  service.app.get('/api/config', () => aConfig(config))
  service.app.get('/api/termsandconditions', () => [])
  return service
}

export interface WholeSite {
  readonly port: number
  /** What Prometheus would read. */
  readonly metrics: () => Promise<string>
  readonly stop: () => Promise<void>
}

export interface WholeSiteOptions {
  readonly apiPort: number
  /** Whether the API is called with TLS. */
  readonly apiIsTls?: boolean
  readonly limits?: Partial<SiteLimits>
  readonly requestLimits?: Partial<RequestLimits>
  /** A proxy stands in front and names the renter's address. */
  readonly trustProxy?: boolean
  /** Published files in an object store instead of a folder. */
  readonly assetObjects?: ObjectStore | null
  /** Where published files are asked for besides. */
  readonly assetOrigins?: AssetOrigins
  /** Published files in this folder, instead of an empty one of its own. */
  readonly assetsDir?: string
  /** What the tenant serves. */
  readonly set?: ReleaseSet
  /** False as in production: the site is reached by https only. */
  readonly demo?: boolean
  readonly securityTxt?: SecurityTxt
  /** Where traces go; nowhere by default. */
  readonly traces?: TraceSettings
  /** Where lines of its log go; nowhere by default. */
  readonly log?: NonNullable<ServiceOptions['log']>
}

/** A site server with a registry of one release, before the given renter API. */
export async function wholeSite({ apiPort, apiIsTls = false, limits = {}, requestLimits = {}, trustProxy = false, assetObjects = null, assetOrigins, assetsDir, set = aSet(1, '1.0.0'), demo = true, securityTxt, traces, log = { level: 'silent' } }: WholeSiteOptions): Promise<WholeSite> {
  const folder = await mkdtemp(join(tmpdir(), 'whole-site-'))
  const registry = createServer((_request, response) => { response.end(snapshotText({ pointers: [aPointer(1, { host: tenant })], sets: [set] })) })
  await new Promise<void>((resolve) => { registry.listen(0, '127.0.0.1', resolve) })
  const registryUrl = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
  const secrets = { proxySecret: 'proxy secret of the test', releaseSecret: 'release secret of the test' }
  const service = await siteService({
    ...secrets, api: { host: apiIsTls ? 'localhost' : '127.0.0.1', port: apiPort, isTls: apiIsTls }, registry: registryUrl, port: 0, host: '127.0.0.1', dataDir: folder, assetsDir: assetsDir ?? join(folder, 'assets'), assetObjects, assetCacheBytes: 1_000_000, demo,
    registryPublicKey: publicKey, registryPollMs: 3_600_000, configPollMs: 3_600_000, providerOrigins: [], hostileNetworks: 2, hostileReservations: 3, trustProxy, devReload: false, earlyHints: false, hstsSubdomains: true,
    // A busy machine is no silent API.
    limits: { queueMs: 30_000, connectMs: 30_000, readMs: 60_000, ...limits }, requestLimits, ...(assetOrigins && { assetOrigins }), ...(securityTxt && { securityTxt }), ...(traces && { traces }),
  }, log)
  const port = await service.listen({ port: 0 })
  return {
    port, metrics: () => service.metrics.metrics(),
    stop: async () => {
      await service.stop()
      registry.close()
      await rm(folder, { recursive: true })
    },
  }
}
