import { mailLogins, providerSettings, sandboxSettings } from './providers.ts'
import type { DemoSecrets } from './secrets.ts'
import { portsFrom, type Ports } from './ports.ts'
import type { TestWalletAccounts } from './wallet-accounts.ts'
import type { ServiceSpec } from './processes.ts'

export interface ServiceEnvironment {
  readonly ports: Ports
  readonly dataDir: string
  readonly assetsDir: string
  readonly databaseUrl: string
  readonly secrets: DemoSecrets
  /** Of the tenants at both wallets. */
  readonly wallets: TestWalletAccounts
}

export const adminToken = 'demo-admin'

/** One line per call would bury the table of addresses; whoever wants them sets the level. */
const log = { CHECKIN_LOG_LEVEL: process.env['CHECKIN_LOG_LEVEL'] ?? 'warn' }

/** What every service is told. */
const common = ({ ports, dataDir, assetsDir, secrets }: ServiceEnvironment) => ({
  ...log, CHECKIN_PORT: String(ports.site), CHECKIN_DATA_DIR: dataDir, CHECKIN_MODE: 'demo', CHECKIN_ASSETS_DIR: assetsDir, CHECKIN_PROXY_SECRET: secrets.proxySecret,
})

/** Every service with its settings, in the order in which they are started. */
export function serviceSpecs(environment: ServiceEnvironment): readonly ServiceSpec[] {
  const { ports, secrets } = environment
  const shared = { ...common(environment), DATABASE_URL: environment.databaseUrl }
  return [
    sandboxSpec(environment, shared),
    { name: 'mailbox', script: 'services/sandboxes/mailbox/src/main.ts', env: { ...shared, CHECKIN_SANDBOX_MAIL_LOGINS: mailLogins(secrets) }, ready: { port: ports.mailbox, path: '/readyz', host: `mail.localhost:${ports.mailbox}` } },
    {
      name: 'module-registry', script: 'services/module-registry/src/main.ts', ready: { port: ports.registry, path: '/readyz' },
      env: { ...shared, CHECKIN_REGISTRY_KEY: secrets.registryKey },
    },
    {
      name: 'reservation-api', script: 'services/reservation-api/src/main.ts', ready: { port: ports.api, path: '/readyz' },
      env: { ...shared, ...providerSettings(ports, secrets), CHECKIN_CODE_SECRET: secrets.codeSecret, CHECKIN_DOCUMENT_KEY: secrets.documentKey, CHECKIN_ADMIN_TOKEN: adminToken },
    },
    {
      name: 'ops-console', script: 'services/ops-console/src/main.ts', ready: { port: ports.opsMetrics, path: '/readyz' },
      env: { ...shared, CHECKIN_OPS_SECRET: secrets.opsSecret, CHECKIN_ADMIN_TOKEN: adminToken },
    },
  ]
}

/** The card and the wallet provider; only the demo pays with sandboxes, an installation brings its own providers by its environment. */
const sandboxSpec = ({ ports, secrets, wallets }: ServiceEnvironment, shared: Readonly<Record<string, string>>): ServiceSpec => ({
  name: 'sandboxes', script: 'services/sandboxes/providers/src/main.ts', ready: { port: ports.sandboxMetrics, path: '/readyz' },
  env: { ...shared, ...sandboxSettings(ports, secrets, wallets) },
})

/** The site comes last: it asks the others once before it serves. It may listen elsewhere than browsers ask, when something stands before it. */
export const siteSpec = (environment: ServiceEnvironment, port = environment.ports.site): ServiceSpec => ({
  name: 'site', script: 'services/site/src/main.ts', ready: { port: portsFrom(port).siteMetrics, path: '/readyz' },
  env: {
    ...common(environment), CHECKIN_PORT: String(port), CHECKIN_API_URL: `http://127.0.0.1:${environment.ports.api}`, CHECKIN_REGISTRY_URL: `http://127.0.0.1:${environment.ports.registry}`,
    CHECKIN_RELEASE_SECRET: environment.secrets.releaseSecret, CHECKIN_REGISTRY_PUBLIC_KEY: environment.secrets.registryPublicKey,
  },
})
