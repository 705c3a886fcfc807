import { fileURLToPath } from 'node:url'
import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { replicatedPostgres, type ReplicatedPostgres } from '../testing/standby.ts'
import { openDatabase, type Database } from './open-database.ts'
import { looksAtPrimary, looksAtReplica, type ReplicaState } from './replica.ts'

interface Tables {
  note: { tenant_id: string; id: number; text: string }
}

let servers: ReplicatedPostgres
let primary: Database<Tables>
let standby: pg.Client
beforeAll(async () => {
  servers = await replicatedPostgres()
  primary = openDatabase<Tables>({ url: servers.primary.url, schema: 'notes', migrations: fileURLToPath(new URL('./fixtures', import.meta.url)) })
  await primary.migrate()
  standby = await atStandby()
})
afterAll(async () => {
  await primary.close()
  await standby.end()
  await servers.stop()
})

async function atStandby(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(servers.standby.adminUrl), { pathname: '/checkin' }).href })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

let noteCount = 0
/** In the log when it answers, as with every server that keeps what it answered. */
const write = (tenant: string, text: string) => primary.withTenant(tenant, async (transaction) => {
  await sql`set local synchronous_commit = local`.execute(transaction)
  await transaction.insertInto('note').values({ tenant_id: tenant, id: (noteCount += 1), text }).execute()
})
/** Holds the standby where it is, until the test ends at the latest. */
async function pausedStandby(): Promise<void> {
  await standby.query('select pg_wal_replay_pause()')
  onTestFinished(async () => { await standby.query('select pg_wal_replay_resume()') })
}
const texts = async (transaction: Transaction<Tables>): Promise<readonly string[]> => (await transaction.selectFrom('note').select('text').orderBy('id').execute()).map(({ text }) => text)
/** Who answered and what was there. */
const answer = async (transaction: Transaction<Tables>) => {
  const { rows: [server] } = await sql<{ is_standby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(transaction)
  return { from: server?.is_standby ? 'standby' : 'primary', texts: await texts(transaction) }
}
/** Until the standby has all that the primary wrote. */
async function caughtUp(): Promise<void> {
  const { rows: [end] } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary.kysely)
  for (;;) {
    const { rows: [at] } = await standby.query<{ is_there: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there', [end?.lsn])
    if (at?.is_there) return
  }
}

/** Looks with a clock that the test moves, watched when it says so; used from the start unless told. */
async function looking({ url = servers.standby.url, isUsed = true } = {}) {
  const [metrics, changes, clock] = [new Registry(), [] as ReplicaState[], { now: 0 }]
  const looks = looksAtReplica<Tables>({ primary, replica: { url, schema: 'notes' }, metrics, everyMs: 3_600_000, now: () => clock.now, onChange: (state) => { changes.push(state) } })
  onTestFinished(() => looks.close())
  await looks.run()
  await caughtUp()
  if (isUsed) await looks.run()
  // Whether the standby had all of it at the first look is a matter of chance.
  if (changes[0] === 'behind') changes.shift()
  const state = async () => /checkin_replica_state\{state="(\w+)"\} 1/.exec(await metrics.metrics())?.[1]
  const counted = async () => [...(await metrics.metrics()).matchAll(/checkin_looks_total\{server="(\w+)"\} (\d+)/g)].map(([, server, count]) => `${server} ${count}`)
  return { looks, clock, changes, state, counted }
}

describe('a look that nobody acts upon at once (DEC-365)', () => {
  it('comes from the replica, with the rows of its tenant alone, and is counted', async () => {
    await write('one', 'first')
    await write('other', 'foreign')
    const { looks, state, counted, changes } = await looking()
    expect(await looks.withTenant('one', answer)).toEqual({ from: 'standby', texts: ['first'] })
    expect(await looks.withTenant('other', answer)).toEqual({ from: 'standby', texts: ['foreign'] })
    expect(await looks.withTx(answer)).toEqual({ from: 'standby', texts: [] })
    expect([await state(), await counted(), changes]).toEqual(['used', ['replica 3', 'primary 0'], ['used']])
  })

  it('works as the role of services there too, which owns nothing', async () => {
    const { looks } = await looking()
    const who = async (transaction: Transaction<Tables>) => (await sql<{ role: string; write: string }>`select current_user as role, current_setting('transaction_read_only') as write`.execute(transaction)).rows
    expect(await looks.withTx(who)).toEqual([{ role: 'checkin_app', write: 'on' }])
  })

  it('cannot write, at the primary neither, and then says so', async () => {
    const { looks, state } = await looking()
    const insert = (transaction: Transaction<Tables>) => transaction.insertInto('note').values({ tenant_id: 'one', id: 99, text: 'never' }).execute()
    await expect(looks.withTenant('one', insert)).rejects.toMatchObject({ code: '25006' })
    await expect(looksAtPrimary(primary).withTenant('one', insert)).rejects.toMatchObject({ code: '25006' })
    await expect(looksAtPrimary(primary).withTx(insert)).rejects.toMatchObject({ code: '25006' })
    expect(await state()).toBe('used')
  })

  it('stays with the replica while the primary writes nothing, however long', async () => {
    const { looks, clock } = await looking()
    for (let round = 0; round < 3; round += 1) {
      clock.now += 29_000
      await looks.run()
    }
    expect((await looks.withTenant('one', answer)).from).toBe('standby')
  })

  it('is answered by the primary when the replica lacks what was written 30 s ago, and by the replica again when it has it', async () => {
    const { looks, clock, state } = await looking()
    await pausedStandby()
    await write('late', 'newest')
    clock.now += 1
    await looks.run()
    // Less than 30 s: it may be as old as this.
    clock.now += 29_000
    await looks.run()
    expect(await looks.withTenant('late', answer)).toEqual({ from: 'standby', texts: [] })
    clock.now += 1000
    expect(await looks.withTenant('late', answer)).toEqual({ from: 'primary', texts: ['newest'] })
    expect(await state()).toBe('behind')
    await looks.run()
    expect(await state()).toBe('behind')
    await standby.query('select pg_wal_replay_resume()')
    await caughtUp()
    await looks.run()
    expect(await looks.withTenant('late', answer)).toEqual({ from: 'standby', texts: ['newest'] })
  })

  it('is answered by the primary when nobody has said for 30 s how far the primary is', async () => {
    const { looks, clock } = await looking()
    clock.now += 30_001
    expect((await looks.withTenant('one', answer)).from).toBe('primary')
  })

  it('is answered by the primary when a statement is cancelled for the replaying log, once, and the next one by the replica', async () => {
    const { looks, counted } = await looking()
    await standby.query('alter system set max_standby_streaming_delay = 0')
    await standby.query('select pg_reload_conf()')
    let [tries, isReading] = [0, (): void => undefined]
    const reading = new Promise<void>((done) => { isReading = done })
    const slow = looks.withTenant('one', async (transaction) => {
      tries += 1
      const found = await answer(transaction)
      if (found.from === 'primary') return found
      isReading()
      await sql`select text, pg_sleep(3600) from note`.execute(transaction)
      return found
    })
    await reading
    // The replica cannot replay this while somebody reads the table.
    const owner = new pg.Client({ connectionString: servers.primary.url })
    await owner.connect()
    await owner.query('begin; lock table notes.note in access exclusive mode; commit')
    await owner.end()
    expect([(await slow).from, tries]).toEqual(['primary', 2])
    await caughtUp()
    expect((await looks.withTenant('one', answer)).from).toBe('standby')
    expect(await counted()).toEqual(['replica 1', 'primary 1'])
  })

  it('finds at the primary what the replica does not have yet', async () => {
    const { looks } = await looking()
    await pausedStandby()
    await write('young', 'made')
    const found = (transaction: Transaction<Tables>) => transaction.selectFrom('note').select('text').executeTakeFirstOrThrow()
    expect(await looks.withTenant('young', found)).toEqual({ text: 'made' })
  })

  it('throws what the primary throws', async () => {
    const { looks } = await looking()
    await expect(looks.withTx(() => Promise.reject(new Error('there is no such tenant')))).rejects.toThrow('there is no such tenant')
  })
})

describe('a replica that does not answer (DEC-365)', () => {
  it('from the start is not asked, and the primary answers', async () => {
    const { looks, state, counted, changes } = await looking({ url: 'postgres://checkin:nothing@127.0.0.1:1/checkin' })
    expect((await looks.withTenant('one', answer)).from).toBe('primary')
    expect([await state(), await counted(), changes]).toEqual(['away', ['replica 0', 'primary 1'], []])
  })

  it('because it dies in the middle of a look leaves that look to the primary, is left alone, and is used again when it is back', async () => {
    const { looks, state, changes } = await looking()
    let isAsleep = (): void => undefined
    const asleep = new Promise<void>((done) => { isAsleep = done })
    const slow = looks.withTenant('one', async (transaction) => {
      const { from } = await answer(transaction)
      if (from === 'standby') {
        isAsleep()
        await sql`select pg_sleep(3600)`.execute(transaction)
      }
      return answer(transaction)
    })
    await asleep
    await servers.kill()
    expect(await slow).toEqual({ from: 'primary', texts: ['first'] })
    expect(await state()).toBe('away')
    expect((await looks.withTenant('one', answer)).from).toBe('primary')
    await looks.run()
    expect(await state()).toBe('away')
    await servers.revive()
    standby = await atStandby()
    await caughtUp()
    await looks.run()
    expect((await looks.withTenant('one', answer)).from).toBe('standby')
    expect(changes).toEqual(['used', 'away', 'used'])
  })

  it('because it has become a primary answers like one', async () => {
    const { looks, state } = await looking()
    await standby.query('select pg_promote()')
    await looks.run()
    expect([await state(), await looks.withTenant('one', answer)]).toEqual(['used', { from: 'primary', texts: ['first'] }])
    // As long as it was a standby, nothing could be written there anyway.
    const access = async (transaction: Transaction<Tables>) => (await sql<{ transaction_read_only: string }>`show transaction_read_only`.execute(transaction)).rows
    expect(await looks.withTenant('one', access)).toEqual([{ transaction_read_only: 'on' }])
  })
})
