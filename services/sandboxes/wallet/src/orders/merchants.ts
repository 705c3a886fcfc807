import type { Merchant, WalletSandboxSettings } from '../settings.ts'
import { createWallet, type Wallet, type WalletOptions } from './wallet.ts'

/** A merchant with its own orders. */
export interface MerchantWallet {
  readonly merchant: Merchant
  readonly wallet: Wallet
}

/** Every merchant of the wallet, the first one first. */
export interface Merchants {
  readonly all: readonly MerchantWallet[]
  /** Orders of before there were several merchants are the first one's. */
  readonly named: (clientId: string | null | undefined) => MerchantWallet
}

/** Opens the books of every merchant of the settings over one memory. */
export function createMerchants(settings: WalletSandboxSettings, options: Omit<WalletOptions, 'merchant' | 'owns'>): Merchants {
  const { clientId: first } = settings
  const all = [settings, ...settings.merchants ?? []].map((merchant): MerchantWallet => ({
    merchant, wallet: createWallet({ ...options, merchant: merchant.clientId, owns: (order) => (order.merchant ?? first) === merchant.clientId }),
  }))
  return { all, named: (clientId) => all.find(({ merchant }) => merchant.clientId === clientId) ?? all[0] as MerchantWallet }
}
