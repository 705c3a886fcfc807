import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Language } from '@checkin/i18n'
import { leftNothing, type Database } from '@checkin/server'
import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { newKey, seal, unseal } from '../documents/document-seal.ts'
import type { SealedFiles } from '../documents/sealed-files.ts'
import { tenantKeys } from '../documents/tenant-key.ts'
import type { PaperKind, PaperTables } from './paper-tables.ts'

export type PaperRow = Selectable<PaperTables['paper']>

/** A paper as it was made, before it has a row. */
export interface NewPaper {
  readonly tenantId: string
  readonly reservationId: string
  readonly kind: PaperKind
  readonly language: Language
  readonly pdf: Buffer
}

/** A paper whose sealed bytes lie in their place, and whose row is still to be written. */
export interface WrittenPaper extends NewPaper {
  readonly id: string
  readonly key: Buffer
}

/** Papers of reservations: sealed, each with a key of its own and the SHA-256 of what was handed out. */
export interface PaperStore {
  /** Puts the sealed bytes into their place, before the transaction that gives them a row. */
  readonly write: (paper: NewPaper) => Promise<WrittenPaper>
  /** Gives a written paper its row. Answers the id by which it is found: another one when the very same paper is kept already. */
  readonly keep: (transaction: Transaction<Tables>, paper: WrittenPaper) => Promise<string>
  /** Removes the bytes of a paper that got no row. */
  readonly discard: (paper: Pick<WrittenPaper, 'tenantId' | 'id'>) => Promise<void>
  /** Both steps for a paper that no other row goes with. */
  readonly store: (database: Database<Tables>, paper: NewPaper) => Promise<string>
  /** A paper's bytes; null when they are gone. Throws when they are not the ones that were handed out. */
  readonly read: (transaction: Transaction<Tables>, tenantId: string, id: string) => Promise<Buffer | null>
}

const hashOf = (pdf: Buffer): Buffer => createHash('sha256').update(pdf).digest()

export function paperStore(files: SealedFiles, secret: string): PaperStore {
  const tenantKey = tenantKeys(secret)
  const write: PaperStore['write'] = async (paper) => {
    const [id, key] = [randomUUIDv7(), newKey()]
    await files.write(paper.tenantId, id, seal(key, id, paper.pdf))
    return { ...paper, id, key }
  }
  const discard: PaperStore['discard'] = ({ tenantId, id }) => files.remove(tenantId, id)
  const keep: PaperStore['keep'] = async (transaction, { tenantId, reservationId, kind, language, pdf, id, key }) => {
    const sealedKey = seal(await tenantKey(transaction, tenantId), id, key)
    const kept = await transaction.insertInto('paper')
      .values({ tenant_id: tenantId, id, reservation_id: reservationId, kind, language, sha256: hashOf(pdf), bytes: pdf.length, sealed_key: sealedKey })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'reservation_id', 'kind', 'sha256']).doUpdateSet((eb) => ({ kind: eb.ref('excluded.kind') })))
      .returning('id').executeTakeFirstOrThrow()
    return kept.id
  }
  return {
    write, keep, discard,
    store: async (database, paper) => {
      const written = await write(paper)
      const id = await database.withTenant(paper.tenantId, (transaction) => keep(transaction, written)).catch(async (error: unknown) => {
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
      if (!hashOf(pdf).equals(row.sha256)) throw new Error('a stored paper is not the one that was handed out')
      return pdf
    },
  }
}

/** What is known of a reservation's papers, oldest first. */
export const papersOf = (transaction: Transaction<PaperTables>, tenantId: string, reservationId: string): Promise<readonly Omit<PaperRow, 'sealed_key'>[]> =>
  transaction.selectFrom('paper').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .select(['tenant_id', 'id', 'reservation_id', 'kind', 'language', 'sha256', 'bytes', 'created_at']).orderBy('id').execute()

/** Destroys the keys of a reservation's papers, and with them the papers; their bytes follow like those of pictures. */
export async function forgetPapers(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  await transaction
    .with('gone', (query) => query.deleteFrom('paper').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).returning(['tenant_id', 'id']))
    .insertInto('document_remains').columns(['tenant_id', 'id'])
    .expression((query) => query.selectFrom('gone').select(['tenant_id', 'id']))
    .onConflict((conflict) => conflict.doNothing()).execute()
}
