import { fileURLToPath } from 'node:url'
import { Registry } from 'prom-client'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { watchDatabase } from './database-watch.ts'
import { openDatabase } from './open-database.ts'

let database: TestDatabase<object>
beforeEach(async () => { database = await testDatabase<object>({ schema: 'notes', migrations: fileURLToPath(new URL('./fixtures', import.meta.url)) }) })
afterEach(() => database.close())

const never = { everyMs: 3_600_000 }
const lines = async (metrics: Registry): Promise<string> => metrics.metrics()
const stateOf = async (metrics: Registry): Promise<string | undefined> => /checkin_database_state\{state="([\w-]+)"\} 1/.exec(await lines(metrics))?.[1]

describe('what an operator sees of the database of a service (DEC-317)', () => {
  it('is which of its connections are in use and how many callers wait for one', async () => {
    const metrics = new Registry()
    const narrow = openDatabase<object>({ url: database.url, schema: 'notes', poolSize: 1 })
    const watch = watchDatabase(narrow, metrics, never)
    await watch.run()
    let [release, begun] = [(): void => undefined, (): void => undefined]
    const isBegun = new Promise<void>((done) => { begun = done })
    const work = narrow.withTx(() => new Promise<void>((done) => { release = done; begun() }))
    await isBegun
    const waits = narrow.ping()
    expect(await lines(metrics)).toMatch(/state="in-use"\} 1\n.*state="idle"\} 0\n.*state="waiting"\} 1\n/)
    expect(await lines(metrics)).toContain('checkin_database_connections_most 1')
    release()
    await Promise.all([work, waits])
    expect(await lines(metrics)).toMatch(/state="in-use"\} 0\n.*state="idle"\} 1\n.*state="waiting"\} 0\n/)
    watch.stop()
    await narrow.close()
  })

  it('is that it takes writes, takes none after a failover to a standby, and is away', async () => {
    const metrics = new Registry()
    const watched = openDatabase<object>({ url: database.url, schema: 'notes', poolSize: 1 })
    const watch = watchDatabase(watched, metrics, never)
    await watch.run()
    expect(await stateOf(metrics)).toBe('writable')
    const admin = new pg.Client({ connectionString: database.adminUrl })
    await admin.connect()
    await admin.query(`alter database "${new URL(database.url).pathname.slice(1)}" set default_transaction_read_only = on`)
    // A new connection meets what the server is now.
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
    await watched.ping().catch(() => undefined)
    await watch.run()
    expect(await stateOf(metrics)).toBe('read-only')
    await admin.end()
    await watched.close()
    await expect(watch.run()).rejects.toThrow()
    const gone = new Registry()
    const another = watchDatabase(watched, gone, never)
    await expect(another.run()).rejects.toThrow()
    expect(await stateOf(gone)).toBe('away')
    watch.stop()
    another.stop()
  })

  it('is by how much the clock of the process is ahead of its own or behind', async () => {
    for (const ahead of [7200, -7200]) {
      const metrics = new Registry()
      const watch = watchDatabase(database, metrics, { ...never, now: () => Date.now() + ahead * 1000 })
      await watch.run()
      const skew = Number(/^checkin_clock_skew_seconds (\S+)$/m.exec(await lines(metrics))?.[1])
      expect(Math.abs(skew - ahead)).toBeLessThan(60)
      watch.stop()
    }
  })
})
