import { resolve } from 'node:path'
import * as z from 'zod'
import { bucketSetting, bucketStore } from '@checkin/server/object-store'
import { assetsFolder, callTls, dataDirSetting, declareSettings, hstsSubdomainsSetting, modeSetting, plainHopsSetting, readSettings, type RequestLimits, requireTlsHops, secretsSetting, securityContactSetting, securityExpirySetting, securityTxtOf, type SecurityTxt, type TraceSettings } from '@checkin/server'
import type { AssetOrigins } from './assets/asset-origins.ts'
import { publicKeysSetting } from './public-keys-setting.ts'
import { usualHostileReservations } from './telemetry/witnesses.ts'

const list = z.string().default('').transform((text) => text.split(',').map((part) => part.trim()).filter((part) => part !== ''))
const secret = secretsSetting()
const isOrigin = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.origin === text

const Environment = declareSettings({
  CHECKIN_PORT: z.coerce.number().int().min(1).max(65_000).default(4000),
  CHECKIN_DATA_DIR: dataDirSetting(),
  CHECKIN_MODE: modeSetting(),
  CHECKIN_ASSETS_DIR: z.string().optional(),
  CHECKIN_ASSETS_BUCKET: bucketSetting(),
  CHECKIN_ASSETS_CACHE_MB: z.coerce.number('must be a number of megabytes').int('must be a whole number').min(1, 'must be at least 1').max(1_000_000, 'must be at most 1000000').default(512),
  CHECKIN_ASSET_ORIGINS: list.refine((origins) => origins.every(isOrigin), 'must be origins as https://files.example.com, separated by commas'),
  CHECKIN_ASSET_ORIGIN_MS: z.coerce.number('must be a number of milliseconds').int('must be a whole number').min(50, 'must be at least 50').max(2000, 'must be at most 2000').default(800),
  CHECKIN_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  CHECKIN_REGISTRY_URL: z.url({ protocol: /^https?$/ }).optional(),
  CHECKIN_PLAIN_HOPS: plainHopsSetting(),
  CHECKIN_PROXY_SECRET: secret,
  CHECKIN_RELEASE_SECRET: secret,
  CHECKIN_REGISTRY_PUBLIC_KEY: publicKeysSetting,
  CHECKIN_SITE_HOST: z.string().default('127.0.0.1'),
  CHECKIN_REGISTRY_POLL_MS: z.coerce.number().int().min(50).max(60_000).default(400),
  CHECKIN_CONFIG_POLL_MS: z.coerce.number().int().min(50).max(600_000).default(3000),
  CHECKIN_HOSTILE_NETWORKS: z.coerce.number('must be a number of networks').int('must be a whole number').min(1, 'must be at least 1').max(1000, 'must be at most 1000').optional(),
  CHECKIN_HOSTILE_RESERVATIONS: z.coerce.number('must be a number of reservations').int('must be a whole number').min(0, 'must be at least 0').max(1000, 'must be at most 1000').default(usualHostileReservations),
  CHECKIN_PROVIDER_ORIGINS: list,
  CHECKIN_TRUST_PROXY: z.stringbool().default(false),
  CHECKIN_DEV_RELOAD: z.stringbool().default(false),
  CHECKIN_EARLY_HINTS: z.stringbool().default(false),
  CHECKIN_HSTS_SUBDOMAINS: hstsSubdomainsSetting(),
  CHECKIN_SECURITY_CONTACT: securityContactSetting(),
  CHECKIN_SECURITY_EXPIRES: securityExpirySetting(),
})

export interface SiteSettings extends Readonly<Omit<ReturnType<typeof siteSettings>, 'securityTxt' | 'assetOrigins'>> {
  /** Where published files are asked for when the own ones are away, slow or damaged; none by default. */
  readonly assetOrigins?: AssetOrigins
  /** Whom to tell about a weakness, by host (RFC 9116). */
  readonly securityTxt?: SecurityTxt | null
  /** Instead of what the environment says, for tests. */
  readonly limits?: Partial<SiteLimits>
  readonly requestLimits?: Partial<RequestLimits>
  /** Where traces go, instead of what the environment says. */
  readonly traces?: TraceSettings
}

