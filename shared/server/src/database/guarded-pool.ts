import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DatabaseUnavailable, troubleOf } from './database-trouble.ts'
import { Bundle, pipelined, type Answer, type Statement } from './pipeline.ts'
import { namesReader, namesTenant } from './tenant-statements.ts'

/**
 * The pool as queries see it. Trouble with the database arrives as DatabaseUnavailable and nothing else, a connection that met it never goes
 * back into the pool, and when `mostWaiting` callers wait already, the next is turned away at once instead of joining a queue without end.
 * With `local`, statements that make a transaction's settings, every statement runs in a transaction that begins with them (DEC-267).
 */
export function guardedPool(pool: pg.Pool, mostWaiting: number, local: readonly Statement[] = []): PostgresPool {
  return {
    connect: async () => {
      if (pool.waitingCount >= mostWaiting) throw new DatabaseUnavailable('busy')
      return guardedClient(await pool.connect().catch((error: unknown) => { throw unavailableOr(error) }), local)
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

function guardedClient(client: pg.PoolClient, local: readonly Statement[]): PostgresPoolClient {
  const sender = new Sender(client, local)
  let trouble: DatabaseUnavailable | null = null
  // Kysely's interface is overloaded for cursors, which nothing here uses.
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    // What comes after a broken statement, its rollback for example, would wait for nothing, and must not hide what happened first.
    if (trouble) throw trouble
    try {
      return await sender.send({ text, values })
    } catch (error) {
      const thrown = unavailableOr(error, sender.isBeginning, sender.isReading)
      if (thrown instanceof DatabaseUnavailable) trouble = thrown
      throw thrown
    }
  }
  return { query: query as PostgresPoolClient['query'], release: (destroy) => { client.release(trouble !== null || destroy) } }
}

/** A write where only reads may be is no trouble of the database: a program asked for it. */
const isForbiddenWrite = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25006'

/** A conflict stays what it is: whoever runs the transaction repeats it. */
const unavailableOr = (error: unknown, isFirst = false, isReading = false): unknown =>
  (troubleOf(error) === 'away' && !(isReading && isForbiddenWrite(error)) ? new DatabaseUnavailable('away', error, isFirst) : error)

const begins = /^(begin|start transaction)\b/i
const ends = /^(commit|rollback)$/i
/** What is answered to a statement that was not sent yet, or need not be. */
const nothing = (command: string): Answer => ({ command, rowCount: 0, rows: [] })

/**
 * Sends what is asked of a connection in as few round trips as it can: what begins a transaction and names its tenant waits for the first statement and goes with it,
 * and a transaction in which nothing was asked is none. A reader's statements, and with a pooler those outside of a transaction, bring along what they need each.
 */
class Sender {
  readonly #client: pg.PoolClient
  readonly #local: readonly Statement[]
  /** What goes before the next statement. */
  #held: readonly Statement[] = []
  /** What goes before every statement of a reader. */
  #reader: readonly Statement[] | null = null
  /** Whether a transaction was asked for, and whether the server knows of it. */
  #isWithin = false
  #isBegun = false
  #isBeginning = false

  constructor(client: pg.PoolClient, local: readonly Statement[]) {
    this.#client = client
    this.#local = local
  }

  /** Whether the beginning of a transaction was sent and nothing of it answered: none of it is there to go on with. */
  get isBeginning(): boolean { return this.#isBeginning }
  get isReading(): boolean { return this.#reader !== null }

  async send(statement: Statement): Promise<Answer> {
    const { text, values: [first] } = statement
    if (begins.test(text)) {
      this.#isWithin = true
      this.#held = [statement, ...this.#local]
      return nothing('BEGIN')
    }
    if (ends.test(text)) return this.#end(statement)
    if (text === namesTenant && this.#isWithin) {
      this.#held = [...this.#held, statement]
      return nothing('SELECT')
    }
    if (text === namesReader) {
      this.#reader = [...this.#local, statement]
      return nothing('SELECT')
    }
    if (first instanceof Bundle) {
      const answers = await this.#together(first.statements)
      return { command: 'SELECT', rowCount: answers.length, rows: answers.map(({ rows }) => rows) }
    }
    return this.#one(statement)
  }

  async #end(statement: Statement): Promise<Answer> {
    const isBegun = this.#isBegun
    this.#isWithin = false
    this.#isBegun = false
    this.#isBeginning = false
    this.#held = []
    return isBegun ? this.#plain(statement) : nothing(statement.text.toUpperCase())
  }

  async #one(statement: Statement): Promise<Answer> {
    // Without values the text may be several statements, as migrations are, which no round trip takes beside others.
    if (statement.values.length > 0 || this.#reader) return (await this.#together([statement])).at(-1) ?? nothing('SELECT')
    if (this.#isWithin) {
      if (this.#held.length > 0) await this.#together([])
      return this.#plain(statement)
    }
    if (this.#local.length === 0) return this.#plain(statement)
    await pipelined(this.#client, [{ text: 'begin', values: [] }, ...this.#local])
    try {
      const answer = await this.#plain(statement)
      await this.#plain({ text: 'commit', values: [] })
      return answer
    } catch (error) {
      // Where the connection broke, this fails too, and must not hide why.
      await this.#plain({ text: 'rollback', values: [] }).catch(() => undefined)
      throw error
    }
  }

  /** Sends statements with what has to go before them; answers theirs. */
  async #together(statements: readonly Statement[]): Promise<readonly Answer[]> {
    const before = this.#isWithin ? this.#held : this.#reader ?? this.#local
    this.#held = []
    this.#isBeginning = this.#isWithin && !this.#isBegun
    this.#isBegun = this.#isWithin
    if (before.length === 0 && statements[0] && statements.length === 1) return [await this.#plain(statements[0])]
    const answers = await pipelined(this.#client, [...before, ...statements])
    this.#isBeginning = false
    return answers.slice(before.length)
  }

  #plain({ text, values }: Statement): Promise<Answer> { return this.#client.query(text, [...values]) }
}
