import type { Database, Transaction } from '@checkin/server'
import { type AuditEntry, entryHash } from '../audit/chain.ts'
import { extendLog } from '../log/tree.ts'
import type { Tables } from './tables.ts'

/** What reads the tables: the pool, or a transaction. */
export type Queries = Pick<Database<Tables>['kysely'], 'selectFrom'>

/** What happened, as the audit keeps it; `before` and `after` become JSON. */
export type AuditEvent = Pick<AuditEntry, 'actor' | 'action' | 'subject' | 'reason'> & { readonly before: unknown; readonly after: unknown }

/** One change of the registry while it holds the ledger: nobody else changes anything at the same moment. */
export interface Change {
  readonly tx: Transaction<Tables>
  /** The instant of the change. */
  readonly at: Date
  readonly nextSetId: () => number
  /** Marks that site servers must read the snapshot again. */
  readonly releasesChanged: () => void
  readonly record: (happening: AuditEvent) => Promise<void>
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
    await extendLog(tx, { size: ledger.log_size, to: lastEntry })
    await tx.updateTable('ledger').set({ revision, ...(changed && { changed_at: clock() }), last_set: lastSet, last_entry: lastEntry, last_hash: lastHash, log_size: lastEntry }).where('id', '=', 1).execute()
    return result
  })
}

/**
 * Runs work one after the other in the order in which it was given. Changes wait for each other in the database anyway;
 * waiting here instead holds no connection, so that many writers leave connections to the readers.
 */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
