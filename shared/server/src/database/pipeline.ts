import { CompiledQuery, type Compilable, type InferResult, type QueryExecutorProvider } from 'kysely'
import pg from 'pg'

/** One statement as the driver sends it. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** What of an answered statement is used. */
export interface Answer {
  readonly command: string | null
  readonly rowCount: number | null
  readonly rows: readonly unknown[]
}

/** Messages of the server to the statement that it answers; what the driver's own query does with them. */
interface Answering {
  _result: { _types: unknown }
  callback: (error: Error | null, answer?: Answer) => void
  readonly submit: (connection: pg.Connection) => Error | null
  readonly handleRowDescription: (message: unknown) => void
  readonly handleDataRow: (message: unknown) => void
  readonly handleCommandComplete: (message: unknown, connection: pg.Connection) => void
  readonly handleReadyForQuery: (connection: pg.Connection) => void
  readonly handleCopyInResponse: (connection: pg.Connection) => void
}
type Sending = pg.Connection & { readonly _send: (bytes: Buffer) => void }

/** Statements that are written at once and answered together, as the driver's client runs a query of any kind. */
class Pipeline implements pg.Submittable {
  /** For whoever counts or reads what a process asks. */
  readonly statements: readonly Statement[]
  /** The client puts its types of columns here before it submits. */
  readonly _result: { _types: unknown } = { _types: undefined }
  callback: (error: Error | null, answers?: readonly Answer[]) => void
  readonly #queries: readonly Answering[]
  readonly #answers: Answer[] = []
  #failure: Error | null = null
  #at = 0

  constructor(statements: readonly Statement[], callback: Pipeline['callback']) {
    this.statements = statements
    this.callback = callback
    this.#queries = statements.map(({ text, values }) => {
      const query = new pg.Query({ text, values: [...values], queryMode: 'extended' } as pg.QueryConfig) as unknown as Answering
      query.callback = (error, answer) => {
        if (error) this.#failure ??= error
        else if (answer) this.#answers.push(answer)
      }
      return query
    })
  }

  /** Nothing is sent where one of them cannot be. */
  submit = (connection: pg.Connection): Error | null => {
    const bytes: Buffer[] = []
    const send = (part: Buffer): void => { bytes.push(part) }
    // One end for all: what fails takes those after it along, and where no transaction is open, they are one.
    const gathering = Object.assign(Object.create(connection) as pg.Connection, { _send: send, sync: () => undefined, stream: {} })
    for (const query of this.#queries) {
      query._result._types = this._result._types
      const refused = query.submit(gathering) ?? this.#failure
      if (refused) return refused
    }
    connection.sync.call({ _send: send })
    ;(connection as Sending)._send(Buffer.concat(bytes))
    return null
  }

  handleRowDescription(message: unknown): void { this.#queries[this.#at]?.handleRowDescription(message) }
  handleDataRow(message: unknown): void { this.#queries[this.#at]?.handleDataRow(message) }
  handleCopyInResponse(connection: pg.Connection): void { this.#queries[this.#at]?.handleCopyInResponse(connection) }
  handleEmptyQuery(): void { this.#at += 1 }
  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.#queries[this.#at]?.handleCommandComplete(message, connection)
    this.#at += 1
  }
  handleError(error: Error): void { this.callback(error) }
  handleReadyForQuery(connection: pg.Connection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection)
    if (this.#failure) this.callback(this.#failure)
    else this.callback(null, this.#answers)
  }
}

/**
 * Sends statements in one round trip; they run one after the other, each as if it had been sent by itself, but outside of a transaction all of them are one.
 * Rejects with what the first that fails says; those after it do not run.
 */
export const pipelined = (client: pg.PoolClient, statements: readonly Statement[]): Promise<readonly Answer[]> => new Promise((resolve, reject) => {
  client.query(new Pipeline(statements, (error, answers = []) => {
    if (error) reject(error)
    else resolve(answers)
  }))
})

/** Statements that are one to the query builder, which sends none before the one before it was answered. */
export class Bundle {
  readonly statements: readonly Statement[]

  constructor(statements: readonly Statement[]) {
    this.statements = statements
  }
}

/** Runs queries that need nothing of each other's answers in one round trip, in this order; answers the rows of each. */
export async function together<const Queries extends readonly Compilable[]>(database: QueryExecutorProvider, ...queries: Queries): Promise<{ [At in keyof Queries]: InferResult<Queries[At]> }> {
  const bundle = new Bundle(queries.map((query) => query.compile()).map(({ sql: text, parameters: values }) => ({ text, values })))
  const { rows } = await database.getExecutor().executeQuery(CompiledQuery.raw('together', [bundle]))
  return rows as { [At in keyof Queries]: InferResult<Queries[At]> }
}
