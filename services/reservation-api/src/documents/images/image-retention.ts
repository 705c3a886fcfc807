import { anyOf, type Database } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { forgetPictures } from './image-store.ts'
import type { SealedFiles } from '../sealed-files.ts'

/** Pictures in one transaction: short enough that nobody waits for it. */
const atOnce = 500
/** Sorts before every UUID. */
const first = '00000000-0000-0000-0000-000000000000'

/**
 * Removes the bytes of all pictures whose key is destroyed. Safe from many processes at once, and after a crash in the middle. Bytes that cannot be
 * removed stay noted and do not keep the others; the first failure is thrown at the end.
 */
export async function clearRemains(database: Database<Tables>, files: SealedFiles, tenantId: string): Promise<void> {
  const failures: unknown[] = []
  for (let after: string | null = first; after !== null;) {
    const start: string = after
    const ids = (await database.withTenant(tenantId, (transaction) => transaction.selectFrom('document_remains').where('tenant_id', '=', tenantId)
      .where('id', '>', start).select('id').orderBy('id').limit(atOnce).execute())).map(({ id }) => id)
    const removed = await Promise.allSettled(ids.map((id) => files.remove(tenantId, id)))
    failures.push(...removed.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : [])))
    const gone = ids.filter((_id, at) => removed[at]?.status === 'fulfilled')
    await database.withTenant(tenantId, (transaction) => transaction.deleteFrom('document_remains').where('tenant_id', '=', tenantId)
      .where('id', '=', anyOf(gone)).execute())
    after = ids.length === atOnce ? ids.at(-1) ?? null : null
  }
  if (failures.length > 0) throw failures[0]
}

/** Destroys the pictures of rentals that ended longer ago than the tenant keeps them. `keepDays` counts from the return. */
export async function endRetention(database: Database<Tables>, tenantId: string, keepDays: number): Promise<void> {
  for (let after: string | null = first; after !== null;) {
    const start: string = after
    after = await database.withTenant(tenantId, (transaction) => endRetentionOfSome(transaction, { tenantId, keepDays, after: start }))
  }
}

/**
 * Destroys the next pictures after the one named, in the order of their ids. Answers the last of them, or null when there are no more. It goes from the
 * kept pictures to their rentals, never the other way: the rentals that ended only ever become more.
 */
export async function endRetentionOfSome(
  transaction: Transaction<Tables>, { tenantId, keepDays, after }: { readonly tenantId: string; readonly keepDays: number; readonly after: string },
): Promise<string | null> {
  const ids = await forgetPictures(transaction, tenantId, (eb) => eb('id', 'in', eb.selectFrom('document_image as kept').select('kept.id')
    .where('kept.tenant_id', '=', tenantId).where('kept.id', '>', after)
    // A subquery per picture, by the primary key, whatever the planner believes of the sizes of the tables.
    .where(sql<boolean>`(select check_in_at from reservation where tenant_id = kept.tenant_id and id = kept.reservation_id) < now() at time zone 'UTC' - make_interval(days => ${keepDays})`)
    .orderBy('kept.id').limit(atOnce)))
  return ids.length < atOnce ? null : [...ids].sort().at(-1) ?? null
}
