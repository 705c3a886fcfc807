import type { Ticket } from '@checkin/api/ticket'
import type { AccountBody } from '@checkin/internal'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../tables.ts'
import { accountStates } from '../../../tenants/accounts/account-store.ts'
import { tenantAccounts, type AccountSource, type TenantAccounts } from '../../../tenants/accounts/tenant-accounts.ts'

/** The accounts of all tenants at both wallets; the environment has none (DEC-233, DEC-234). */
export interface WalletAccounts {
  readonly apple: TenantAccounts<AccountBody<'apple-wallet'>>
  readonly google: TenantAccounts<AccountBody<'google-wallet'>>
}

/** Makes them. */
export const createWalletAccounts = (source: AccountSource): WalletAccounts => ({
  apple: tenantAccounts<'apple-wallet', AccountBody<'apple-wallet'>>(source, { kind: 'apple-wallet', environment: null, open: (account) => account }),
  google: tenantAccounts<'google-wallet', AccountBody<'google-wallet'>>(source, { kind: 'google-wallet', environment: null, open: (account) => account }),
})

/** The wallets that a tenant has accounts for, as its tickets say. */
export async function walletsOf(transaction: Transaction<Tables>, tenantId: string): Promise<NonNullable<Ticket['wallets']>> {
  const states = await accountStates(transaction, tenantId)
  return (['apple', 'google'] as const).filter((wallet) => states.get(`${wallet}-wallet`) === 'own')
}
