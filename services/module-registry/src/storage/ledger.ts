import type { Database, Transaction } from '@checkin/server'
import { entryHash, type AuditEntry } from '../features/audit/chain.ts'
import type { Tables } from './tables.ts'

export interface Happening {
  readonly actor: string
  readonly action: string
  /** What it happened to: a module's name and version, a tenant's host, a token's label. */
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
  readonly reason: string
}

/** One change of the registry while it holds the ledger: nobody else changes anything at the same moment. */
export interface Change {
  readonly tx: Transaction<Tables>
  /** The instant of the change. */
  readonly at: Date
  readonly nextSetId: () => number
  /** Says that site servers must ask again. */
  readonly releasesChanged: () => void
  readonly record: (happening: Happening) => Promise<void>
}

/**
 * Runs a change under the ledger's lock, with its audit entries in the same transaction.
 * Like every transaction it may run again, so `work` does nothing outside the database.
 */
export function withLedger<Result>(database: Database<Tables>, work: (change: Change) => Promise<Result>, clock: () => Date = () => new Date()): Promise<Result> {
  return database.withTx(async (tx) => {
    const ledger = await tx.selectFrom('ledger').selectAll().where('id', '=', 1).forUpdate().executeTakeFirstOrThrow()
    const at = clock()
    let { revision, last_set: lastSet, last_entry: lastEntry, last_hash: lastHash } = ledger
    const result = await work({
      tx,
      at,
      nextSetId: () => (lastSet += 1),
      releasesChanged: () => { revision = ledger.revision + 1 },
      record: async ({ actor, action, subject, before, after, reason }) => {
        lastEntry += 1
        const entry: AuditEntry = {
          entry: lastEntry, at: at.toISOString(), actor, action, subject, before: JSON.stringify(before), after: JSON.stringify(after), reason, previousHash: lastHash,
        }
        lastHash = entryHash(entry)
        const { previousHash, ...columns } = entry
        await tx.insertInto('audit').values({ ...columns, previous_hash: previousHash, hash: lastHash }).execute()
      },
    })
    const changed = revision !== ledger.revision
    await tx.updateTable('ledger').set({ revision, ...(changed && { changed_at: clock() }), last_set: lastSet, last_entry: lastEntry, last_hash: lastHash }).where('id', '=', 1).execute()
    return result
  })
}
