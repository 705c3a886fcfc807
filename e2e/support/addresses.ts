import { fileURLToPath } from 'node:url'
import { dirname, join } from 'node:path'

/** The journeys' own installation: it may run beside a developer's. */
export const port = Number(process.env['CHECKIN_E2E_PORT'] ?? 4400)
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const dataDir = process.env['CHECKIN_E2E_DATA_DIR'] ?? join(root, '.cache', 'e2e-data')

/** What all services of the installation wrote. */
export const logFile = join(dataDir, 'services.log')

/** Every span that the installation's processes sent, one a line. */
export const spansFile = join(dataDir, 'spans.jsonl')

export type Tenant = 'costaverde' | 'islandcars' | 'alpen' | 'norte'

export const site = (tenant: Tenant, path = '/'): string => `http://${tenant}.localhost:${port}${path}`
/** The card provider's own origin. */
export const cardProvider = `http://card.localhost:${port + 2}`
/** The reservation API's own port: calls of companies and operators. */
export const apiAddress = `http://127.0.0.1:${port + 4}`
export const mailboxAddress = `http://127.0.0.1:${port + 3}/api/messages`

export const chromiumFlags = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
] as const
