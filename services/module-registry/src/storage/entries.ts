import type { Database, Transaction } from '@checkin/server'
import { sql } from 'kysely'
import { type AuditEntry, entryHash, type UnnumberedEntry } from '../audit/chain.ts'
import { extendLog } from '../log/tree.ts'
import { inParts } from './parts.ts'
import type { Tables } from './tables.ts'

/** Stores what a change recorded, to be numbered once it is committed. */
export async function storeUnnumbered(tx: Transaction<Tables>, entries: readonly UnnumberedEntry[], changesReleases: boolean): Promise<void> {
  for (const rows of inParts(entries)) await tx.insertInto('audit_waiting').values(rows.map((entry) => ({ ...entry, changes_releases: changesReleases }))).execute()
}

/**
 * Gives entries the next numbers of the audit, in the chain of hashes and in the tree of the log: first those that wait, then `own`, of the same transaction.
 * Whoever numbers has the ledger's row from here to the commit, so it comes last (decision 0291).
 */
export async function numberEntries(tx: Transaction<Tables>, clock: () => Date, own: { readonly entries: readonly UnnumberedEntry[]; readonly changesReleases: boolean } = { entries: [], changesReleases: false }): Promise<void> {
  const ledger = await tx.selectFrom('ledger').selectAll().where('id', '=', 1).forNoKeyUpdate().executeTakeFirstOrThrow()
  // A statement of its own after the lock: it sees whatever was committed before.
  const rows = await tx.deleteFrom('audit_waiting').returningAll().execute()
  const waiting = rows.sort((one, other) => one.id - other.id)
  let { last_entry: lastEntry, last_hash: lastHash } = ledger
  const numbered = [...waiting.map(({ id: _id, changes_releases: _changes, ...entry }) => entry), ...own.entries].map((entry) => {
    lastEntry += 1
    const linked: AuditEntry = { entry: lastEntry, ...entry, previousHash: lastHash }
    lastHash = entryHash(linked)
    const { previousHash, ...columns } = linked
    return { ...columns, previous_hash: previousHash, hash: lastHash }
  })
  for (const entries of inParts(numbered)) await tx.insertInto('audit').values(entries).execute()
  // A registry of the release before 072 added to the audit alone, so the tree may lack more than these.
  await extendLog(tx, { size: ledger.log_size, to: lastEntry })
  const changed = own.changesReleases || waiting.some((entry) => entry.changes_releases)
  if (!changed && numbered.length === 0 && ledger.log_size === lastEntry) return
  await tx.updateTable('ledger').set({ ...(changed && { revision: ledger.revision + 1, changed_at: clock() }), last_entry: lastEntry, last_hash: lastHash, log_size: lastEntry }).where('id', '=', 1).execute()
}

/** Whether entries have no number yet, or the tree of the log lacks some. */
export async function entriesWait(queries: Pick<Database<Tables>['kysely'], 'selectFrom'>): Promise<boolean> {
  const { waits } = await queries.selectFrom('ledger').select(sql<boolean>`log_size < last_entry or exists (select from audit_waiting)`.as('waits')).where('id', '=', 1).executeTakeFirstOrThrow()
  return waits
}

/** The next number of a release set. Whoever makes another set waits until this one is committed. */
export async function nextSetId(tx: Transaction<Tables>): Promise<number> {
  const { last_set: id } = await tx.updateTable('ledger').set((row) => ({ last_set: row('last_set', '+', 1) })).where('id', '=', 1).returning('last_set').executeTakeFirstOrThrow()
  return id
}

/** Numbers what waits, in a transaction of its own; callers who come while one is under way share the next. */
export function numbering(database: Database<Tables>, clock: () => Date): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | null = null
  const run = (): Promise<void> => {
    next = null
    return database.withTx((tx) => numberEntries(tx, clock))
  }
  return () => {
    next ??= last.then(run)
    last = next.catch(() => undefined)
    return next
  }
}
