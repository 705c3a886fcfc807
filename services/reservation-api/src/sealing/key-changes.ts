import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@checkin/server'
import { sql } from 'kysely'
import { documentKeyOwner, openDocumentKey, type KeySource } from '../documents/sealed-files.ts'
import type { KeyService } from '../keys/key-service.ts'
import { addDataKey, keysKeptMs, ownerOf } from '../keys/tenant-keys.ts'
import type { Tables } from '../tables.ts'

/** How the keys of an installation stand; nothing of the keys themselves. */
export interface KeyReport {
  /** Keys that wrap, with how many keys of tenants each wraps. One with `isMissing` is named by a tenant's key and is not here. */
  readonly wrapping: readonly { readonly id: string; readonly isCurrent: boolean; readonly wraps: number; readonly isMissing: boolean }[]
  readonly tenants: readonly { readonly id: string; readonly isSealed: boolean; readonly keys: number; readonly resealingSince: Date | null }[]
}

const allTenants = (database: Database<Tables>) => database.kysely.selectFrom('tenant').select(['id', 'seals_personal_data', 'resealing_since']).orderBy('id').execute()

/** What wraps where no key service does. */
const documentKeyItself = 'CHECKIN_DOCUMENT_KEY'

interface KeyRow { readonly id: string; readonly wrapped: Buffer; readonly wrapped_with: string }
const keysOf = async (database: Database<Tables>, tenantId: string): Promise<readonly KeyRow[]> =>
  database.withTenant(tenantId, async (transaction) => (await sql<KeyRow>`select id, wrapped, wrapped_with from data_key where tenant_id = ${tenantId} order by id`.execute(transaction)).rows)

interface DocumentKeyRow { readonly sealed_key: Buffer; readonly wrapped_with: string | null }
/** The key of a tenant's pictures and documents; none before the first of them. */
const documentKeyOf = (database: Database<Tables>, tenantId: string): Promise<DocumentKeyRow | undefined> =>
  database.withTenant(tenantId, (transaction) => transaction.selectFrom('document_tenant_key').where('tenant_id', '=', tenantId).select(['sealed_key', 'wrapped_with']).executeTakeFirst())

/** Reads how the keys stand. */
export async function keyReport(database: Database<Tables>, service: KeyService): Promise<KeyReport> {
  const { current, ids } = await service.keys()
  const wraps = new Map<string, number>(ids.map((id) => [id, 0]))
  const tenants: KeyReport['tenants'][number][] = []
  for (const { id, seals_personal_data: isSealed, resealing_since: resealingSince } of await allTenants(database)) {
    const rows = await keysOf(database, id)
    const ofDocuments = await documentKeyOf(database, id)
    for (const { wrapped_with: by } of [...rows, ...ofDocuments ? [{ wrapped_with: ofDocuments.wrapped_with ?? documentKeyItself }] : []]) wraps.set(by, (wraps.get(by) ?? 0) + 1)
    tenants.push({ id, isSealed, keys: rows.length, resealingSince })
  }
  return { tenants, wrapping: [...wraps].map(([id, count]) => ({ id, isCurrent: id === current, wraps: count, isMissing: id !== documentKeyItself && !ids.includes(id) })) }
}

/**
 * Wraps every tenant's keys anew with the key that is current now, that of its pictures and documents too; rows and files stay as they are, and nobody waits. Answers how many. Repeatable after it broke
 * off. Throws KeysUnavailable at the first key that does not open.
 */
export async function rewrapKeys(database: Database<Tables>, { secret, keys: service }: KeySource): Promise<number> {
  const { current } = await service.keys()
  let count = 0
  for (const { id: tenantId } of await allTenants(database)) {
    for (const { id, wrapped, wrapped_with: wrappedWith } of await keysOf(database, tenantId)) {
      if (wrappedWith === current) continue
      const owner = ownerOf(tenantId, id)
      const again = await service.wrap(owner, await service.unwrap(owner, { wrapped, wrappedWith }))
      await database.withTenant(tenantId, (transaction) => sql`update data_key set wrapped = ${again.wrapped}, wrapped_with = ${again.wrappedWith}
        where tenant_id = ${tenantId} and id = ${id} and wrapped_with = ${wrappedWith}`.execute(transaction))
      count += 1
    }
    const ofDocuments = await documentKeyOf(database, tenantId)
    if (!ofDocuments || ofDocuments.wrapped_with === current) continue
    const again = await service.wrap(documentKeyOwner(tenantId), await openDocumentKey({ secret, keys: service }, tenantId, ofDocuments))
    await database.withTenant(tenantId, (transaction) => transaction.updateTable('document_tenant_key').where('tenant_id', '=', tenantId).where('sealed_key', '=', ofDocuments.sealed_key)
      .set({ sealed_key: again.wrapped, wrapped_with: again.wrappedWith }).execute())
    count += 1
  }
  return count
}

/** Twice as long as a process believes what it read. */
const knownEverywhereMs = 2 * keysKeptMs

/**
 * Gives a tenant a new key. Every process knows it, and looks for hashes under it, before anything is sealed with it; then rows are sealed anew in the
 * background and the former key is deleted. Nobody waits.
 */
export async function renewKey(database: Database<Tables>, service: KeyService, tenantId: string, waitMs = knownEverywhereMs): Promise<void> {
  const id = await database.withTenant(tenantId, (transaction) => addDataKey(transaction, service, tenantId, false))
  await delay(waitMs)
  await database.withTenant(tenantId, async (transaction) => {
    await sql`update data_key set is_current = false where tenant_id = ${tenantId} and is_current`.execute(transaction)
    await sql`update data_key set is_current = true where tenant_id = ${tenantId} and id = ${id}`.execute(transaction)
    await transaction.updateTable('tenant').where('id', '=', tenantId).set({ resealing_since: sql<Date>`now()` }).execute()
  })
}

/** Says whether the rows of a tenant are sealed from now on; those that are there follow in the background. Clear is for the release before only, which cannot open sealed rows. */
export async function setSealing(database: Database<Tables>, tenantId: string, isSealed: boolean): Promise<void> {
  await database.kysely.updateTable('tenant').where('id', '=', tenantId).set({ seals_personal_data: isSealed, resealing_since: sql<Date>`now()` }).execute()
}
