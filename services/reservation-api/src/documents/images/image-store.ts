import { randomUUIDv7 } from 'node:crypto'
import { compiledOnce } from '@checkin/server'
import type { ExpressionBuilder, ExpressionWrapper, Selectable, SqlBool, Transaction } from 'kysely'
import { newKey, seal, unseal } from '../../database/seal.ts'
import { tenantKeys, type KeySource, type SealedFiles } from '../sealed-files.ts'
import type { Tables } from '../tables.ts'

/** Which picture of a reservation. */
export type PictureName = Pick<Selectable<Tables['document_image']>, 'role' | 'part' | 'side'>
export type PictureRow = Selectable<Tables['document_image']>

/** A picture whose sealed bytes lie in their place already, and whose row is still to be written. */
export interface WrittenPicture {
  readonly id: string
  readonly key: Buffer
  readonly bytes: number
}

type Open = Transaction<Tables>

/** Document pictures: a key for each, sealed with the tenant's key, which is sealed with the master key. */
export interface ImageStore {
  /** Puts a picture into its place under a new key, before the transaction that gives it a row. */
  readonly write: (tenantId: string, webp: Buffer) => Promise<WrittenPicture>
  /** Gives a picture its row, instead of the one that had the name. */
  readonly keep: (transaction: Open, place: PictureName & { readonly tenantId: string; readonly reservationId: string }, picture: WrittenPicture) => Promise<void>
  /** A picture as WebP; null when its bytes are gone. */
  readonly read: (transaction: Open, row: PictureRow) => Promise<Buffer | null>
  /** Removes the bytes of a picture that never got its row. */
  readonly discard: (tenantId: string, id: string) => Promise<void>
}

export function imageStore(files: SealedFiles, source: KeySource): ImageStore {
  const tenantKey = tenantKeys(source)
  return {
    write: async (tenantId, webp) => {
      const [id, key] = [randomUUIDv7(), newKey()]
      await files.write(tenantId, id, seal(key, id, webp))
      return { id, key, bytes: webp.length }
    },
    keep: async (transaction, { tenantId, reservationId, role, part, side }, { id, key, bytes }) => {
      await forgetPictures(transaction, tenantId, (eb) => eb.and({ reservation_id: reservationId, role, part, side }))
      await transaction.insertInto('document_image').values({
        tenant_id: tenantId, id, reservation_id: reservationId, role, part, side, bytes, sealed_key: seal(await tenantKey(transaction, tenantId), id, key),
      }).execute()
    },
    read: async (transaction, row) => {
      const sealed = await files.read(row.tenant_id, row.id)
      return sealed && unseal(unseal(await tenantKey(transaction, row.tenant_id), row.id, row.sealed_key), row.id, sealed)
    },
    discard: (tenantId, id) => files.remove(tenantId, id),
  }
}

/** Names and keys of the pictures that a reservation has. */
export const picturesQuery = compiledOnce((database: Transaction<Tables>, tenantId: string, reservationId: string) =>
  database.selectFrom('document_image').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId))

type Condition = (eb: ExpressionBuilder<Tables, 'document_image'>) => ExpressionWrapper<Tables, 'document_image', SqlBool>

/**
 * Destroys the keys of a tenant's pictures, and with them the pictures; their bytes follow with `clearRemains`.
 * The only way in which a picture's row goes: it notes what lies on the disk still, in the same statement. Answers their ids.
 */
export async function forgetPictures(transaction: Transaction<Tables>, tenantId: string, which: Condition): Promise<readonly string[]> {
  const gone = await transaction
    .with('gone', (query) => query.deleteFrom('document_image').where('tenant_id', '=', tenantId).where(which).returning(['tenant_id', 'id']))
    .insertInto('document_remains').columns(['tenant_id', 'id'])
    .expression((query) => query.selectFrom('gone').select(['tenant_id', 'id']))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id').execute()
  return gone.map(({ id }) => id)
}
