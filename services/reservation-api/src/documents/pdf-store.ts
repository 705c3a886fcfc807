import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Language } from '@checkin/i18n'
import { leftNothing, type Database } from '@checkin/server'
import type { Selectable, Transaction } from 'kysely'
import type { PdfKind, Tables } from './tables.ts'
import { newKey, seal, unseal } from '../database/seal.ts'
import { tenantKeys, type KeySource, type SealedFiles } from './sealed-files.ts'

export type PdfRow = Selectable<Tables['paper']>

/** A document as it was made, before it has a row. */
export interface NewPdf {
  readonly tenantId: string
  readonly reservationId: string
  readonly kind: PdfKind
  readonly language: Language
  readonly pdf: Buffer
}

/** A document whose sealed bytes lie in their place, and whose row is still to be written. */
export interface WrittenPdf extends NewPdf {
  readonly id: string
  readonly key: Buffer
}

/** Documents of reservations: sealed, each with a key of its own and the SHA-256 of what was handed out. */
export interface PdfStore {
  /** Puts the sealed bytes into their place, before the transaction that gives them a row. */
  readonly write: (document: NewPdf) => Promise<WrittenPdf>
  /** Gives a written document its row. Answers the id by which it is found: another one when the very same document is kept already. */
  readonly keep: (transaction: Transaction<Tables>, document: WrittenPdf) => Promise<string>
  /** Removes the bytes of a document that got no row. */
  readonly discard: (document: Pick<WrittenPdf, 'tenantId' | 'id'>) => Promise<void>
  /** Both steps for a document that no other row goes with. */
  readonly store: (database: Database<Tables>, document: NewPdf) => Promise<string>
  /** A paper's bytes; null when they are gone. Throws when they are not the ones that were handed out. */
  readonly read: (transaction: Transaction<Tables>, tenantId: string, id: string) => Promise<Buffer | null>
}

/** Where mails find the documents that they bring. */
export interface PdfShelf {
  readonly database: Database<Tables>
  readonly pdfs: PdfStore
}

const hashOf = (pdf: Buffer): Buffer => createHash('sha256').update(pdf).digest()

export function pdfStore(files: SealedFiles, source: KeySource): PdfStore {
  const tenantKey = tenantKeys(source)
  const write: PdfStore['write'] = async (document) => {
    const [id, key] = [randomUUIDv7(), newKey()]
    await files.write(document.tenantId, id, seal(key, id, document.pdf))
    return { ...document, id, key }
  }
  const discard: PdfStore['discard'] = ({ tenantId, id }) => files.remove(tenantId, id)
  const keep: PdfStore['keep'] = async (transaction, { tenantId, reservationId, kind, language, pdf, id, key }) => {
    const sealedKey = seal(await tenantKey(transaction, tenantId), id, key)
    const kept = await transaction.insertInto('paper')
      .values({ tenant_id: tenantId, id, reservation_id: reservationId, kind, language, sha256: hashOf(pdf), bytes: pdf.length, sealed_key: sealedKey })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'reservation_id', 'kind', 'sha256']).doUpdateSet((eb) => ({ kind: eb.ref('excluded.kind') })))
      .returning('id').executeTakeFirstOrThrow()
    return kept.id
  }
  return {
    write, keep, discard,
    store: async (database, document) => {
      const written = await write(document)
      const id = await database.withTenant(document.tenantId, (transaction) => keep(transaction, written)).catch(async (error: unknown) => {
        if (leftNothing(error)) await discard(written)
        throw error
      })
      if (id !== written.id) await discard(written)
      return id
    },
    read: async (transaction, tenantId, id) => {
      const row = await transaction.selectFrom('paper').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst()
      const sealed = row && await files.read(tenantId, id)
      if (!row || !sealed) return null
      const pdf = unseal(unseal(await tenantKey(transaction, tenantId), id, row.sealed_key), id, sealed)
      if (!hashOf(pdf).equals(row.sha256)) throw new Error('a stored document is not the one that was handed out')
      return pdf
    },
  }
}

/** A reservation's documents, oldest first. */
export const pdfsOf = (transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<readonly Omit<PdfRow, 'sealed_key'>[]> =>
  transaction.selectFrom('paper').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .select(['tenant_id', 'id', 'reservation_id', 'kind', 'language', 'sha256', 'bytes', 'created_at']).orderBy('id').execute()

/** Destroys the keys of a reservation's documents, and with them the documents; their bytes follow like those of pictures. */
export async function forgetPdfs(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  await transaction
    .with('gone', (query) => query.deleteFrom('paper').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).returning(['tenant_id', 'id']))
    .insertInto('document_remains').columns(['tenant_id', 'id'])
    .expression((query) => query.selectFrom('gone').select(['tenant_id', 'id']))
    .onConflict((conflict) => conflict.doNothing()).execute()
}
