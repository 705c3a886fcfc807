import { resolve } from 'node:path'
import { dataDirSetting, modeSetting, portSetting, readSettings, SettingsError } from '@checkin/server'
import * as z from 'zod'

/** What every provider sandbox is told. */
export interface SandboxSettings {
  /** The provider's own memory; `:memory:` in tests. */
  readonly file: string
  /** Where browsers reach this provider. */
  readonly origin: string
  /** Factor of the waiting times between repetitions of a callback. */
  readonly delayScale: number
}

/** Origins, separated by commas. */
export const originsSetting = () => z.string().transform((text) => text.split(',').map((part) => part.trim()).filter(Boolean))

const Environment = z.object({
  CHECKIN_MODE: modeSetting(), CHECKIN_PORT: portSetting(4000), CHECKIN_DATA_DIR: dataDirSetting(),
  CHECKIN_SANDBOX_DELAY_SCALE: z.coerce.number().min(0).max(1).default(1),
})

/** Each setting of a sandbox with its environment variable. */
type Variables = Readonly<Record<string, readonly [name: string, schema: z.ZodType]>>

export interface SandboxEnvironment<Own extends Variables> {
  readonly env: Readonly<Record<string, string | undefined>> | undefined
  /** First label of its host name. */
  readonly host: string
  /** Below the data directory. */
  readonly file: string
  /** Why it is for the demo only. */
  readonly reason: string
  readonly own: Own
}

/** Settings from the environment, by default of the process. Throws SettingsError outside the demo. */
export function readSandboxSettings<const Own extends Variables>({ env, host, file, reason, own }: SandboxEnvironment<Own>) {
  const { CHECKIN_MODE: mode, CHECKIN_PORT: port, CHECKIN_DATA_DIR: folder, CHECKIN_SANDBOX_DELAY_SCALE: delayScale } = readSettings(Environment, env)
  // The mode is refused as a whole below; how strong a sandbox's secrets are matters to nobody.
  const read = readSettings(z.object(Object.fromEntries(Object.values(own))), { ...env ?? process.env, CHECKIN_MODE: 'demo' })
  if (mode !== 'demo') throw new SettingsError(new Map([['CHECKIN_MODE', `must be demo: ${reason}`]]))
  const named = Object.fromEntries(Object.entries(own).map(([name, [variable]]) => [name, read[variable]])) as { readonly [Name in keyof Own]: z.output<Own[Name][1]> }
  return { file: resolve(folder, file), origin: `http://${host}.localhost:${port + 2}`, delayScale, port, ...named }
}
