import type { Database } from '@checkin/server'
import type { AccountKind } from '@checkin/internal'
import type { Tenant } from '../tenant-store.ts'
import { accountStates } from './account-store.ts'
import { accountCode } from './gateway-codes.ts'
import type { Tables } from '../tables.ts'

/** Where it is read what a tenant has accounts for. */
export interface OfferedPaymentMethodsOptions {
  readonly database: Database<Tables>
  /** Kinds for which a tenant without its own account has the environment's. */
  readonly fromEnvironment: readonly AccountKind[]
}

/**
 * A tenant as its renters meet it: without the ways to pay that it has no account for, and without pre-checkout where nobody could sign. What
 * operators set stays as they set it and counts again with the account.
 */
export const offeredPaymentMethods = ({ database, fromEnvironment }: OfferedPaymentMethodsOptions) => async (tenant: Tenant): Promise<Tenant> => {
  const states = await database.withTenant(tenant.id, (transaction) => accountStates(transaction, tenant.id))
  const has = (kind: AccountKind): boolean => (states.get(kind) ?? (fromEnvironment.includes(kind) ? 'own' : 'off')) === 'own'
  const { gateways, modules } = tenant.settings
  return {
    ...tenant,
    settings: {
      ...tenant.settings,
      gateways: gateways.filter((gateway) => {
        const code = accountCode(gateway.code)
        return (code === 'card' || code === 'wallet') && has(code)
      }),
      modules: has('sign') ? modules : modules.map((module) => (module.viewTag === 'precheckoutview' ? { ...module, isEnabled: false } : module)),
    },
  }
}
