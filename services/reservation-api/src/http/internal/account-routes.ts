import { accountKinds, internalContract, type AccountAnswer, type AccountKind } from '@checkin/internal'
import { ServiceError, type Database } from '@checkin/server'
import { invalidRequest } from '../refusals.ts'
import { tenantById } from '../../tenants/tenant-store.ts'
import type { Tables } from '../../tables.ts'
import { clearAddresses, type AnyAccount } from '../../tenants/accounts/account-kinds.ts'
import type { TryAccount } from '../../operators/account-trial.ts'
import { unusableParts } from '../../tenants/accounts/unusable-parts.ts'
import type { AccountSeal } from '../../tenants/accounts/account-seal.ts'
import { latestAccount, putAccount, type AccountRow } from '../../tenants/accounts/account-store.ts'
import type { ServeOperators } from './operator-calls.ts'

/** What the calls about accounts work with. */
export interface AccountRoutesOptions {
  readonly database: Database<Tables>
  readonly seal: AccountSeal
  /** Providers may be spoken to in clear. */
  readonly demo: boolean
  /** Kinds for which a tenant without its own account has the environment's. */
  readonly fromEnvironment: readonly AccountKind[]
  /** Asks a provider with an account that is not stored. */
  readonly tryAccount: TryAccount
  /** An account was changed: what is known of tenants is old. */
  readonly changed: () => void
}

/**
 * A company's own accounts. What is secret is sealed at once and never answered again; removing one switches that way off, also where the
 * environment has an account.
 */
export function accountRoutes(serve: ServeOperators, { database, seal, demo, fromEnvironment, tryAccount, changed }: AccountRoutesOptions): void {
  const named = async ({ id, kind }: { readonly id: string; readonly kind: string }): Promise<{ tenantId: string; kind: AccountKind }> => {
    const known = accountKinds.find((each) => each === kind)
    const tenant = known && await tenantById(database.kysely, id)
    if (!known || !tenant) throw new ServiceError(404, 'NotFound', 'There is no such tenant or account')
    return { tenantId: tenant.id, kind: known }
  }
  const answerOf = (kind: AccountKind, row: AccountRow | null): AccountAnswer => (row === null
    ? { kind, state: fromEnvironment.includes(kind) ? 'environment' : 'none', revision: 0, changedAt: null, changedBy: null, account: null }
    : { kind, state: row.sealed ? 'own' : 'off', revision: row.revision, changedAt: row.changed_at.toISOString(), changedBy: row.actor, account: row.sealed ? row.public_parts : null })
  const put = async (params: { readonly id: string; readonly kind: string }, account: AnyAccount | null, actor: string) => {
    const { tenantId, kind } = await named(params)
    const row = await database.withTenant(tenantId, (transaction) => putAccount(transaction, seal, { tenantId, kind, account, actor }))
    changed()
    return answerOf(kind, row)
  }
  /** Throws 400 InvalidRequest for an address in clear outside the demo, and for a key that is none. */
  const requireUsable = (body: AnyAccount): void => {
    const clear = demo ? [] : clearAddresses(body)
    if (clear.length > 0) throw invalidRequest(clear.map((part) => ({ code: 'https_required', path: [part] })))
    const unusable = unusableParts(body)
    if (unusable.length > 0) throw invalidRequest(unusable.map((part) => ({ code: 'unusable_key', path: [part] })))
  }
  const putOf = (kind: AccountKind) => ({ actor, params: { id }, body }: { readonly actor: string; readonly params: { readonly id: string }; readonly body: AnyAccount }) => {
    requireUsable(body)
    return put({ id, kind }, body, actor)
  }

  serve(internalContract.getAccount, async ({ params }) => {
    const { tenantId, kind } = await named(params)
    return answerOf(kind, await database.withTenant(tenantId, (transaction) => latestAccount(transaction, tenantId, kind)))
  })
  serve(internalContract.putCardAccount, putOf('card'))
  serve(internalContract.putWalletAccount, putOf('wallet'))
  serve(internalContract.putSignAccount, putOf('sign'))
  serve(internalContract.putMailAccount, putOf('mail'))
  serve(internalContract.putEventsAccount, putOf('events'))
  serve(internalContract.putSmsAccount, putOf('sms'))
  serve(internalContract.putAppleWalletAccount, putOf('apple-wallet'))
  serve(internalContract.putGoogleWalletAccount, putOf('google-wallet'))
  serve(internalContract.tryAccount, ({ body }) => {
    requireUsable(body.account)
    return tryAccount(body)
  })
  serve(internalContract.putTriedAccount, async ({ actor, params: { id }, body }) => {
    requireUsable(body.account)
    await named({ id, kind: body.kind })
    const { works, problem } = await tryAccount(body)
    if (!works) throw new ServiceError(422, 'AccountFails', `The provider does not take this account (${problem ?? 'no answer'})`)
    return put({ id, kind: body.kind }, body.account, actor)
  })
  serve(internalContract.removeAccount, ({ actor, params }) => put(params, null, actor))
}
