import { resolve } from 'node:path'
import { jsonSetting, modeSetting, portSetting, readSettings, secretSetting, SettingsError } from '@checkin/server'
import * as z from 'zod'

/** A shop's account at this provider. Each has agreements of its own. */
export const Merchant = z.object({ apiKey: secretSetting(), /** Signs callbacks. */ secret: secretSetting() })
export type Merchant = z.infer<typeof Merchant>

const Environment = z.object({
  CHECKIN_MODE: modeSetting(),
  CHECKIN_PORT: portSetting(4000),
  CHECKIN_DATA_DIR: z.string().default('.data'),
  CHECKIN_SIGN_API_KEY: secretSetting(),
  CHECKIN_SIGN_SECRET: secretSetting(),
  CHECKIN_SANDBOX_SIGN_MERCHANTS: jsonSetting(z.array(Merchant)).default([]),
  CHECKIN_SANDBOX_SHOPS: z.string().transform((text) => text.split(',').map((part) => part.trim()).filter(Boolean)),
  CHECKIN_SANDBOX_DELAY_SCALE: z.coerce.number().min(0).max(1).default(1),
})

/** The first merchant's account stands in the settings themselves. */
export interface SignatureSandboxSettings extends Merchant {
  /** The provider's own memory; `:memory:` in tests. */
  readonly file: string
  /** Where browsers reach this provider. */
  readonly origin: string
  /** Merchants beside the first. */
  readonly merchants?: readonly Merchant[]
  /** Origins that renters may be sent back to. */
  readonly shops: readonly string[]
  /** Factor of the callbacks' waiting times. */
  readonly delayScale: number
}

/** Settings from the environment. Throws outside the demo: nobody checks here who signs. */
export function signatureSandboxSettings(env: Readonly<Record<string, string | undefined>> = process.env): SignatureSandboxSettings {
  const read = readSettings(Environment, env)
  if (read.CHECKIN_MODE !== 'demo') throw new SettingsError(new Map([['CHECKIN_MODE', 'must be demo: nobody checks here who signs']]))
  return {
    file: resolve(read.CHECKIN_DATA_DIR, 'sandbox-signature', 'agreements.sqlite'), origin: `http://sign.localhost:${read.CHECKIN_PORT + 2}`,
    apiKey: read.CHECKIN_SIGN_API_KEY, secret: read.CHECKIN_SIGN_SECRET, merchants: read.CHECKIN_SANDBOX_SIGN_MERCHANTS, shops: read.CHECKIN_SANDBOX_SHOPS, delayScale: read.CHECKIN_SANDBOX_DELAY_SCALE,
  }
}
