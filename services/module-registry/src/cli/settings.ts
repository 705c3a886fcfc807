import { join, resolve } from 'node:path'
import { databaseSetting, dataDirSetting, modeSetting, portSetting, readSettings, secretSetting } from '@checkin/server/settings'
import * as z from 'zod'
import { privateKeySetting } from '../private-key-setting.ts'

const Environment = z.object({
  CHECKIN_PORT: portSetting(4000),
  CHECKIN_MODE: modeSetting(),
  CHECKIN_DATA_DIR: dataDirSetting(),
  CHECKIN_REGISTRY_URL: z.url('must be an address').optional(),
  CHECKIN_REGISTRY_TOKEN: secretSetting().optional(),
  CHECKIN_PUBLISHER_KEY: privateKeySetting.optional(),
  CHECKIN_RUNNER_KEY: privateKeySetting.optional(),
  DATABASE_URL: databaseSetting().optional(),
})

export type CliSettings = Readonly<ReturnType<typeof cliSettings>>

/** Where the command line finds the registry and what it may do there. */
export function cliSettings(env: Readonly<Record<string, string | undefined>> = process.env) {
  const settings = readSettings(Environment, env)
  return {
    /** Base address of the registry. */
    registry: settings.CHECKIN_REGISTRY_URL ?? `http://127.0.0.1:${settings.CHECKIN_PORT + 5}`,
    /** Port of the site, for links to it. */
    sitePort: settings.CHECKIN_PORT,
    demo: settings.CHECKIN_MODE === 'demo',
    /** Overrides the demo's tokens. */
    token: settings.CHECKIN_REGISTRY_TOKEN,
    /** The module's private key, PEM, where it is not kept in `keysDir`. */
    publisherKey: settings.CHECKIN_PUBLISHER_KEY,
    /** The private key of a runner of tests, PEM, which signs their results. */
    runnerKey: settings.CHECKIN_RUNNER_KEY,
    /** The registry's own database, for what no call may do. */
    databaseUrl: settings.DATABASE_URL,
    keysDir: join(resolve(settings.CHECKIN_DATA_DIR), 'keys'),
  }
}
