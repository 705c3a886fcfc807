import { jsonSetting, secretSetting } from '@checkin/server'
import { readSandboxSettings, type SandboxSettings } from '@checkin/sandbox-kit'
import * as z from 'zod'

/** A shop's account at the wallet. Each has orders of its own. */
export const Account = z.object({ clientId: z.string().min(1), clientSecret: secretSetting(), webhookSecret: secretSetting() })
export type Account = z.infer<typeof Account>

/** The first merchant's account stands in the settings themselves. */
export interface WalletSandboxSettings extends SandboxSettings, Account {
  /** Merchants beside the first. */
  readonly merchants?: readonly Account[]
}

/** Settings from the environment. Throws outside the demo: everybody pays with money that does not exist. */
export const walletSandboxSettings = (env?: Readonly<Record<string, string | undefined>>): WalletSandboxSettings => readSandboxSettings({
  env, host: 'wallet', file: 'sandbox-wallet/ledger.sqlite', reason: 'this wallet pays with money that does not exist',
  own: {
    clientId: ['CHECKIN_WALLET_CLIENT_ID', z.string().min(1)], clientSecret: ['CHECKIN_WALLET_CLIENT_SECRET', secretSetting()],
    webhookSecret: ['CHECKIN_WALLET_WEBHOOK_SECRET', secretSetting()], merchants: ['CHECKIN_SANDBOX_WALLET_MERCHANTS', jsonSetting(z.array(Account)).default([])],
  },
})
