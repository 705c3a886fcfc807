import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { columnParsers } from './column-types.ts'
import { migrate } from './migrations.ts'
import { inTransaction, nameTenant, type TransactionOptions } from './transactions.ts'

export interface DatabaseOptions {
  /** `postgres://…` of any PostgreSQL from 15 to 18. */
  readonly url: string
  /** The schema that this service owns; names without a schema mean it. */
  readonly schema: string
  /** Folder of the service's `.sql` files. */
  readonly migrations?: string
  /** Most connections of this process; 10 unless told. */
  readonly poolSize?: number
  /** Told when an idle connection breaks, for example because PostgreSQL restarts; the pool mends itself. */
  readonly onConnectionLost?: (error: Error) => void
}

export interface Database<Tables> {
  readonly kysely: Kysely<Tables>
  /** A transaction that is repeated on 40001 and 40P01; `work` has no effect outside the database. */
  readonly withTx: <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>, options?: TransactionOptions) => Promise<Result>
  /** The same with `app.tenant` set, without which row-level security shows no row. */
  readonly withTenant: <Result>(
    tenantId: string, work: (transaction: Transaction<Tables>) => Promise<Result>, options?: TransactionOptions,
  ) => Promise<Result>
  /** Applies the migrations that are not applied yet; safe from many processes at once. */
  readonly migrate: () => Promise<readonly string[]>
  /** Throws when the database does not answer; for `readyz`. */
  readonly ping: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens a pool on PostgreSQL. Connects with the first query, so that a service starts before its database does. */
export function openDatabase<Tables>(options: DatabaseOptions): Database<Tables> {
  if (!/^[a-z_][a-z0-9_]*$/.test(options.schema)) throw new Error(`'${options.schema}' is no plain schema name`)
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    application_name: `checkin-${options.schema}`,
    options: `-c search_path=${options.schema} -c timezone=UTC -c idle_in_transaction_session_timeout=30000 -c statement_timeout=30000`,
    types: columnParsers,
  })
  // Without a listener a lost idle connection would end the process.
  pool.on('error', (error) => options.onConnectionLost?.(error))
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

  return {
    kysely,
    withTx: (work, transactionOptions) => inTransaction(kysely, work, transactionOptions),
    withTenant: (tenantId, work, transactionOptions) => inTransaction(kysely, async (transaction) => {
      await nameTenant(transaction as Transaction<unknown>, tenantId)
      return work(transaction)
    }, transactionOptions),
    migrate: async () => {
      const { migrations: folder, schema } = options
      return folder === undefined ? [] : migrate(kysely as Kysely<unknown>, { schema, folder })
    },
    ping: async () => { await sql`select 1`.execute(kysely) },
    close: () => kysely.destroy(),
  }
}
