import type { Identity } from '@checkin/server'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AccountKind, SettingsDraft, TenantSettings } from '@checkin/internal'
import type { Tables as TablesBelow } from '../documents/tables.ts'

/** The tables of this layer and of those below it; `tenant_id` comes first in every key. */
export interface Tables extends TablesBelow {
  tenant: {
    id: string
    host: string
    settings: JSONColumnType<TenantSettings>
    revision: Generated<number>
    /** What is personal is sealed in rows that are written. */
    seals_personal_data: Generated<boolean>
    /** Since when rows are brought into that form; null when all are. */
    resealing_since: Generated<Date | null>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  /** Append-only. */
  tenant_change: {
    tenant_id: string
    revision: number
    changed_at: Generated<Date>
    actor: string
    before: JSONColumnType<TenantSettings> | null
    after: JSONColumnType<TenantSettings>
  }
  /** Without row-level security: what is due is found over all tenants, and nothing of renters is in it. */
  settings_draft: {
    tenant_id: string
    id: string
    note: string
    base_revision: number
    base: JSONColumnType<TenantSettings>
    settings: JSONColumnType<TenantSettings>
    state: SettingsDraft['state']
    actor: string
    identity: ColumnType<Identity, string, string>
    changed_at: ColumnType<Date, undefined, Date>
    apply_at: Date | null
    decider: string | null
    decided_at: Date | null
    applied_revision: number | null
    problem: Generated<string>
  }
  fleet_token: {
    tenant_id: string
    token_hash: Buffer
    created_at: Generated<Date>
    id: Generated<string>
    expires_at: Generated<Date>
    made_by: Generated<string | null>
    /** Plain date in UTC. */
    last_used_on: Generated<string | null>
  }
  /** Append-only, without row-level security: read over all tenants, holds no secret. */
  fleet_token_change: {
    tenant_id: string
    id: Generated<number>
    token_id: string
    action: 'made' | 'revoked'
    actor: string
    changed_at: Generated<Date>
  }
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
