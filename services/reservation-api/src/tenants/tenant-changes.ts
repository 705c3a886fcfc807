import type { Kysely, Transaction } from 'kysely'
import { differingSettings, type SettingsRevision, type TenantSettings } from '@checkin/internal'
import type { Tables } from './tables.ts'

/** One change of a tenant's settings: which fields, and what they were. */
export interface TenantChange {
  readonly host: string
  readonly revision: number
  readonly at: string
  readonly actor: string
  /** Names of the settings that differ. */
  readonly fields: readonly string[]
}

/** Records a change in the transaction that makes it. */
export async function recordChange(
  transaction: Transaction<Tables>,
  change: { readonly tenantId: string; readonly revision: number; readonly actor: string; readonly before: TenantSettings | null; readonly after: TenantSettings },
): Promise<void> {
  await transaction.insertInto('tenant_change').values({
    tenant_id: change.tenantId, revision: change.revision, actor: change.actor,
    before: change.before && JSON.stringify(change.before), after: JSON.stringify(change.after),
  }).execute()
}

/** The newest changes of all tenants, newest first. */
export async function latestChanges(database: Pick<Kysely<Tables>, 'selectFrom'>, limit: number): Promise<readonly TenantChange[]> {
  const rows = await database.selectFrom('tenant_change').innerJoin('tenant', 'tenant.id', 'tenant_change.tenant_id')
    .select(['tenant.host', 'tenant_change.revision', 'changed_at', 'actor', 'before', 'after']).orderBy('changed_at', 'desc').limit(limit).execute()
  return rows.map(({ host, revision, changed_at: at, actor, before, after }) => ({ host, revision, at: at.toISOString(), actor, fields: [...differingSettings(before ?? {}, after)] }))
}

/** Revisions of a tenant's settings, newest first. */
export async function revisionsOf(database: Kysely<Tables>, tenantId: string, limit: number): Promise<SettingsRevision[]> {
  const rows = await database.selectFrom('tenant_change').where('tenant_id', '=', tenantId).select(['revision', 'changed_at', 'actor', 'before', 'after']).orderBy('revision', 'desc').limit(limit).execute()
  return rows.map(({ revision, changed_at: at, actor, before, after }) => ({ revision, at: at.toISOString(), actor, fields: [...differingSettings(before ?? {}, after)] }))
}

/** One revision as it is stored; null where there is none. */
export const revisionOf = async (database: Pick<Kysely<Tables>, 'selectFrom'>, tenantId: string, revision: number): Promise<{ readonly at: Date; readonly actor: string; readonly settings: unknown } | null> =>
  await database.selectFrom('tenant_change').where('tenant_id', '=', tenantId).where('revision', '=', revision).select(['changed_at as at', 'actor', 'after as settings']).executeTakeFirst() ?? null
