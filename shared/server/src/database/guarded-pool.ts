import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DatabaseUnavailable, troubleOf } from './database-trouble.ts'

/**
 * The pool as queries see it. Trouble with the database arrives as DatabaseUnavailable and nothing else, a connection that met it never goes
 * back into the pool, and when `mostWaiting` callers wait already, the next is turned away at once instead of joining a queue without end.
 */
export function guardedPool(pool: pg.Pool, mostWaiting: number): PostgresPool {
  return {
    connect: async () => {
      if (pool.waitingCount >= mostWaiting) throw new DatabaseUnavailable('busy')
      return guardedClient(await pool.connect().catch((error: unknown) => { throw unavailableOr(error) }))
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

function guardedClient(client: pg.PoolClient): PostgresPoolClient {
  let trouble: DatabaseUnavailable | null = null
  // Kysely's interface is overloaded for cursors, which nothing here uses.
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    // What comes after a broken statement, its rollback for example, would wait for nothing, and must not hide what happened first.
    if (trouble) throw trouble
    try {
      return await client.query(text, [...values])
    } catch (error) {
      const thrown = unavailableOr(error)
      if (thrown instanceof DatabaseUnavailable) trouble = thrown
      throw thrown
    }
  }
  return { query: query as PostgresPoolClient['query'], release: (destroy) => { client.release(trouble !== null || destroy) } }
}

/** A conflict stays what it is: whoever runs the transaction repeats it. */
const unavailableOr = (error: unknown): unknown => (troubleOf(error) === 'away' ? new DatabaseUnavailable('away', error) : error)
