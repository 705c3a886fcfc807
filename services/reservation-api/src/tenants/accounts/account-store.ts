import type { Kysely, Selectable, Transaction } from 'kysely'
import type { AccountKind } from '@checkin/internal'
import type { Tables } from '../tables.ts'
import { differingParts, publicParts, type AnyAccount } from './account-kinds.ts'
import type { AccountSeal } from './account-seal.ts'

type Tx = Transaction<Tables>
/** A stored revision, still sealed. */
export type AccountRow = Selectable<Tables['provider_account']>

/** The revision that counts now; null where the tenant never had an account of this kind. */
export const latestAccount = async (transaction: Tx, tenantId: string, kind: AccountKind): Promise<AccountRow | null> =>
  await transaction.selectFrom('provider_account').selectAll().where('tenant_id', '=', tenantId).where('kind', '=', kind)
    .orderBy('revision', 'desc').limit(1).executeTakeFirst() ?? null

/** One revision; null where there is none. */
export const accountAt = async (transaction: Tx, tenantId: string, kind: AccountKind, revision: number): Promise<AccountRow | null> =>
  await transaction.selectFrom('provider_account').selectAll().where('tenant_id', '=', tenantId).where('kind', '=', kind).where('revision', '=', revision)
    .executeTakeFirst() ?? null

/** For each kind that a tenant ever had: whether its newest revision is an account, or switches it off. */
export async function accountStates(transaction: Tx, tenantId: string): Promise<ReadonlyMap<AccountKind, 'own' | 'off'>> {
  const rows = await transaction.selectFrom('provider_account').distinctOn('kind').select(['kind', 'key_id']).where('tenant_id', '=', tenantId)
    .orderBy('kind').orderBy('revision', 'desc').execute()
  return new Map(rows.map(({ kind, key_id: keyId }) => [kind, keyId === null ? 'off' : 'own']))
}

/** What an operator wants of an account. */
export interface AccountChange {
  readonly tenantId: string
  readonly kind: AccountKind
  /** Null switches it off. */
  readonly account: AnyAccount | null
  readonly actor: string
}

/** Name under which the demo sets accounts at every start; what an operator changed it leaves alone. */
const demoActor = 'demo'

/** Writes the next revision and who did; the same account again is the same revision. */
export async function putAccount(
  transaction: Transaction<Tables>, seal: AccountSeal, { tenantId, kind, account, actor }: AccountChange,
): Promise<AccountRow> {
  // Two operators at once come after each other.
  await transaction.selectFrom('tenant').where('id', '=', tenantId).select('id').forUpdate().execute()
  const before = await latestAccount(transaction, tenantId, kind)
  if (before && actor === demoActor && before.actor !== demoActor) return before
  const former = openRow(seal, before)
  const isSame = account === null ? before?.sealed === null : former !== null && JSON.stringify(former) === JSON.stringify(account)
  // With another key it is sealed again, as the next revision: a stored one never changes (DEC-307).
  if (before && isSame && (account === null || before.key_id === seal.keyId)) return before
  const revision = (before?.revision ?? 0) + 1
  const sealed = account && seal.seal({ tenantId, kind, revision }, account)
  await transaction.insertInto('provider_account_change').values({
    tenant_id: tenantId, kind, revision, actor, fields: JSON.stringify(account ? differingParts(former, account) : ['off']),
  }).execute()
  return transaction.insertInto('provider_account').values({
    tenant_id: tenantId, kind, revision, sealed: sealed?.sealed ?? null, key_id: sealed?.keyId ?? null, actor,
    public_parts: JSON.stringify(account ? publicParts(kind, account) : {}),
  }).returningAll().executeTakeFirstOrThrow()
}

/** What a row holds; null for one that switches off, and for one that cannot be opened any more: it is then replaced by whatever comes. */
function openRow(seal: AccountSeal, row: AccountRow | null): AnyAccount | null {
  if (!row?.sealed || row.key_id === null) return null
  try {
    return seal.open({ tenantId: row.tenant_id, kind: row.kind, revision: row.revision }, { sealed: row.sealed, keyId: row.key_id })
  } catch {
    return null
  }
}

/** The newest changes of accounts of all tenants, newest first, in the form of changes of settings. */
export async function latestAccountChanges(database: Pick<Kysely<Tables>, 'selectFrom'>, limit: number) {
  const rows = await database.selectFrom('provider_account_change as change').innerJoin('tenant', 'tenant.id', 'change.tenant_id')
    .select(['tenant.host', 'change.kind', 'change.revision', 'change.changed_at', 'change.actor', 'change.fields']).orderBy('change.changed_at', 'desc').limit(limit).execute()
  return rows.map(({ host, kind, revision, changed_at: at, actor, fields }) =>
    ({ host, revision, at: at.toISOString(), actor, fields: fields.map((field) => `accounts.${kind}.${field}`) }))
}
