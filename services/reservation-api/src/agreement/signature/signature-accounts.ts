import type { Database } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { tenantAccounts, type Account, type AccountSource } from '../../tenants/accounts/tenant-accounts.ts'
import { httpSignatureProvider } from './http-signature-provider.ts'
import type { SignatureProvider } from './signature-provider.ts'

/** Who has whose agreements signed. */
export interface SignatureAccounts {
  /** The account that new agreements are put before their renters with; null where the tenant has none. */
  readonly current: (tenantId: string, transaction?: Transaction<Tables>) => Promise<Account<SignatureProvider> | null>
  /** The account that an agreement began with; one that cannot be opened answers `unavailable`. */
  readonly at: (agreement: AgreementAccount) => Promise<SignatureProvider>
  /** Accounts that may still report: the current one first, then those that have agreements. */
  readonly listening: (tenantId: string) => Promise<readonly Account<SignatureProvider>[]>
}

/** What of an agreement names its account. */
export interface AgreementAccount {
  readonly tenant_id: string
  readonly sign_account_revision: number | null
}

/** What accounts for signatures are made of. */
export interface SignatureAccountsOptions {
  readonly source: AccountSource
  readonly database: Database<Tables>
  /** The environment's account; null where it is not set. */
  readonly environment: SignatureProvider | null
  /** Most milliseconds that a provider may take. */
  readonly timeoutMs: number
}

/** Nothing is lost: the same question is asked again later. */
const away: SignatureProvider = {
  ask: () => Promise.resolve({ kind: 'unavailable' }), status: () => Promise.resolve({ kind: 'unavailable' }), withdraw: () => Promise.resolve({ kind: 'unavailable' }), readCallback: () => null,
}

/** The accounts of all tenants at the signature provider. */
export function createSignatureAccounts({ source, database, environment, timeoutMs }: SignatureAccountsOptions): SignatureAccounts {
  const accounts = tenantAccounts<'sign', SignatureProvider>(source, { kind: 'sign', environment, open: (account) => httpSignatureProvider({ ...account, timeoutMs }) })
  return {
    current: accounts.current,
    at: ({ tenant_id: tenantId, sign_account_revision: revision }) => accounts.at(tenantId, revision).catch(() => away),
    listening: async (tenantId) => {
      const now = await accounts.current(tenantId).catch(() => null)
      const others = (await usedRevisions(database, tenantId)).filter((revision) => revision !== now?.revision && (revision !== null || accounts.hasEnvironment))
      const opened = await Promise.all(others.map(async (revision) => accounts.at(tenantId, revision).then((provider) => [{ revision, opened: provider }], () => [])))
      return [...now ? [now] : [], ...opened.flat()]
    },
  }
}

/** Revisions that agreements began with, newest first; null, the environment's, last. */
const usedRevisions = (database: Database<Tables>, tenantId: string): Promise<readonly (number | null)[]> =>
  database.withTenant(tenantId, async (transaction) => {
    const own = await transaction.selectFrom('provider_account as account').select('account.revision').where('account.tenant_id', '=', tenantId).where('account.kind', '=', 'sign')
      .where((eb) => eb.exists(eb.selectFrom('rental_agreement as agreement').select('agreement.id').where('agreement.tenant_id', '=', tenantId)
        .whereRef('agreement.sign_account_revision', '=', 'account.revision'))).orderBy('account.revision', 'desc').execute()
    const isEnvironmentUsed = await transaction.selectFrom('rental_agreement').select('id').where('tenant_id', '=', tenantId)
      .where('sign_account_revision', 'is', null).limit(1).executeTakeFirst() !== undefined
    return [...own.map(({ revision }) => revision), ...isEnvironmentUsed ? [null] : []]
  })
