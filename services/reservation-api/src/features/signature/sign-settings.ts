import { readSettings, secretSetting } from '@checkin/server'
import * as z from 'zod'

const Environment = z.object({
  CHECKIN_PORT: z.coerce.number().int().default(4000),
  /** Base address of the signature provider. */
  CHECKIN_SIGN_URL: z.url('must be an address').optional(),
  CHECKIN_SIGN_API_KEY: secretSetting(),
  /** Proves callbacks of the provider. */
  CHECKIN_SIGN_SECRET: secretSetting(),
})

export interface SignSettings {
  readonly url: string
  readonly apiKey: string
  readonly secret: string
  /** Most milliseconds that the provider may take. */
  readonly timeoutMs: number
}

/** Settings of signatures; throws SettingsError with the names of the variables that cannot be used. */
export function signSettings(env: Readonly<Record<string, string | undefined>> = process.env): SignSettings {
  const read = readSettings(Environment, env)
  return {
    url: read.CHECKIN_SIGN_URL ?? `http://sign.localhost:${read.CHECKIN_PORT + 2}`, apiKey: read.CHECKIN_SIGN_API_KEY, secret: read.CHECKIN_SIGN_SECRET,
    timeoutMs: 5000,
  }
}
