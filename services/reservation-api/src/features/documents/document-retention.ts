import type { Database } from '@checkin/server'
import { sql } from 'kysely'
import type { Tables } from '../../tables.ts'
import { forgetPictures } from './forget-pictures.ts'
import type { SealedFiles } from './sealed-files.ts'

const atOnce = 200

/** Removes the bytes of pictures whose key is destroyed. Safe from many processes at once, and after a crash in the middle. */
export async function clearRemains(database: Database<Tables>, files: SealedFiles, tenantId: string): Promise<number> {
  const gone = await database.withTenant(tenantId, (transaction) =>
    transaction.selectFrom('document_remains').where('tenant_id', '=', tenantId).select('id').orderBy('id').limit(atOnce).execute())
  for (const { id } of gone) {
    await files.remove(tenantId, id)
    await database.withTenant(tenantId, (transaction) =>
      transaction.deleteFrom('document_remains').where('tenant_id', '=', tenantId).where('id', '=', id).execute())
  }
  return gone.length
}

/** Destroys the pictures of rentals that ended longer ago than the tenant keeps them. `keepDays` counts from the return. */
export async function endRetention(database: Database<Tables>, tenantId: string, keepDays: number): Promise<void> {
  await database.withTenant(tenantId, async (transaction) => {
    const ended = await transaction.selectFrom('reservation').where('tenant_id', '=', tenantId)
      .where('check_in_at', '<', sql<string>`now() at time zone 'UTC' - make_interval(days => ${keepDays})`).select('id').execute()
    if (ended.length > 0) await forgetPictures(transaction, tenantId, (eb) => eb('reservation_id', 'in', ended.map(({ id }) => id)))
  })
}
