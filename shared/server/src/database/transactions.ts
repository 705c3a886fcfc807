import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { DatabaseUnavailable, OutcomeUnknown, troubleOf } from './database-trouble.ts'
import { nameReader } from './tenant-statements.ts'

export type { Transaction } from 'kysely'

const attempts = 8

export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** The database refuses every write of it. */
  readonly access?: 'read only'
}

/** How far a run of a transaction has come: only what ended before its commit surely left nothing behind. */
type Stage = 'beginning' | 'working' | 'failed' | 'committing'

/**
 * Runs `work` in a transaction and repeats it when the database asks for that. Because it may run more than once,
 * `work` does nothing outside the database: no mail, no HTTP, no memory of its own.
 * @throws what `work` throws; DatabaseUnavailable when the database cannot do it, with nothing done; OutcomeUnknown when the connection broke
 * at the commit, which is never repeated.
 */
export async function inTransaction<Tables, Result>(
  database: Kysely<Tables>, work: (transaction: Transaction<Tables>) => Promise<Result>, options: TransactionOptions = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    let stage = 'beginning' as Stage
    let reason: unknown
    try {
      const isolated = options.isolation ? database.transaction().setIsolationLevel(options.isolation) : database.transaction()
      return await (options.access ? isolated.setAccessMode(options.access) : isolated).execute(async (transaction) => {
        stage = 'working'
        try {
          const result = await work(transaction)
          stage = 'committing'
          return result
        } catch (error) {
          stage = 'failed'
          reason = error
          throw error
        }
      })
    } catch (error) {
      // Where the connection broke, its rollback fails too, and would hide why the work failed.
      await repeatOrThrow(stage, reason ?? error, attempt)
    }
  }
}

/** Returns when the transaction is to run again, otherwise throws what it ended with. */
async function repeatOrThrow(stage: Stage, error: unknown, attempt: number): Promise<void> {
  const isAway = error instanceof DatabaseUnavailable && error.kind === 'away'
  if (isAway && stage === 'committing' && error.mayHaveArrived) throw new OutcomeUnknown(error)
  // The pool may hand out a connection that broke while nobody used it; nothing was asked of it yet but what the transaction begins with.
  if (isAway && (stage === 'beginning' || error.wasFirst) && attempt === 1) return
  if (troubleOf(error) !== 'conflict') throw error
  if (attempt === attempts) throw new DatabaseUnavailable('conflict', error)
  await delay(Math.random() * 10 * 2 ** attempt)
}

/**
 * Runs `work`, which only reads, on one connection without a transaction: each statement is one by itself, sees what was committed when it began, as in a
 * transaction that reads what is committed, and costs no round trip beside its own. The database refuses a write of it.
 */
export async function inReads<Tables, Result>(database: Kysely<Tables>, tenantId: string, work: (reader: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  const read = (): Promise<Result> => database.connection().execute(async (connection) => {
    await nameReader(connection, tenantId)
    return work(connection as Transaction<Tables>)
  })
  return read().catch((error: unknown) => {
    // The pool may hand out a connection that broke while nobody used it, and a read may be made again.
    if (error instanceof DatabaseUnavailable && error.kind === 'away') return read()
    throw error
  })
}
