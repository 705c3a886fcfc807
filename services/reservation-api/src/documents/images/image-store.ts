import { randomUUIDv7 } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import { newKey, seal, unseal } from './document-seal.ts'
import type { DocumentTables } from './document-tables.ts'
import { forgetPictures } from './forget-pictures.ts'
import type { SealedFiles } from './sealed-files.ts'
import { tenantKeys } from './tenant-key.ts'

/** Which picture of a reservation. */
export type PictureName = Pick<Selectable<DocumentTables['document_image']>, 'role' | 'part' | 'side'>
export type PictureRow = Selectable<DocumentTables['document_image']>

/** A picture whose sealed bytes lie in their place already, and whose row is still to be written. */
export interface WrittenPicture {
  readonly id: string
  readonly key: Buffer
  readonly bytes: number
}

type Open = Transaction<DocumentTables>

/** Document pictures: a key for each, sealed with the tenant's key, which is sealed with the master key. */
export interface DocumentStore {
  /** Puts a picture into its place under a new key, before the transaction that gives it a row. */
  readonly write: (tenantId: string, webp: Buffer) => Promise<WrittenPicture>
  /** Gives a picture its row, instead of the one that had the name. */
  readonly keep: (transaction: Open, place: PictureName & { readonly tenantId: string; readonly reservationId: string }, picture: WrittenPicture) => Promise<void>
  /** A picture as WebP; null when its bytes are gone. */
  readonly read: (transaction: Open, row: PictureRow) => Promise<Buffer | null>
  /** Removes the bytes of a picture that never got its row. */
  readonly discard: (tenantId: string, id: string) => Promise<void>
}

export function documentStore(files: SealedFiles, secret: string): DocumentStore {
  const tenantKey = tenantKeys(secret)
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
export const picturesOf = (transaction: Open, tenantId: string, reservationId: string): Promise<readonly PictureRow[]> =>
  transaction.selectFrom('document_image').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).execute()
