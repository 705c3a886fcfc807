import { createHash } from 'node:crypto'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { recordChange } from './tenant-changes.ts'
import { TenantSettings } from './tenant-settings.ts'
import type { TenantTables } from './tenant-tables.ts'

/** A rental company with its own site. */
export interface Tenant {
  readonly id: string
  /** Host name of its site, lower-case, without port: what calls are told apart by (DEC-06). */
  readonly host: string
  readonly settings: TenantSettings
}

export interface TenantRecord extends Tenant {
  /** Token of the company's own system; only its hash is kept. Null keeps the former one. */
  readonly fleetToken: string | null
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const tenantOf = (row: Pick<Selectable<TenantTables['tenant']>, 'id' | 'host' | 'settings'>): Tenant =>
  ({ id: row.id, host: row.host, settings: TenantSettings.parse(row.settings) })

export async function tenantByHost(database: Kysely<TenantTables>, host: string): Promise<Tenant | null> {
  const row = await database.selectFrom('tenant').where('host', '=', host).select(['id', 'host', 'settings']).executeTakeFirst()
  return row ? tenantOf(row) : null
}

export async function tenantById(database: Pick<Kysely<TenantTables>, 'selectFrom'>, id: string): Promise<Tenant | null> {
  const row = await database.selectFrom('tenant').where('id', '=', id).select(['id', 'host', 'settings']).executeTakeFirst()
  return row ? tenantOf(row) : null
}

export async function tenantByFleetToken(database: Kysely<TenantTables>, token: string): Promise<Tenant | null> {
  const row = await database.selectFrom('fleet_token').innerJoin('tenant', 'tenant.id', 'fleet_token.tenant_id')
    .where('fleet_token.token_hash', '=', hashOf(token)).select(['tenant.id', 'tenant.host', 'tenant.settings']).executeTakeFirst()
  return row ? tenantOf(row) : null
}

export async function allTenants(database: Kysely<TenantTables>): Promise<readonly Tenant[]> {
  return (await database.selectFrom('tenant').select(['id', 'host', 'settings']).orderBy('id').execute()).map(tenantOf)
}

/** What became of a change of a tenant: `taken` when its host or token is another tenant's, `stale` when somebody changed it meanwhile. */
export type PutOutcome = { readonly kind: 'stored'; readonly revision: number } | { readonly kind: 'taken' } | { readonly kind: 'stale'; readonly revision: number }

/** Who changes a tenant, and which revision they saw; null takes any. */
export interface Change {
  readonly actor: string
  readonly ifRevision: number | null
}

/** Creates or replaces a tenant and records who did; the same record again changes nothing. Anything but `stored` changes nothing either. */
export async function putTenant(transaction: Transaction<TenantTables>, tenant: TenantRecord, { actor, ifRevision }: Change = { actor: 'administrator', ifRevision: null }): Promise<PutOutcome> {
  const { id, host, settings, fleetToken } = tenant
  const token = fleetToken === null ? null : hashOf(fleetToken)
  const [hostOwner, tokenOwner] = [await ownerOfHost(transaction, host), token && await ownerOfToken(transaction, token)]
  if ((hostOwner ?? id) !== id || (tokenOwner ?? id) !== id) return { kind: 'taken' }
  const before = await transaction.selectFrom('tenant').where('id', '=', id).select(['settings', 'revision']).forUpdate().executeTakeFirst()
  if (ifRevision !== null && ifRevision !== (before?.revision ?? 0)) return { kind: 'stale', revision: before?.revision ?? 0 }
  const json = JSON.stringify(settings)
  const changed = await transaction.insertInto('tenant').values({ id, host, settings: json })
    .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({
      host, settings: json, revision: eb('tenant.revision', '+', 1), updated_at: sql<Date>`now()`,
    })).where((eb) => eb.or([eb('tenant.host', '!=', host), eb('tenant.settings', '!=', sql<TenantSettings>`${json}::jsonb`)])))
    .returning('revision').executeTakeFirst()
  if (changed) await recordChange(transaction, { tenantId: id, revision: changed.revision, actor, before: before?.settings ?? null, after: settings })
  if (token && tokenOwner === null) {
    await transaction.deleteFrom('fleet_token').where('tenant_id', '=', id).execute()
    await transaction.insertInto('fleet_token').values({ tenant_id: id, token_hash: token }).execute()
  }
  return { kind: 'stored', revision: changed?.revision ?? before?.revision ?? 1 }
}

/** Tenants with what an operator needs to change them. */
export async function tenantsForOperators(database: Kysely<TenantTables>): Promise<readonly (Tenant & { readonly revision: number; readonly changedAt: string })[]> {
  const rows = await database.selectFrom('tenant').select(['id', 'host', 'settings', 'revision', 'updated_at']).orderBy('id').execute()
  return rows.map((row) => ({ ...tenantOf(row), revision: row.revision, changedAt: row.updated_at.toISOString() }))
}

/** Who changed a tenant last; null when it does not exist. */
export const lastActor = async (database: Kysely<TenantTables>, id: string): Promise<string | null> =>
  (await database.selectFrom('tenant_change').where('tenant_id', '=', id).select('actor').orderBy('revision', 'desc').executeTakeFirst())?.actor ?? null

const ownerOfHost = async (transaction: Transaction<TenantTables>, host: string): Promise<string | null> =>
  (await transaction.selectFrom('tenant').where('host', '=', host).select('id').executeTakeFirst())?.id ?? null

const ownerOfToken = async (transaction: Transaction<TenantTables>, hash: Buffer): Promise<string | null> =>
  (await transaction.selectFrom('fleet_token').where('token_hash', '=', hash).select('tenant_id').executeTakeFirst())?.tenant_id ?? null
