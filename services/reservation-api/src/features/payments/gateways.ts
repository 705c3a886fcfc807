import type { Database } from '@checkin/server'
import { sql } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { AccountBody } from '../provider-accounts/account-kinds.ts'
import { tenantAccounts, type AccountSource, type TenantAccounts } from '../provider-accounts/tenant-accounts.ts'
import { createCardProvider } from './providers/card-provider.ts'
import type { CardClient, ProviderTimes } from './providers/provider-settings.ts'
import { gatewayKind, type Gateway, type ProviderSet } from './providers/provider-set.ts'
import { createWalletProvider } from './providers/wallet-provider.ts'

/** A gateway with the account that it speaks for. */
export interface OpenGateway {
  readonly gateway: Gateway
  /** What a browser needs for a card's hosted fields; null for a wallet. */
  readonly client: CardClient | null
}

/** An account at a gateway, and which revision of the tenant's it is; null is the environment's. */
export interface GatewayAccount extends OpenGateway {
  readonly revision: number | null
}

/** Which account takes whose money. */
export interface Gateways {
  /** The account at which a new payment begins; null where the tenant has none for this code. */
  readonly current: (tenantId: string, code: string) => Promise<GatewayAccount | null>
  /** The account that a payment began with. Throws when it cannot be opened. */
  readonly at: (payment: PaymentAccount) => Promise<Gateway>
  /** Accounts that may still have something to say: the current one first, then those that have payments, newest first. */
  readonly listening: (tenantId: string, code: string) => Promise<readonly GatewayAccount[]>
}

/** What of a payment names its account. */
export interface PaymentAccount {
  readonly tenant_id: string
  /** Code of the gateway. */
  readonly provider: string
  readonly account_revision: number | null
}

/** Name of an account for the breaker: a company's own one rests alone, the environment's is the same for all. */
export const breakerName = ({ tenant_id: tenantId, provider, account_revision: revision }: PaymentAccount): string =>
  (revision === null ? provider : `${tenantId} ${provider} ${revision}`)

/** The same name in a query over `payment_intent as intent`. */
export const breakerNameInSql = sql<string>`case when intent.account_revision is null then intent.provider
  else intent.tenant_id || ' ' || intent.provider || ' ' || intent.account_revision end`

export interface GatewaysOptions {
  readonly source: AccountSource
  readonly database: Database<Tables>
  /** The environment's gateways by their code. */
  readonly environment: ProviderSet
  readonly environmentClient: CardClient | null
  readonly times: ProviderTimes
}

export function createGateways({ source, database, environment, environmentClient, times }: GatewaysOptions): Gateways {
  const environmentOf = (code: 'card' | 'wallet'): OpenGateway | null => {
    const gateway = environment[code]
    return gateway ? { gateway, client: gateway.kind === 'card' ? environmentClient : null } : null
  }
  const accounts: Readonly<Record<Gateway['kind'], TenantAccounts<OpenGateway>>> = {
    card: tenantAccounts(source, {
      kind: 'card', environment: environmentOf('card'),
      open: (account) => ({ gateway: { kind: 'card', provider: createCardProvider({ account, times }) }, client: clientOf(account) }),
    }),
    wallet: tenantAccounts(source, {
      kind: 'wallet', environment: environmentOf('wallet'),
      open: (account) => ({ gateway: { kind: 'wallet', provider: createWalletProvider({ account, times }) }, client: null }),
    }),
  }
  const ofCode = (code: string): TenantAccounts<OpenGateway> | null => {
    const kind = gatewayKind(code)
    return kind && accounts[kind]
  }
  const current = async (tenantId: string, code: string): Promise<GatewayAccount | null> => {
    const account = await ofCode(code)?.current(tenantId)
    return account ? { revision: account.revision, ...account.opened } : null
  }
  return {
    current,
    at: async ({ tenant_id: tenantId, provider, account_revision: revision }) => {
      const known = ofCode(provider)
      if (!known) throw new Error(`There is no gateway ${provider}`)
      return (await known.at(tenantId, revision)).gateway
    },
    listening: async (tenantId, code) => {
      const known = ofCode(code)
      if (!known) return []
      // One account that cannot be opened any more does not silence the others; it was logged.
      const now = await current(tenantId, code).catch(() => null)
      const others = (await usedRevisions(database, tenantId, code)).filter((revision) => revision !== now?.revision && (revision !== null || known.hasEnvironment))
      const opened = await Promise.all(others.map(async (revision) => known.at(tenantId, revision).then((account) => [{ revision, ...account }], () => [])))
      return [...now ? [now] : [], ...opened.flat()]
    },
  }
}

const clientOf = ({ scriptUrl, publicKey, origins }: AccountBody<'card'>): CardClient => ({ script: scriptUrl, key: publicKey, origins })

/** Revisions that payments of a gateway began with, newest first; null, the environment's, last. */
const usedRevisions = (database: Database<Tables>, tenantId: string, code: string): Promise<readonly (number | null)[]> =>
  database.withTenant(tenantId, async (transaction) => {
    const own = await transaction.selectFrom('provider_account as account').select('account.revision')
      .where('account.tenant_id', '=', tenantId).where('account.kind', '=', code as Gateway['kind'])
      .where((eb) => eb.exists(eb.selectFrom('payment_intent as intent').select('intent.id').where('intent.tenant_id', '=', tenantId).where('intent.provider', '=', code)
        .whereRef('intent.account_revision', '=', 'account.revision')))
      .orderBy('account.revision', 'desc').execute()
    const isEnvironmentUsed = await transaction.selectFrom('payment_intent').select('id').where('tenant_id', '=', tenantId).where('provider', '=', code)
      .where('account_revision', 'is', null).limit(1).executeTakeFirst() !== undefined
    return [...own.map(({ revision }) => revision), ...isEnvironmentUsed ? [null] : []]
  })
