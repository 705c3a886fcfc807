import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DatabaseUnavailable, troubleOf } from './database-trouble.ts'

/**
 * The pool as queries see it. Trouble with the database arrives as DatabaseUnavailable and nothing else, a connection that met it never goes
 * back into the pool, and when `mostWaiting` callers wait already, the next is turned away at once instead of joining a queue without end.
 * With `local`, statements that make a transaction's settings, every statement runs in a transaction that begins with them (DEC-267).
 */
export function guardedPool(pool: pg.Pool, mostWaiting: number, local: string | null = null): PostgresPool {
  return {
    connect: async () => {
      if (pool.waitingCount >= mostWaiting) throw new DatabaseUnavailable('busy')
      return guardedClient(await pool.connect().catch((error: unknown) => { throw unavailableOr(error) }), local)
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

function guardedClient(client: pg.PoolClient, local: string | null): PostgresPoolClient {
  const send = local === null ? (text: string, values: readonly unknown[]) => client.query(text, [...values]) : withLocalSettings(client, local)
  let trouble: DatabaseUnavailable | null = null
  // Kysely's interface is overloaded for cursors, which nothing here uses.
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    // What comes after a broken statement, its rollback for example, would wait for nothing, and must not hide what happened first.
    if (trouble) throw trouble
    try {
      return await send(text, values)
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

const begins = /^(begin|start transaction)\b/i
const ends = /^(commit|rollback)$/i

/** Sends statements so that each finds the settings: with the beginning of a transaction, and in one of its own where there is none. */
function withLocalSettings(client: pg.PoolClient, local: string) {
  let isWithin = false
  return async (text: string, values: readonly unknown[]): Promise<unknown> => {
    if (begins.test(text)) {
      isWithin = true
      return client.query(`${text}; ${local}`)
    }
    if (ends.test(text)) isWithin = false
    if (isWithin || ends.test(text)) return client.query(text, [...values])
    await client.query(`begin; ${local}`)
    try {
      const answer = await client.query(text, [...values])
      await client.query('commit')
      return answer
    } catch (error) {
      // Where the connection broke, this fails too, and must not hide why.
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  }
}
