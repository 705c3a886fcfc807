import pg from 'pg'
import { openDatabase } from '../src/database/open-database.ts'

/**
 * A process of its own whose connection ends between two statements of a transaction, as at a failover of PostgreSQL. Writes what the
 * transaction ended with, then what the next one says; an error that nobody listens to would end it before.
 */
const [url = ''] = process.argv.slice(2)
const database = openDatabase<{ note: { text: string } }>({ url, schema: 'notes', poolSize: 1 })
const first = await database.withTx(async (transaction) => {
  const { pid } = await transaction.selectNoFrom((from) => from.fn<number>('pg_backend_pid').as('pid')).executeTakeFirstOrThrow()
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('select pg_terminate_backend($1)', [pid])
  // The transaction waits for something else, here until its connection is seen to be gone.
  for (let left = 100; left > 0 && (await other.query('select 1 from pg_stat_activity where pid = $1', [pid])).rowCount; left -= 1);
  await other.end()
  await new Promise((resolve) => { setTimeout(resolve, 50) })
  return 'committed'
}).catch((error: unknown) => (error instanceof Error ? error.name : 'no error'))
const second = await database.withTx((transaction) => transaction.selectNoFrom((from) => from.val('served').as('answer')).executeTakeFirstOrThrow())
console.log(JSON.stringify([first, second.answer]))
await database.close()
