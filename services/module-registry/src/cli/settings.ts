import { join, resolve } from 'node:path'
import { databaseSetting, dataDirSetting, modeSetting, portSetting, readSettings, secretSetting } from '@checkin/server'
import * as z from 'zod'

const Environment = z.object({
  CHECKIN_PORT: portSetting(4000),
  CHECKIN_MODE: modeSetting(),
  CHECKIN_DATA_DIR: dataDirSetting(),
  CHECKIN_REGISTRY_URL: z.url('must be an address').optional(),
  CHECKIN_REGISTRY_TOKEN: secretSetting().optional(),
  CHECKIN_PUBLISHER_KEY: z.string().optional(),
  DATABASE_URL: databaseSetting().optional(),
})

export interface CliSettings {
  /** Base address of the registry. */
  readonly registry: string
  /** Port of the site, for links to it. */
  readonly sitePort: number
  readonly demo: boolean
  /** Overrides the demo's tokens. */
  readonly token: string | undefined
  /** The module's private key, PEM, where it is not kept in `keysDir`. */
  readonly publisherKey: string | undefined
  readonly keysDir: string
  /** The registry's own database, for what no call may do. */
  readonly databaseUrl?: string | undefined
}

/** Where the command line finds the registry and what it may do there. */
export function cliSettings(env: Readonly<Record<string, string | undefined>> = process.env): CliSettings {
  const settings = readSettings(Environment, env)
  return {
    registry: settings.CHECKIN_REGISTRY_URL ?? `http://127.0.0.1:${settings.CHECKIN_PORT + 5}`,
    sitePort: settings.CHECKIN_PORT,
    demo: settings.CHECKIN_MODE === 'demo',
    token: settings.CHECKIN_REGISTRY_TOKEN,
    publisherKey: settings.CHECKIN_PUBLISHER_KEY,
    databaseUrl: settings.DATABASE_URL,
    keysDir: join(resolve(settings.CHECKIN_DATA_DIR), 'keys'),
  }
}
