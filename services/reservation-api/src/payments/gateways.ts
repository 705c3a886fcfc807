import type { Database } from '@checkin/server'
import { sql } from 'kysely'
import type { AccountBody } from '@checkin/internal'
import type { Tables } from './tables.ts'
import { tenantAccounts, type AccountSource, type TenantAccounts } from '../tenants/accounts/tenant-accounts.ts'
import { openStates } from './payment-state.ts'
import { createCardProvider } from './providers/card-provider.ts'
import type { CardClient, ProviderTimes } from './providers/provider-settings.ts'
import { gatewayKind, type Gateway, type ProviderSet } from './providers/provider.ts'
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
  /** What browsers may need for cards of accounts with which payments are open, the current one's first. */
  readonly clients: (tenantId: string) => Promise<readonly CardClient[]>
  /** Accounts whose callbacks are accepted: the current one first, then those that have payments, newest first. */
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

/** What accounts at gateways are made of. */
export interface GatewaysOptions {
  readonly source: AccountSource
  readonly database: Database<Tables>
  /** The environment's gateways by their code. */
  readonly environment: ProviderSet
  readonly environmentClient: CardClient | null
  readonly times: ProviderTimes
}

/** The accounts of all tenants at the card provider and the wallet. */
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
  const open = async (tenantId: string, code: 'card' | 'wallet', revisions: readonly (number | null)[]): Promise<readonly GatewayAccount[]> => {
    const possible = revisions.filter((revision) => revision !== null || accounts[code].hasEnvironment)
    // One account that cannot be opened any more does not silence the others; it was logged.
    return (await Promise.all(possible.map(async (revision) => accounts[code].at(tenantId, revision).then((account) => [{ revision, ...account }], () => [])))).flat()
  }
  return {
    current,
    clients: async (tenantId) => {
      const now = await current(tenantId, 'card')
      const others = await open(tenantId, 'card', (await openRevisions(database, tenantId)).filter((revision) => revision !== now?.revision))
      return [...now ? [now] : [], ...others].flatMap(({ client }) => (client ? [client] : []))
    },
    at: async ({ tenant_id: tenantId, provider, account_revision: revision }) => {
      const known = ofCode(provider)
      if (!known) throw new Error(`There is no gateway ${provider}`)
      return (await known.at(tenantId, revision)).gateway
    },
    listening: async (tenantId, code) => {
      const kind = gatewayKind(code)
      if (!kind) return []
      const now = await current(tenantId, code).catch(() => null)
      const used = await usedRevisions(database, tenantId, kind)
      return [...now ? [now] : [], ...await open(tenantId, kind, used.filter((revision) => revision !== now?.revision))]
    },
  }
}

const clientOf = ({ scriptUrl, publicKey, origins }: AccountBody<'card'>): CardClient => ({ script: scriptUrl, key: publicKey, origins })

/** Revisions that payments of a gateway began with, newest first; null, the environment's, last. */
const usedRevisions = (database: Database<Tables>, tenantId: string, code: Gateway['kind']): Promise<readonly (number | null)[]> =>
  database.withTenant(tenantId, async (transaction) => {
    const own = await transaction.selectFrom('provider_account as account').select('account.revision')
      .where('account.tenant_id', '=', tenantId).where('account.kind', '=', code)
      .where((eb) => eb.exists(eb.selectFrom('payment_intent as intent').select('intent.id').where('intent.tenant_id', '=', tenantId).where('intent.provider', '=', code)
        .whereRef('intent.account_revision', '=', 'account.revision')))
      .orderBy('account.revision', 'desc').execute()
    const isEnvironmentUsed = await transaction.selectFrom('payment_intent').select('id').where('tenant_id', '=', tenantId).where('provider', '=', code)
      .where('account_revision', 'is', null).limit(1).executeTakeFirst() !== undefined
    return [...own.map(({ revision }) => revision), ...isEnvironmentUsed ? [null] : []]
  })

/** Revisions that card payments began with which are not over: their renters may be at the bank's page. */
const openRevisions = (database: Database<Tables>, tenantId: string): Promise<readonly (number | null)[]> =>
  database.readTenant(tenantId, async (reader) => (await reader.selectFrom('payment_intent').select('account_revision').distinct()
    .where('tenant_id', '=', tenantId).where('provider', '=', 'card').where('state', 'in', openStates).execute()).map(({ account_revision: revision }) => revision))
