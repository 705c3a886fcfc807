import { anyOf, ServiceError } from '@checkin/server'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { differingSettings, type TenantSettings, type TenantSummary } from '@checkin/internal'
import { ownerOfFleetToken, replaceFleetTokens } from './fleet-tokens.ts'
import { recordChange } from './tenant-changes.ts'
import { readStoredSettings } from './stored-settings.ts'
import type { Tables } from './tables.ts'
import { requireUsableTexts } from './texts/usable-texts.ts'
import type { Letterhead } from '../documents/pdf/pdf-page.ts'

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

/** A tenant whose stored settings this version cannot read; somebody has to put them right. */
export interface UnreadableTenant {
  readonly id: string
  readonly host: string
  /** What is wrong, by field and without values. */
  readonly problem: string
  /** When its record was changed last. */
  readonly since: Date
  /** Whether this process still knows settings of it that were good, and goes on with them. */
  readonly isKept: boolean
}

type TenantRow = Pick<Selectable<Tables['tenant']>, 'id' | 'host' | 'settings' | 'updated_at'>
const columns = ['tenant.id', 'tenant.host', 'tenant.settings', 'tenant.updated_at'] as const

/**
 * The settings that this process last could read, by tenant: what it goes on with while the stored ones are unreadable. Of the process, not of a
 * connection, because a process serves one database.
 */
const lastGood = new Map<string, TenantSettings>()

interface ReadTenant {
  /** What to work with; null when nothing good is known. */
  readonly tenant: Tenant | null
  readonly unreadable: UnreadableTenant | null
}

function readTenant({ id, host, settings, updated_at: since }: TenantRow): ReadTenant {
  const read = readStoredSettings(settings)
  if (read.kind === 'readable') {
    lastGood.set(id, read.settings)
    return { tenant: { id, host, settings: read.settings }, unreadable: null }
  }
  const kept = lastGood.get(id)
  return { tenant: kept ? { id, host, settings: kept } : null, unreadable: { id, host, problem: read.problem, since, isKept: kept !== undefined } }
}

/** The tenant of a row; refuses with 503 while there is none to work with, which is another thing than a tenant that does not exist. */
function tenantOf(row: TenantRow | undefined): Tenant | null {
  if (!row) return null
  const { tenant } = readTenant(row)
  if (!tenant) throw new ServiceError(503, 'Unavailable', 'The settings of this tenant cannot be read', { headers: { 'retry-after': '60' } })
  return tenant
}

/** The tenant whose site has this host name; null when there is none. Refuses with 503 when its settings cannot be read. */
export async function tenantByHost(database: Kysely<Tables>, host: string): Promise<Tenant | null> {
  return tenantOf(await database.selectFrom('tenant').where('host', '=', host).select(columns).executeTakeFirst())
}

/** The tenant of this id; null when there is none. Refuses with 503 when its settings cannot be read. */
export async function tenantById(database: Pick<Kysely<Tables>, 'selectFrom'>, id: string): Promise<Tenant | null> {
  return tenantOf(await database.selectFrom('tenant').where('id', '=', id).select(columns).executeTakeFirst())
}

/** The tenant that an operator names; refuses with 404 when there is none. */
export async function requireTenant(database: Pick<Kysely<Tables>, 'selectFrom'>, id: string): Promise<Tenant> {
  const tenant = await tenantById(database, id)
  if (!tenant) throw new ServiceError(404, 'NotFound', 'There is no such tenant')
  return tenant
}

/** Tenants that can be worked for, and those that somebody has to look at; one with kept settings is in both. */
export interface ReadTenants {
  readonly tenants: readonly Tenant[]
  readonly unreadable: readonly UnreadableTenant[]
}

/** Reads the tenants of these ids, or every tenant. To read all parses the settings of all: not for what is done again and again. */
export async function readTenants(database: Pick<Kysely<Tables>, 'selectFrom'>, ids: readonly string[] | 'all' = 'all'): Promise<ReadTenants> {
  const read = (await database.selectFrom('tenant').select(columns).$if(ids !== 'all', (query) => query.where('id', '=', anyOf(ids === 'all' ? [] : ids))).orderBy('id').execute()).map(readTenant)
  return { tenants: read.flatMap(({ tenant }) => tenant ?? []), unreadable: read.flatMap(({ unreadable }) => unreadable ?? []) }
}

/**
 * What became of a change of a tenant: `taken` when its host or token is another tenant's, `stale` when somebody changed it meanwhile, `unapproved` when its
 * settings wait for a second person (DEC-320).
 */
export type PutOutcome = { readonly kind: 'stored'; readonly revision: number } | { readonly kind: 'stale'; readonly revision: number } | { readonly kind: 'taken' } | { readonly kind: 'unapproved' }

/** Who changes a tenant, and which revision they saw; null takes any. */
export interface Change {
  readonly actor: string
  readonly ifRevision: number | null
  /** Whether a second person approved it, or none is needed. */
  readonly isApproved?: boolean
}

/**
 * Creates or replaces a tenant and records who did; the same record again changes nothing. Anything but `stored` changes nothing either. Refuses with 422
 * `UnusableTexts` for new texts that cannot stand in place of the product's.
 */