/** Settings of the site server from the environment (docs/operations.md); throws with the variable's name when one is not valid. */
export function siteSettings(given: Readonly<Record<string, string | undefined>> = process.env) {
  const env = readSettings(Environment, given)
  const dataDir = resolve(env.CHECKIN_DATA_DIR)
  const { CHECKIN_API_URL, CHECKIN_REGISTRY_URL } = env
  callTls(given)
  const plainOrigin = env.CHECKIN_ASSET_ORIGINS.find((origin) => origin.startsWith('http:'))
  requireTlsHops({ CHECKIN_API_URL, CHECKIN_REGISTRY_URL, CHECKIN_ASSET_ORIGINS: plainOrigin }, { demo: env.CHECKIN_MODE === 'demo', plainHops: env.CHECKIN_PLAIN_HOPS })
  return {
    port: env.CHECKIN_PORT,
    host: env.CHECKIN_SITE_HOST,
    dataDir,
    assetsDir: assetsFolder(env),
    /** Published files in an object store instead of the folder; null without one. */
    assetObjects: bucketStore(env.CHECKIN_ASSETS_BUCKET),
    /** Bytes of these that are kept on this machine. */
    assetCacheBytes: env.CHECKIN_ASSETS_CACHE_MB * 1_000_000,
    assetOrigins: { origins: env.CHECKIN_ASSET_ORIGINS, deadlineMs: env.CHECKIN_ASSET_ORIGIN_MS },
    demo: env.CHECKIN_MODE === 'demo',
    /** Address of the renter API. */
    api: apiAddress(env.CHECKIN_API_URL ?? `http://127.0.0.1:${env.CHECKIN_PORT + 4}`),
    /** Base address of the module registry, `http://127.0.0.1:4005`. */
    registry: env.CHECKIN_REGISTRY_URL?.replace(/\/$/, '') ?? `http://127.0.0.1:${env.CHECKIN_PORT + 5}`,
    proxySecret: env.CHECKIN_PROXY_SECRET,
    releaseSecret: env.CHECKIN_RELEASE_SECRET,
    registryPublicKey: env.CHECKIN_REGISTRY_PUBLIC_KEY,
    registryPollMs: env.CHECKIN_REGISTRY_POLL_MS,
    configPollMs: env.CHECKIN_CONFIG_POLL_MS,
    providerOrigins: env.CHECKIN_PROVIDER_ORIGINS,
    /** Client networks that may lie together without moving a verdict on a version; 0 is no limit, because in the demo everybody has the same address. */
    hostileNetworks: env.CHECKIN_HOSTILE_NETWORKS ?? (env.CHECKIN_MODE === 'demo' ? 0 : 10),
    /** Reservations whose renters may lie together without moving a verdict on a version. */
    hostileReservations: env.CHECKIN_HOSTILE_RESERVATIONS,
    /** Set when a TLS-ending proxy stands in front: only then are its forwarded headers believed. */
    trustProxy: env.CHECKIN_TRUST_PROXY,
    /** Open pages reload when their tenant's release changes, and no session is pinned to a set: for development, never in production. */
    devReload: env.CHECKIN_DEV_RELOAD && env.CHECKIN_MODE === 'demo',
    /** The proxy in front announces `103 Early Hints` to browsers. */
    earlyHints: env.CHECKIN_EARLY_HINTS,
    /** Browsers come by https to names below the tenants' own too. */
    hstsSubdomains: env.CHECKIN_HSTS_SUBDOMAINS,
    securityTxt: securityTxtOf(env.CHECKIN_SECURITY_CONTACT, env.CHECKIN_SECURITY_EXPIRES),
  }
}

/** Where the API is reached. */
export interface ServiceAddress {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
}

function apiAddress(url: string): ServiceAddress {
  const { hostname, port, protocol } = new URL(url)
  const isTls = protocol === 'https:'
  return { host: hostname, port: Number(port || (isTls ? 443 : 80)), isTls }
}

const count = (standard: number) => z.coerce.number('must be a whole number').int('must be a whole number').min(1, 'must be at least 1').max(100_000, 'must be at most 100000').default(standard)
const milliseconds = (standard: number) => z.coerce.number('must be a number of milliseconds').int('must be a whole number').min(50, 'must be at least 50').max(600_000, 'must be at most 600000').default(standard)

const LimitsEnvironment = declareSettings({
  CHECKIN_CONNECTIONS_PER_NETWORK: count(256),
  CHECKIN_BODIES_PER_NETWORK: count(128),
  CHECKIN_UPLOADS_PER_NETWORK: count(16),
  CHECKIN_STREAMS_PER_NETWORK: count(32),
  CHECKIN_PROXY_CONNECTIONS: count(256),
  CHECKIN_PROXY_UPLOADS: count(64),
  CHECKIN_PROXY_STREAMS: count(256),
  CHECKIN_PROXY_QUEUE_MS: milliseconds(3000),
  CHECKIN_PROXY_CONNECT_MS: milliseconds(1000),
  CHECKIN_PROXY_READ_MS: milliseconds(15_000),
  CHECKIN_PROXY_WRITE_MS: milliseconds(120_000),
})

/** How much of this server one client network (/24, /56) may hold, and how patient the site is with the renter API (docs/operations.md). */
export type SiteLimits = Readonly<ReturnType<typeof siteLimits>>

/**
 * The site's limits from the environment.
 * @throws SettingsError with the names of the variables to mend.
 */
export function siteLimits(env: Readonly<Record<string, string | undefined>> = process.env) {
  const read = readSettings(LimitsEnvironment, env)
  return {
    /** Connections without a request that one network may have open; asked only where no proxy stands in front. */
    connectionsPerNetwork: read.CHECKIN_CONNECTIONS_PER_NETWORK,
    /** Bodies that one network may have under way at a time. */
    bodiesPerNetwork: read.CHECKIN_BODIES_PER_NETWORK,
    /** Uploads to the API among them. */
    uploadsPerNetwork: read.CHECKIN_UPLOADS_PER_NETWORK,
    /** Streams of events that one network may listen to at a time. */
    streamsPerNetwork: read.CHECKIN_STREAMS_PER_NETWORK,
    /** Connections to the API for calls without a body or with a small one. */
    apiConnections: read.CHECKIN_PROXY_CONNECTIONS,
    /** Connections to the API for uploads. */
    apiUploads: read.CHECKIN_PROXY_UPLOADS,
    /** Connections to the API for streams of events. */
    apiStreams: read.CHECKIN_PROXY_STREAMS,
    /** Milliseconds that a call may wait for one of these connections. */
    queueMs: read.CHECKIN_PROXY_QUEUE_MS,
    /** Milliseconds that a new connection to the API may take. */
    connectMs: read.CHECKIN_PROXY_CONNECT_MS,
    /** Milliseconds without any sign from the API: for a call that may be asked again, and for one that changes something. */
    readMs: read.CHECKIN_PROXY_READ_MS,
    writeMs: read.CHECKIN_PROXY_WRITE_MS,
  }
}
