import { join } from 'node:path'
import { databaseSetting, declareSettings, hstsSubdomainsSetting, modeSetting, plainHopsSetting, portSetting, readSettings, requireTlsDatabase, tokenSetting } from '@checkin/server'
import * as z from 'zod'

const Environment = declareSettings({
  CHECKIN_MODE: modeSetting(),
  CHECKIN_PORT: portSetting(4000),
  CHECKIN_API_HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: databaseSetting(),
  /** A replica of the same database, for reads that a person looks at and nobody acts upon at once. */
  CHECKIN_REPLICA_URL: databaseSetting().optional(),
  CHECKIN_PLAIN_HOPS: plainHopsSetting(),
  CHECKIN_HSTS_SUBDOMAINS: hstsSubdomainsSetting(),
  /** Postal codes by country, `PT.txt` and so on, in the form of the GeoNames postal files. */
  CHECKIN_POSTAL_CODES_DIR: z.string().min(1).optional(),
  /** The installation serves one company only, so the environment's accounts are its own. */
  CHECKIN_SINGLE_COMPANY: z.stringbool({ error: 'must be true or false' }).optional(),
  /** Whether calls are taken whose address holds personal data or a secret, or in their body form alone (DEC-342). */
  CHECKIN_PERSONAL_ADDRESSES: z.enum(['taken', 'refused'], { error: 'must be taken or refused' }).default('taken'),
  CHECKIN_ADMIN_TOKEN: tokenSetting().optional(),
  /** Most database connections of this process. */
  CHECKIN_API_POOL: z.coerce.number().int().min(1).max(500).default(20),
  /** How old a tenant's settings may be in this process after another one changed them. */
  CHECKIN_TENANT_CACHE_MS: z.coerce.number().min(0).max(600_000).default(1000),
})

export interface ApiSettings {
  readonly demo: boolean
  /** Browsers come by https to names below the API's own too. */
  readonly hstsSubdomains: boolean
  readonly host: string
  readonly port: number
  /** Probes and metrics of a process that only works. */
  readonly workerPort: number
  readonly databaseUrl: string
  /** Null where all reads go to the database itself. */
  readonly replicaUrl: string | null
  readonly adminToken: string
  /** A tenant without an account of its own uses the environment's: where there is one company, and in the demo, where nobody is paid. */
  readonly isSingleCompany: boolean
  /** Calls with personal data or a secret in their address are refused (DEC-342). */
  readonly refusesPersonalAddresses: boolean
  readonly poolSize: number
  readonly tenantCacheMs: number
  readonly postalCodesFolder: string | null
}

/** Settings of the API itself; identity and mail read their own. Throws SettingsError with the names of the variables to mend. */
export function apiSettings(env: Readonly<Record<string, string | undefined>> = process.env): ApiSettings {
  // The demo has a token of its own; production is told with everything else when it has none.
  if (env['CHECKIN_MODE'] === 'production') readSettings(Environment.required({ CHECKIN_ADMIN_TOKEN: true }), env)
  const read = readSettings(Environment, env)
  const demo = read.CHECKIN_MODE === 'demo'
  requireTlsDatabase(read.DATABASE_URL, { demo, plainHops: read.CHECKIN_PLAIN_HOPS })
  if (read.CHECKIN_REPLICA_URL !== undefined) requireTlsDatabase(read.CHECKIN_REPLICA_URL, { demo, plainHops: read.CHECKIN_PLAIN_HOPS }, 'CHECKIN_REPLICA_URL')
  const adminToken = read.CHECKIN_ADMIN_TOKEN ?? 'demo-admin'
  return {
    demo, hstsSubdomains: read.CHECKIN_HSTS_SUBDOMAINS, adminToken, isSingleCompany: read.CHECKIN_SINGLE_COMPANY ?? demo, host: read.CHECKIN_API_HOST, port: read.CHECKIN_PORT + 4, workerPort: read.CHECKIN_PORT + 9, databaseUrl: read.DATABASE_URL,
    replicaUrl: read.CHECKIN_REPLICA_URL ?? null, refusesPersonalAddresses: read.CHECKIN_PERSONAL_ADDRESSES === 'refused',
    poolSize: read.CHECKIN_API_POOL, tenantCacheMs: read.CHECKIN_TENANT_CACHE_MS, postalCodesFolder: read.CHECKIN_POSTAL_CODES_DIR ?? null,
  }
}

/** Folder of the service's `.sql` files. */
export const migrationsFolder = join(import.meta.dirname, '..', 'migrations')