export async function putTenant(transaction: Transaction<Tables>, tenant: TenantRecord, { actor, ifRevision, isApproved = false }: Change = { actor: 'administrator', ifRevision: null }): Promise<PutOutcome> {
  const { id, host, settings, fleetToken } = tenant
  const [hostOwner, tokenOwner] = [await ownerOfHost(transaction, host), fleetToken === null ? null : await ownerOfFleetToken(transaction, fleetToken)]
  if ((hostOwner ?? id) !== id || (tokenOwner ?? id) !== id) return { kind: 'taken' }
  const before = await transaction.selectFrom('tenant').where('id', '=', id).select(['host', 'settings', 'revision']).forUpdate().executeTakeFirst()
  if (ifRevision !== null && ifRevision !== (before?.revision ?? 0)) return { kind: 'stale', revision: before?.revision ?? 0 }
  // What was approved was checked when it was kept, by what the product said then.
  if (!isApproved) requireUsableTexts(before?.settings.texts, settings.texts)
  const isOther = before !== undefined && (before.host !== host || differingSettings(before.settings, settings).length > 0)
  if (isOther && before.settings.settingsApproval && !isApproved) return { kind: 'unapproved' }
  const json = JSON.stringify(settings)
  const changed = await transaction.insertInto('tenant').values({ id, host, settings: json })
    .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({
      host, settings: json, revision: eb('tenant.revision', '+', 1), updated_at: sql<Date>`now()`,
    })).where((eb) => eb.or([eb('tenant.host', '!=', host), eb('tenant.settings', '!=', sql<TenantSettings>`${json}::jsonb`)])))
    .returning('revision').executeTakeFirst()
  if (changed) await recordChange(transaction, { tenantId: id, revision: changed.revision, actor, before: before?.settings ?? null, after: settings })
  if (fleetToken !== null) await replaceFleetTokens(transaction, { tenantId: id, token: fleetToken, actor })
  return { kind: 'stored', revision: changed?.revision ?? before?.revision ?? 1 }
}

/** A tenant with what an operator needs to change it. */
export type TenantForOperators = Tenant & { readonly revision: number; readonly changedAt: string }

/** Tenants as operators change them, and those whose settings cannot be read, which are only reported. */
export async function tenantsForOperators(database: Kysely<Tables>): Promise<{
  readonly tenants: readonly TenantForOperators[]
  readonly unreadable: readonly (Pick<UnreadableTenant, 'id' | 'host' | 'problem'> & { readonly revision: number; readonly changedAt: string })[]
}> {
  const rows = (await database.selectFrom('tenant').select([...columns, 'revision']).orderBy('id').execute())
    .map((row) => ({ ...readTenant(row), revision: row.revision, changedAt: row.updated_at.toISOString() }))
  return {
    // What is kept in memory is not what is stored: whoever saved it would write it over what somebody may still mend.
    tenants: rows.flatMap(({ tenant, unreadable, ...change }) => (tenant && !unreadable ? { ...tenant, ...change } : [])),
    unreadable: rows.flatMap(({ unreadable, tenant: _tenant, ...change }) => (unreadable ? { id: unreadable.id, host: unreadable.host, problem: unreadable.problem, ...change } : [])),
  }
}

/** Every tenant by id without its settings: what is told of each is read from them as they are stored, readable or not. */
export async function tenantSummaries(database: Pick<Kysely<Tables>, 'selectFrom'>): Promise<readonly TenantSummary[]> {
  const said = (name: string) => sql<string | null>`settings ->> ${sql.lit(name)}`
  const rows = await database.selectFrom('tenant').orderBy('id').select([
    'id', 'host', 'revision', 'updated_at', said('firmName').as('firmName'), said('currency').as('currency'), said('timeZone').as('timeZone'),
    sql<number>`jsonb_array_length(jsonb_path_query_array(settings, '$.modules[*] ? (@.isEnabled == true)'))`.as('steps'),
    sql<string[]>`jsonb_path_query_array(settings, '$.gateways[*].name ? (@.type() == "string")')`.as('gateways'),
  ]).execute()
  return rows.map(({ updated_at: changed, ...row }) => ({ ...row, changedAt: changed.toISOString() }))
}

/** One tenant as an operator changes it; null for none. Refuses with 503 while its stored settings cannot be read. */
export async function tenantForOperators(database: Kysely<Tables>, id: string): Promise<TenantForOperators | null> {
  const row = await database.selectFrom('tenant').select([...columns, 'revision']).where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const { tenant, unreadable } = readTenant(row)
  if (!tenant || unreadable) throw new ServiceError(503, 'Unavailable', 'The settings of this tenant cannot be read', { headers: { 'retry-after': '60' } })
  return { ...tenant, revision: row.revision, changedAt: row.updated_at.toISOString() }
}

/** Who changed a tenant last; null when it does not exist. */
export const lastActor = async (database: Kysely<Tables>, id: string): Promise<string | null> =>
  (await database.selectFrom('tenant_change').where('tenant_id', '=', id).select('actor').orderBy('revision', 'desc').executeTakeFirst())?.actor ?? null

const ownerOfHost = async (transaction: Transaction<Tables>, host: string): Promise<string | null> =>
  (await transaction.selectFrom('tenant').where('host', '=', host).select('id').executeTakeFirst())?.id ?? null

/** What documents and mails of a tenant show of it. */
export const letterheadOf = ({ settings: { firmName, firmLogo, primaryBtn, cssPrimary } }: Tenant): Letterhead =>
  ({ firmName, firmLogo: firmLogo === '' ? null : firmLogo, brand: primaryBtn?.backgroundColor ?? cssPrimary })
