import type { Generated, JSONColumnType } from 'kysely'
import type { AccountKind } from './account-kinds.ts'

/** The tables of this feature. */
export interface AccountTables {
  /** Append-only but for its seal; `tenant_id` comes first in every key. */
  provider_account: {
    tenant_id: string
    kind: AccountKind
    revision: number
    /** Null where this way is switched off from this revision on. */
    sealed: Buffer | null
    key_id: string | null
    public_parts: JSONColumnType<Readonly<Record<string, unknown>>>
    changed_at: Generated<Date>
    actor: string
  }
  /** Append-only, without row-level security: read over all tenants, holds no secret. */
  provider_account_change: {
    tenant_id: string
    kind: AccountKind
    revision: number
    changed_at: Generated<Date>
    actor: string
    fields: JSONColumnType<readonly string[]>
  }
}
