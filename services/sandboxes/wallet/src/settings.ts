import { resolve } from 'node:path'
import * as z from 'zod'
import { jsonSetting, modeSetting, portSetting, readSettings, secretSetting, SettingsError } from '@checkin/server'

/** A shop's account at the wallet. Each has books of its own. */
export const Merchant = z.object({ clientId: z.string().min(1), clientSecret: secretSetting(), webhookSecret: secretSetting() })
export type Merchant = z.infer<typeof Merchant>

const Environment = z.object({
  CHECKIN_MODE: modeSetting(),
  CHECKIN_PORT: portSetting(4000),
  CHECKIN_DATA_DIR: z.string().default('.data'),
  CHECKIN_WALLET_CLIENT_ID: z.string().min(1),
  CHECKIN_WALLET_CLIENT_SECRET: secretSetting(),
  CHECKIN_WALLET_WEBHOOK_SECRET: secretSetting(),
  CHECKIN_SANDBOX_WALLET_MERCHANTS: jsonSetting(z.array(Merchant)).default([]),
  CHECKIN_SANDBOX_DELAY_SCALE: z.coerce.number().min(0).max(1).default(1),
})

/** The first merchant's account stands in the settings themselves. */
export interface WalletSandboxSettings extends Merchant {
  /** The wallet's own memory; `:memory:` in tests. */
  readonly file: string
  /** Where browsers reach this provider. */
  readonly origin: string
  /** Merchants beside the first. */
  readonly merchants?: readonly Merchant[]
  /** Factor of the webhooks' waiting times. */
  readonly delayScale: number
}

/** Settings from the environment. Throws outside the demo: everybody pays with money that does not exist. */
export function walletSandboxSettings(env: Readonly<Record<string, string | undefined>> = process.env): WalletSandboxSettings {
  const read = readSettings(Environment, env)
  if (read.CHECKIN_MODE !== 'demo') throw new SettingsError(new Map([['CHECKIN_MODE', 'must be demo: this wallet pays with money that does not exist']]))
  return {
    file: resolve(read.CHECKIN_DATA_DIR, 'sandbox-wallet', 'ledger.sqlite'), origin: `http://wallet.localhost:${read.CHECKIN_PORT + 2}`,
    clientId: read.CHECKIN_WALLET_CLIENT_ID, clientSecret: read.CHECKIN_WALLET_CLIENT_SECRET, webhookSecret: read.CHECKIN_WALLET_WEBHOOK_SECRET,
    merchants: read.CHECKIN_SANDBOX_WALLET_MERCHANTS, delayScale: read.CHECKIN_SANDBOX_DELAY_SCALE,
  }
}
