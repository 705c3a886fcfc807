import type { Database, Transaction } from '@checkin/server'
import { sql } from 'kysely'
import type { AuditEntry, UnnumberedEntry } from '../audit/chain.ts'
import { numberEntries, storeUnnumbered } from './entries.ts'
import type { Tables } from './tables.ts'

/** What reads the tables: the pool, or a transaction. */
export type Queries = Pick<Database<Tables>['kysely'], 'selectFrom'>

/** What happened, as the audit keeps it; `before` and `after` become JSON. */
export type AuditEvent = Pick<AuditEntry, 'actor' | 'action' | 'subject' | 'reason'> & { readonly before: unknown; readonly after: unknown }

/** One change of the registry: nobody else changes at the same moment what it may read, but for what is published or attested. */
export interface Change {
  readonly tx: Transaction<Tables>
  /** The instant of the change. */
  readonly at: Date
  /** Marks that site servers must read the snapshot again. */
  readonly releasesChanged: () => void
  readonly record: (happening: AuditEvent) => Promise<void>
}

/**
 * What a change touches alone, so that changes of something else need not wait for it: one tenant's rows, one module's, sessions and passkeys of operators,
 * subscriptions of mails, sets with their tests and attestations.
 */
export type Subject = `tenant ${string}` | `module ${string}` | 'operators' | 'mail subscriptions' | 'sets'

type Work<Result> = (change: Change) => Promise<Result>

/** Runs `work` and answers what it recorded. Like every transaction it may run again, so `work` does nothing outside the database. */
async function recorded<Result>(tx: Transaction<Tables>, at: Date, work: Work<Result>): Promise<{ readonly result: Result; readonly entries: readonly UnnumberedEntry[]; readonly changesReleases: boolean }> {
  const own: { readonly entries: UnnumberedEntry[]; changesReleases: boolean } = { entries: [], changesReleases: false }
  const result = await work({
    tx, at,
    releasesChanged: () => { own.changesReleases = true },
    record: async ({ before, after, ...rest }) => { own.entries.push({ at: at.toISOString(), ...rest, before: JSON.stringify(before), after: JSON.stringify(after) }) },
  })
  if (own.changesReleases && own.entries.length === 0) throw new Error('A change of releases has to be recorded')
  return { result, ...own }
}

/**
 * Waits for changes of the release before, which lock the ledger's row for everything they do; changes of this release do not wait for each other there.
 * Goes when no release is left that does so.
 */
const besideReleaseBefore = (tx: Transaction<Tables>) => tx.selectFrom('ledger').select('id').where('id', '=', 1).forKeyShare().executeTakeFirstOrThrow()

const keyOf = (name: string) => sql`hashtextextended(${`registry ${name}`}, 0)`

/** Runs a change that may touch anything, or that looks at several tenants for its rules: nobody else changes anything meanwhile. Its entries have their numbers with the commit. */
export function changeAll<Result>(database: Database<Tables>, work: Work<Result>, clock: () => Date = () => new Date()): Promise<Result> {
  return database.withTx(async (tx) => {
    await besideReleaseBefore(tx)
    await sql`select pg_advisory_xact_lock(${keyOf('everything')})`.execute(tx)
    const { result, ...own } = await recorded(tx, clock(), work)
    await numberEntries(tx, clock, own)
    return result
  })
}

/** Runs a change of one subject, beside changes of others. Its entries wait for their numbers. */
export function changeSubject<Result>(database: Database<Tables>, subject: Subject, work: Work<Result>, clock: () => Date = () => new Date()): Promise<Result> {
  return database.withTx(async (tx) => {
    await besideReleaseBefore(tx)
    await sql`select pg_advisory_xact_lock_shared(${keyOf('everything')}), pg_advisory_xact_lock(${keyOf(subject)})`.execute(tx)
    const { result, entries, changesReleases } = await recorded(tx, clock(), work)
    await storeUnnumbered(tx, entries, changesReleases)
    return result
  })
}

/**
 * Lets so many run at once and the others wait in the order in which they came: changes wait for each other in the database anyway, and waiting here instead
 * holds no connection, so that many writers leave connections to the readers.
 */
export function atOnce(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running === most) await new Promise<void>((resolve) => { waiting.push(resolve) })
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
