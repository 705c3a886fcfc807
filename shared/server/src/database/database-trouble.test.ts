import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DatabaseUnavailable, OutcomeUnknown } from './database-trouble.ts'
import { openDatabase, type Database, type DatabaseOptions } from './open-database.ts'

interface Tables { note: { tenant_id: string; id: number; text: string } }
const place = { schema: 'notes', migrations: fileURLToPath(new URL('./fixtures', import.meta.url)) }

let home: TestDatabase<Tables>
let admin: pg.Client
beforeAll(async () => {
  home = await testDatabase<Tables>(place)
  admin = new pg.Client({ connectionString: home.adminUrl, options: '-c search_path=notes' })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await home.close()
})

const opened = (options: Partial<DatabaseOptions> = {}): Database<Tables> => {
  const database = openDatabase<Tables>({ url: home.url, schema: place.schema, poolSize: 1, ...options })
  onTestFinished(() => database.close().catch(() => undefined))
  return database
}
const pidOf = async (connection: Kysely<Tables>): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)).rows[0]?.pid ?? 0
const end = (pid: number) => admin.query('select pg_terminate_backend($1)', [pid])
const served = (database: Database<Tables>) => database.withTx(async (transaction) => (await sql<{ n: number }>`select 1 as n`.execute(transaction)).rows)
const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'no failure', (error: unknown) => error)
/** Waits until another connection of ours is at a query that begins so, and answers its process. */
const busyWith = (text: string) => expect.poll(async () => {
  const { rows } = await admin.query<{ pid: number }>("select pid from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()", [`${text}%`])
  return rows[0]?.pid ?? null
}).not.toBeNull().then(async () => {
  const { rows } = await admin.query<{ pid: number }>("select pid from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()", [`${text}%`])
  return rows[0]?.pid ?? 0
})

describe('a failover of PostgreSQL (REL-1)', () => {
  it('ends no process, also when it happens between two statements of a transaction', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(new URL('../../test/survives-failover.fixture.ts', import.meta.url)), home.url])
    expect(JSON.parse(stdout)).toEqual(['DatabaseUnavailable', 'served'])
  })

  it('is told as such when it ends a statement, and the next transaction gets another connection at once', async () => {
    const database = opened()
    const waiting = failure(database.withTx((transaction) => sql`select pg_sleep(60)`.execute(transaction)))
    await end(await busyWith('select pg_sleep(60)'))
    expect(await waiting).toBeInstanceOf(DatabaseUnavailable)
    expect(await served(database)).toEqual([{ n: 1 }])
  })

  it('leaves no broken connection in the pool behind a query outside of transactions', async () => {
    const database = opened()
    for (let round = 0; round < 5; round += 1) {
      const next = failure(sql`select pg_sleep(61)`.execute(database.kysely)).then(async (error) => [error, await sql<{ n: number }>`select 1 as n`.execute(database.kysely)] as const)
      await end(await busyWith('select pg_sleep(61)'))
      const [error, { rows }] = await next
      expect(error).toBeInstanceOf(DatabaseUnavailable)
      expect(rows).toEqual([{ n: 1 }])
    }
  })

  it('is not noticed by a transaction that comes after it', async () => {
    const database = opened()
    for (let round = 0; round < 20; round += 1) {
      await end(await pidOf(database.kysely))
      expect(await served(database)).toEqual([{ n: 1 }])
    }
  })

  it('does not hide why the work itself was refused', async () => {
    const database = opened()
    const refused = database.withTx(async (transaction) => {
      await end(await pidOf(transaction))
      throw new RangeError('too many extras')
    })
    await expect(refused).rejects.toThrow(new RangeError('too many extras'))
    expect(await served(database)).toEqual([{ n: 1 }])
  })

  it('leaves it unknown whether a transaction took place that it met while committing', async () => {
    await admin.query(`create function notes.die() returns trigger language plpgsql security definer as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`)
    await admin.query('create constraint trigger die after insert on notes.note deferrable initially deferred for each row when (new.text = \'dies at commit\') execute function notes.die()')
    const database = opened()
    let runs = 0
    const broken = database.withTenant('a', (transaction) => {
      runs += 1
      return transaction.insertInto('note').values({ tenant_id: 'a', id: 900, text: 'dies at commit' }).execute()
    })
    expect(await failure(broken)).toBeInstanceOf(OutcomeUnknown)
    expect(runs).toBe(1)
  })
})

describe('a database that cannot be reached (REL-11)', () => {
  it.each([
    ['nobody listens', 'postgres://checkin@127.0.0.1:1/checkin'],
    ['its socket is gone', 'postgres://checkin@localhost/checkin?host=/nowhere-at-all'],
    ['its name is unknown', 'postgres://checkin@no-such-host.invalid/checkin'],
  ])('because %s is told as unavailable', async (_why, url) => {
    expect(await failure(opened({ url }).ping())).toMatchObject({ name: 'DatabaseUnavailable', kind: 'away' })
  })

  it('because it hangs up on whoever comes is told as unavailable', async () => {
    const server = createServer((socket) => { socket.destroy() }).listen(0, '127.0.0.1')
    onTestFinished(() => { server.close() })
    await new Promise((resolve) => { server.once('listening', resolve) })
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect(await failure(opened({ url: `postgres://checkin@127.0.0.1:${port}/checkin` }).ping())).toMatchObject({ name: 'DatabaseUnavailable', kind: 'away' })
  })

  it('because it has too many connections is told as unavailable', async () => {
    const name = new URL(home.url).pathname.slice(1)
    await admin.query(`alter database ${name} connection limit 0`)
    onTestFinished(async () => { await admin.query(`alter database ${name} connection limit -1`) })
    expect(await failure(opened().ping())).toMatchObject({ name: 'DatabaseUnavailable', kind: 'away', code: '53300' })
  })
})

describe('a crowd (REL-11)', () => {
  it('that waits for connections is turned away at once beyond a bound, and served within it', async () => {
    const database = opened({ mostWaiting: 3 })
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => { release = resolve })
    const holding = database.withTx(async (transaction) => {
      await pidOf(transaction)
      return held
    })
    await busyWithNothing()
    const waiting = Array.from({ length: 3 }, () => served(database))
    expect(await failure(served(database))).toMatchObject({ name: 'DatabaseUnavailable', kind: 'busy' })
    release()
    await holding
    expect(await Promise.all(waiting)).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 1 }]])
  })

  it('whose transactions speak against each other again and again is told as unavailable, with nothing done', async () => {
    const clash = database40001(opened())
    expect(await failure(clash)).toMatchObject({ name: 'DatabaseUnavailable', kind: 'conflict' })
  })
})

const busyWithNothing = () => expect.poll(async () =>
  (await admin.query("select 1 from pg_stat_activity where state = 'idle in transaction' and application_name = 'checkin-notes' and datname = current_database()")).rowCount).toBe(1)
const database40001 = (database: Database<Tables>) => database.withTx(async (transaction) => {
  await sql.raw('do $$ begin raise exception sqlstate \'40001\'; end $$').execute(transaction)
})
