import { Kysely, PostgresDialect, sql, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import { columnParsers } from './column-types.ts'
import { guardedPool } from './guarded-pool.ts'
import { localSettings, parameterList, poolerOf, requireSettings } from './pooled-settings.ts'
import { appRole, migrate } from './migrations.ts'
import { nameTenant } from './tenant-statements.ts'
import { inReads, inTransaction, type TransactionOptions } from './transactions.ts'

export interface DatabaseOptions {
  /** `postgres://…` of any PostgreSQL from 15 to 18; with `?pooler=transaction` of a PgBouncer before it that lends connections by transaction (DEC-267). */
  readonly url: string
  /** The schema that this service owns; names without a schema mean it. */
  readonly schema: string
  /** Folder of the service's `.sql` files, as `migrate` reads it. */
  readonly migrations?: string
  /** Most connections of this process; 10 unless told. */
  readonly poolSize?: number
  /** Most callers that wait for a connection at the same moment, before the next is refused; ten for each connection unless told. */
  readonly mostWaiting?: number
  /** No statement takes longer, in milliseconds; 30 s unless told. */
  readonly statementLimitMs?: number
  /** Told when an idle connection breaks, for example because PostgreSQL restarts; the pool mends itself. */
  readonly onConnectionLost?: (error: Error) => void
}

export interface Database<Tables> {
  readonly kysely: Kysely<Tables>
  /**
   * A transaction that is repeated on 40001 and 40P01; `work` has no effect outside the database. Throws DatabaseUnavailable when nothing was
   * done because the database is away or too busy, OutcomeUnknown when it broke off at the commit.
   */
  readonly withTx: <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>, options?: TransactionOptions) => Promise<Result>
  /** The same with `app.tenant` set, without which row-level security shows no row. */
  readonly withTenant: <Result>(
    tenantId: string, work: (transaction: Transaction<Tables>) => Promise<Result>, options?: TransactionOptions,
  ) => Promise<Result>
  /**
   * Reads of a tenant with less work for both sides: no transaction is begun, each statement is one by itself, and the database refuses a write. For `work` to which it
   * makes no difference when what it reads second is newer; it may run twice.
   */
  readonly readTenant: <Result>(tenantId: string, work: (reader: Transaction<Tables>) => Promise<Result>) => Promise<Result>
  /** Applies the migrations that are not applied yet, as the role that owns the tables; safe from many processes at once. */
  readonly migrate: () => Promise<readonly string[]>
  /** How many connections of this process are in use and idle, how many it has at most, and how many callers wait for one. */
  readonly connections: () => { readonly inUse: number; readonly idle: number; readonly waiting: number; readonly most: number }
  /** Throws when the database does not answer; for `readyz`. */
  readonly ping: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens a pool on PostgreSQL that works as the application role. Connects with the first query, so that a service starts before its database does. */
export function openDatabase<Tables>(options: DatabaseOptions): Database<Tables> {
  if (!/^[a-z_][a-z0-9_]*$/.test(options.schema)) throw new Error(`'${options.schema}' is no plain schema name`)
  const { poolSize = 10, mostWaiting = 10 * poolSize, statementLimitMs = 30_000 } = options
  const { url, isPooled } = poolerOf(options.url)
  const common: pg.PoolConfig = {
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    // A server that vanished without a word ends nothing by itself: the socket asks, and a statement that it forgot ends after its own limit.
    keepAlive: true,
    query_timeout: statementLimitMs + 10_000,
    application_name: `checkin-${options.schema}`,
    types: columnParsers,
  }
  const open = (role: string | null, max: number): { readonly pool: pg.Pool; readonly guarded: PostgresPool } => {
    const settings = {
      search_path: options.schema, timezone: 'UTC', idle_in_transaction_session_timeout: '30000', statement_timeout: String(statementLimitMs), ...(role !== null && { role }),
    }
    const pool = new pg.Pool({ ...common, max, ...(!isPooled && { options: parameterList(settings), verify: requireSettings(settings) }) })
    // Without a listener a lost idle connection would end the process.
    pool.on('error', (error) => options.onConnectionLost?.(error))
    // So would one that is lost between two statements of a transaction: the pool takes its own listener off while somebody has the connection.
    // The next statement, or the commit, tells whoever has it.
    pool.on('connect', (client) => { client.on('error', () => undefined) })
    return { pool, guarded: guardedPool(pool, mostWaiting, isPooled ? localSettings(settings) : []) }
  }
  const { pool: counted, guarded } = open(appRole, poolSize)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guarded }) })

  return {
    kysely,
    withTx: (work, transactionOptions) => inTransaction(kysely, work, transactionOptions),
    withTenant: (tenantId, work, transactionOptions) => inTransaction(kysely, async (transaction) => {
      await nameTenant(transaction, tenantId)
      return work(transaction)
    }, transactionOptions),
    readTenant: (tenantId, work) => inReads(kysely, tenantId, work),
    migrate: async () => {
      const { migrations: folder, schema } = options
      if (folder === undefined) return []
      const own = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: open(null, 1).guarded }) })
      try {
        return await migrate(own, { schema, folder })
      } finally {
        await own.destroy()
      }
    },
    connections: () => ({ inUse: counted.totalCount - counted.idleCount, idle: counted.idleCount, waiting: counted.waitingCount, most: poolSize }),
    ping: async () => { await sql`select 1`.execute(kysely) },
    close: () => kysely.destroy(),
  }
}
