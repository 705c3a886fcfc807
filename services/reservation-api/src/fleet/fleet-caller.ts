import { sql, type Kysely } from 'kysely'
import { hashOf, isInTime } from '../tenants/fleet-tokens.ts'
import { tenantById, type Tenant } from '../tenants/tenant-store.ts'
import type { Tables } from './tables.ts'

/** A company's own system, by the token that it calls with. */
export interface FleetCaller {
  readonly tenant: Tenant
  readonly tokenId: string
}

/** Whose token this is, and remembers the day; null for one that nobody has or that has ended. Refuses with 503 when the tenant's settings cannot be read. */
export async function fleetCaller(database: Kysely<Tables>, token: string): Promise<FleetCaller | null> {
  const row = await database.selectFrom('fleet_token').where('token_hash', '=', hashOf(token)).where(isInTime)
    .select(['tenant_id', 'id', sql<boolean>`last_used_on is distinct from (now() at time zone 'utc')::date`.as('isFirstOfDay')]).executeTakeFirst()
  const tenant = row && await tenantById(database, row.tenant_id)
  if (!tenant) return null
  if (row.isFirstOfDay) await database.updateTable('fleet_token').set({ last_used_on: sql<string>`(now() at time zone 'utc')::date` }).where('tenant_id', '=', tenant.id).where('id', '=', row.id).execute()
  return { tenant, tokenId: row.id }
}
