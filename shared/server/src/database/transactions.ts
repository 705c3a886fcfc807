import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'

export type { Transaction } from 'kysely'

/** Serialisation failure and deadlock: the database asks for the whole transaction once more. */
const again = new Set(['40001', '40P01'])
const attempts = 8

const isAgain = (error: unknown): boolean => error instanceof Error && 'code' in error && again.has(String(error.code))

export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
}

/**
 * Runs `work` in a transaction and repeats it when the database asks for that. Because it may run more than once,
 * `work` does nothing outside the database: no mail, no HTTP, no memory of its own.
 */
export async function inTransaction<Tables, Result>(
  database: Kysely<Tables>, work: (transaction: Transaction<Tables>) => Promise<Result>, options: TransactionOptions = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const builder = database.transaction()
      return await (options.isolation ? builder.setIsolationLevel(options.isolation) : builder).execute(work)
    } catch (error) {
      if (!isAgain(error) || attempt === attempts) throw error
      await delay(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** The tenant that row-level security compares with, until the transaction ends. */
export async function nameTenant(transaction: Transaction<unknown>, tenantId: string): Promise<void> {
  await sql`select set_config('app.tenant', ${tenantId}, true)`.execute(transaction)
}
