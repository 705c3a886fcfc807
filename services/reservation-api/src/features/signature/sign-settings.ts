import { readSettings, secretSetting, SettingsError } from '@checkin/server'
import * as z from 'zod'

const Environment = z.object({
  CHECKIN_PORT: z.coerce.number().int().default(4000),
  /** Base address of the signature provider. */
  CHECKIN_SIGN_URL: z.url('must be an address').optional(),
  CHECKIN_SIGN_API_KEY: secretSetting().optional(),
  /** Proves callbacks of the provider. */
  CHECKIN_SIGN_SECRET: secretSetting().optional(),
})

export interface SignSettings {
  readonly url: string
  readonly apiKey: string
  readonly secret: string
  /** Most milliseconds that the provider may take. */
  readonly timeoutMs: number
}

/** Most milliseconds that a signature provider may take. */
export const signTimeoutMs = 5000

/** The environment's account for signatures, whole or null; throws SettingsError with the names of the variables that cannot be used. */
export function signSettings(env: Readonly<Record<string, string | undefined>> = process.env): SignSettings | null {
  const { CHECKIN_PORT: port, CHECKIN_SIGN_URL: url, CHECKIN_SIGN_API_KEY: apiKey, CHECKIN_SIGN_SECRET: secret } = readSettings(Environment, env)
  if (apiKey !== undefined && secret !== undefined) return { url: url ?? `http://sign.localhost:${port + 2}`, apiKey, secret, timeoutMs: signTimeoutMs }
  if (url === undefined && apiKey === undefined && secret === undefined) return null
  const missing = Object.entries({ CHECKIN_SIGN_API_KEY: apiKey, CHECKIN_SIGN_SECRET: secret }).filter(([, value]) => value === undefined)
  throw new SettingsError(new Map(missing.map(([name]) => [name, 'is not set, though others of this provider are'])))
}
