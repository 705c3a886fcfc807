import type { Generated, JSONColumnType } from 'kysely'
import type { TenantSettings } from './tenant-settings.ts'

/** Read to find out who asks, therefore without row-level security. */
export interface TenantTables {
  tenant: {
    id: string
    host: string
    settings: JSONColumnType<TenantSettings>
    revision: Generated<number>
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
  fleet_token: {
    tenant_id: string
    token_hash: Buffer
    created_at: Generated<Date>
  }
}
