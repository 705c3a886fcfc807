import { resolve } from 'node:path'
import * as z from 'zod'
import { readSettings, type RequestLimits } from '@checkin/server'
import type { SiteLimits } from './site-limits.ts'

const list = z.string().default('').transform((text) => text.split(',').map((part) => part.trim()).filter((part) => part !== ''))
const secret = z.string().min(16, 'must have at least 16 characters')

const Environment = z.object({
  CHECKIN_PORT: z.coerce.number().int().min(1).max(65_000).default(4000),
  CHECKIN_DATA_DIR: z.string().min(1).default('.data'),
  CHECKIN_MODE: z.enum(['demo', 'production']).default('demo'),
  CHECKIN_ASSETS_DIR: z.string().optional(),
  CHECKIN_API_URL: z.url({ protocol: /^http$/ }).optional(),
  CHECKIN_REGISTRY_URL: z.url().optional(),
  CHECKIN_PROXY_SECRET: secret,
  CHECKIN_RELEASE_SECRET: secret,
  CHECKIN_REGISTRY_PUBLIC_KEY: z.string().min(1),
  CHECKIN_SITE_HOST: z.string().default('127.0.0.1'),
  CHECKIN_REGISTRY_POLL_MS: z.coerce.number().int().min(50).max(60_000).default(400),
  CHECKIN_CONFIG_POLL_MS: z.coerce.number().int().min(50).max(600_000).default(3000),
  CHECKIN_BAD_REPORTS_PER_ADDRESS: z.coerce.number().int().min(1).optional(),
  CHECKIN_PROVIDER_ORIGINS: list,
  CHECKIN_TRUST_PROXY: z.stringbool().default(false),
  CHECKIN_DEV_RELOAD: z.stringbool().default(false),
  CHECKIN_EARLY_HINTS: z.stringbool().default(false),
})

export interface SiteSettings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly assetsDir: string
  readonly demo: boolean
  /** Address of the renter API. */
  readonly api: { readonly host: string; readonly port: number }
  /** Base address of the module registry. */
  readonly registry: string
  readonly proxySecret: string
  readonly releaseSecret: string
  readonly registryPublicKey: string
  readonly registryPollMs: number
  readonly configPollMs: number
  readonly providerOrigins: readonly string[]
  /** Broken sessions of one module version that one client address may add within ten minutes. */
  readonly badReportsPerAddress: number
  /** Set when a TLS-ending proxy stands in front: only then are its forwarded headers believed. */
  readonly trustProxy: boolean
  /** Open pages reload when their tenant's release changes, and no visit holds a set: for development, never in production. */
  readonly devReload: boolean
  /** The proxy in front passes `103 Early Hints` on. */
  readonly earlyHints: boolean
  /** Instead of what the environment says, for tests. */
  readonly limits?: Partial<SiteLimits>
  readonly requestLimits?: Partial<RequestLimits>
}

/** Settings of the site server from the environment (docs/operations.md); throws with the variable's name when one is not valid. */
export function siteSettings(): SiteSettings {
  const env = readSettings(Environment)
  const dataDir = resolve(env.CHECKIN_DATA_DIR)
  return {
    port: env.CHECKIN_PORT,
    host: env.CHECKIN_SITE_HOST,
    dataDir,
    assetsDir: resolve(env.CHECKIN_ASSETS_DIR ?? `${dataDir}/assets`),
    demo: env.CHECKIN_MODE === 'demo',
    api: apiAddress(env.CHECKIN_API_URL ?? `http://127.0.0.1:${env.CHECKIN_PORT + 4}`),
    registry: env.CHECKIN_REGISTRY_URL?.replace(/\/$/, '') ?? `http://127.0.0.1:${env.CHECKIN_PORT + 5}`,
    proxySecret: env.CHECKIN_PROXY_SECRET,
    releaseSecret: env.CHECKIN_RELEASE_SECRET,
    registryPublicKey: env.CHECKIN_REGISTRY_PUBLIC_KEY,
    registryPollMs: env.CHECKIN_REGISTRY_POLL_MS,
    configPollMs: env.CHECKIN_CONFIG_POLL_MS,
    providerOrigins: env.CHECKIN_PROVIDER_ORIGINS,
    // In the demo everybody has the same address.
    badReportsPerAddress: env.CHECKIN_BAD_REPORTS_PER_ADDRESS ?? (env.CHECKIN_MODE === 'demo' ? 1_000_000 : 2),
    trustProxy: env.CHECKIN_TRUST_PROXY,
    devReload: env.CHECKIN_DEV_RELOAD && env.CHECKIN_MODE === 'demo',
    earlyHints: env.CHECKIN_EARLY_HINTS,
  }
}

/** The API is reached on an inner network, without TLS. */
function apiAddress(url: string): SiteSettings['api'] {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port || 80) }
}
