import * as z from 'zod'
import { readSettings } from '@checkin/server'

/** How much of this server one client network (/24, /56) may hold, and how patient the site is with the renter API (docs/operations.md). */
export interface SiteLimits {
  /** Connections without a request that one network may have open; asked only where no proxy stands in front. */
  readonly connectionsPerNetwork: number
  /** Bodies that one network may have under way at a time. */
  readonly bodiesPerNetwork: number
  /** Uploads to the API among them. */
  readonly uploadsPerNetwork: number
  /** Connections to the API for calls without a body or with a small one. */
  readonly apiConnections: number
  /** Connections to the API for uploads. */
  readonly apiUploads: number
  /** Milliseconds that a call may wait for one of these connections. */
  readonly queueMs: number
  /** Milliseconds that a new connection to the API may take. */
  readonly connectMs: number
  /** Milliseconds without any sign from the API: for a call that may be asked again, and for one that changes something. */
  readonly readMs: number
  readonly writeMs: number
}

const count = (standard: number) => z.coerce.number('must be a whole number').int('must be a whole number').min(1, 'must be at least 1').max(100_000, 'must be at most 100000').default(standard)
const milliseconds = (standard: number) => z.coerce.number('must be a number of milliseconds').int('must be a whole number').min(50, 'must be at least 50').max(600_000, 'must be at most 600000').default(standard)

const Environment = z.object({
  CHECKIN_CONNECTIONS_PER_NETWORK: count(256),
  CHECKIN_BODIES_PER_NETWORK: count(128),
  CHECKIN_UPLOADS_PER_NETWORK: count(16),
  CHECKIN_PROXY_CONNECTIONS: count(256),
  CHECKIN_PROXY_UPLOADS: count(64),
  CHECKIN_PROXY_QUEUE_MS: milliseconds(3000),
  CHECKIN_PROXY_CONNECT_MS: milliseconds(1000),
  CHECKIN_PROXY_READ_MS: milliseconds(15_000),
  CHECKIN_PROXY_WRITE_MS: milliseconds(120_000),
})

/**
 * The site's limits from the environment.
 * @throws SettingsError with the names of the variables to mend.
 */
export function siteLimits(env: Readonly<Record<string, string | undefined>> = process.env): SiteLimits {
  const read = readSettings(Environment, env)
  return {
    connectionsPerNetwork: read.CHECKIN_CONNECTIONS_PER_NETWORK, bodiesPerNetwork: read.CHECKIN_BODIES_PER_NETWORK, uploadsPerNetwork: read.CHECKIN_UPLOADS_PER_NETWORK,
    apiConnections: read.CHECKIN_PROXY_CONNECTIONS, apiUploads: read.CHECKIN_PROXY_UPLOADS,
    queueMs: read.CHECKIN_PROXY_QUEUE_MS, connectMs: read.CHECKIN_PROXY_CONNECT_MS, readMs: read.CHECKIN_PROXY_READ_MS, writeMs: read.CHECKIN_PROXY_WRITE_MS,
  }
}
