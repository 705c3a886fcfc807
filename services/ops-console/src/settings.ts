import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { modeSetting, portSetting, readSettings, secretSetting } from '@checkin/server'

const Environment = z.object({
  CHECKIN_PORT: portSetting(4000),
  CHECKIN_MODE: modeSetting(),
  CHECKIN_OPS_HOST: z.string().min(1).default('127.0.0.1'),
  CHECKIN_OPS_NAMES: z.string().min(1).default('ops.localhost'),
  CHECKIN_OPS_SECRET: secretSetting(),
  CHECKIN_ADMIN_TOKEN: z.string().min(1),
})

export interface ConsoleSettings {
  /** Base port: the console is one above, its metrics seven. */
  readonly port: number
  /** Address that the console listens on; loopback unless told. */
  readonly listenOn: string
  /** Host names that the console answers to; another name is refused, so that no page can reach it by rebinding a name. */
  readonly names: readonly string[]
  /** Seals the sessions of operators. */
  readonly secret: string
  /** Opens the reservation API's calls for operators. */
  readonly adminToken: string
  /** False behind TLS: cookies are then for https only. */
  readonly demo: boolean
  /** Folder of the built pages. */
  readonly pages: string
}

/** Settings from the environment; throws with the variable's name when one is not valid. */
export function consoleSettings(env: Readonly<Record<string, string | undefined>> = process.env): ConsoleSettings {
  const read = readSettings(Environment, env)
  return {
    port: read.CHECKIN_PORT, listenOn: read.CHECKIN_OPS_HOST, names: read.CHECKIN_OPS_NAMES.split(',').map((name) => name.trim().toLowerCase()),
    secret: read.CHECKIN_OPS_SECRET, adminToken: read.CHECKIN_ADMIN_TOKEN, demo: read.CHECKIN_MODE === 'demo',
    pages: resolve(fileURLToPath(new URL('../dist', import.meta.url))),
  }
}
