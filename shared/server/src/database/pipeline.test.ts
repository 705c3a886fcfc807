import { fileURLToPath } from 'node:url'
import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { askedOfDatabase } from '../testing/asked-of-database.ts'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { compiledOnce } from './compiled-once.ts'
import { DatabaseUnavailable } from './database-trouble.ts'
import { openDatabase, type Database } from './open-database.ts'
import { together } from './pipeline.ts'

interface Tables {
  note: { tenant_id: string; id: number; text: string; day: string | null; moment: string | null }
  counter: { name: string; value: number }
}
const place = { schema: 'notes', migrations: fileURLToPath(new URL('./fixtures', import.meta.url)) }
const note = (tenant: string, id: number, text: string) => ({ tenant_id: tenant, id, text, day: null, moment: null })
const texts = (database: Transaction<Tables>) => database.selectFrom('note').select('text').orderBy('id')

let home: TestDatabase<Tables>
let admin: pg.Client
beforeAll(async () => {
  home = await testDatabase<Tables>(place)
  for (const tenant of ['a', 'b']) await home.withTenant(tenant, (tx) => tx.insertInto('note').values(note(tenant, 1, `of ${tenant}`)).execute())
  admin = new pg.Client({ connectionString: home.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await home.close()
})

const narrow = (): Database<Tables> => {
  const database = openDatabase<Tables>({ url: home.url, schema: place.schema, poolSize: 1 })
  onTestFinished(() => database.close().catch(() => undefined))
  return database
}

/** How often this process waits for the database while work goes on. */
const roundTrips = async (work: () => Promise<unknown>): Promise<number> => (await askedOfDatabase(work)).length

describe('round trips to the database', () => {
  it('are one for each statement of a transaction and one for its commit: the first brings the beginning and the tenant along', async () => {
    const database = narrow()
    await database.ping()
    expect(await roundTrips(() => database.withTenant('a', async (tx) => { await texts(tx).where('id', '=', 1).execute(); await texts(tx).where('id', '=', 2).execute() }))).toBe(3)
    expect(await roundTrips(() => database.withTenant('a', (tx) => texts(tx).where('id', '=', 1).execute(), { isolation: 'serializable' }))).toBe(2)
  })

  it('are none for a transaction in which nothing was asked', async () => {
    const database = narrow()
    await database.ping()
    expect(await roundTrips(() => database.withTenant('a', () => Promise.resolve()))).toBe(0)
    expect(await roundTrips(() => database.withTenant('a', () => Promise.reject(new RangeError('no'))).catch(() => undefined))).toBe(0)
  })

  it('are one for each read without a transaction, and one for all that is asked together', async () => {
    const database = narrow()
    await database.ping()
    expect(await roundTrips(() => database.readTenant('a', async (reader) => { await texts(reader).execute(); await texts(reader).execute() }))).toBe(2)
    expect(await roundTrips(() => database.readTenant('a', (reader) => together(reader, texts(reader), texts(reader), texts(reader))))).toBe(1)
    expect(await roundTrips(() => database.withTenant('a', (tx) => together(tx, texts(tx), texts(tx))))).toBe(2)
  })
})

describe('reads of a tenant without a transaction', () => {
  it('show its rows and no others, and leave nothing on the connection', async () => {
    const database = narrow()
    expect(await database.readTenant('a', (reader) => texts(reader).execute())).toEqual([{ text: 'of a' }])
    expect(await database.readTenant('b', (reader) => texts(reader).execute())).toEqual([{ text: 'of b' }])
    expect(await database.kysely.selectFrom('note').select('text').execute()).toEqual([])
    await database.withTx((tx) => tx.updateTable('counter').set({ value: 0 }).execute())
  })

  it('are refused a write by the database, which is no trouble of the database', async () => {
    const database = narrow()
    const write = database.readTenant('a', (reader) => reader.insertInto('note').values(note('a', 5, 'written')).execute())
    await expect(write).rejects.toThrow('read-only transaction')
    await expect(write).rejects.not.toBeInstanceOf(DatabaseUnavailable)
    await expect(database.readTenant('a', (reader) => reader.selectFrom('note').select('id').where('id', '=', 1).forUpdate().execute())).rejects.toThrow('read-only transaction')
  })

  it('see what others committed since, each by itself', async () => {
    const seen = await narrow().readTenant('b', async (reader) => {
      const before = await texts(reader).execute()
      await home.withTenant('b', (tx) => tx.insertInto('note').values(note('b', 2, 'since')).execute())
      return [before.length, (await texts(reader).execute()).length]
    })
    expect(seen).toEqual([1, 2])
  })

  it('are made again where the connection broke while nobody used it, as a transaction is by its first statement (REL-1)', async () => {
    const database = narrow()
    const endIt = async (): Promise<void> => {
      const { rows: [own] } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.kysely)
      await admin.query('select pg_terminate_backend($1)', [own?.pid])
    }
    for (let round = 0; round < 20; round += 1) {
      await endIt()
      expect(await database.readTenant('a', (reader) => texts(reader).where('id', '=', 1).execute())).toEqual([{ text: 'of a' }])
      await endIt()
      expect(await database.withTenant('a', (tx) => texts(tx).where('id', '=', 1).execute())).toEqual([{ text: 'of a' }])
    }
  })
})

describe('queries that are asked together', () => {
  it('answer the rows of each, in their order, and see what those before them wrote', async () => {
    const answers = await home.withTenant('a', (tx) => together(tx, tx.insertInto('note').values(note('a', 7, 'new')).returning('id'), texts(tx).where('id', '=', 7), texts(tx).where('id', '=', 8)))
    expect(answers).toEqual([[{ id: 7 }], [{ text: 'new' }], []])
  })

  it('end with the first that fails: those after it do not run, nor the transaction', async () => {
    const database = narrow()
    const failing = (tx: Transaction<Tables>) => tx.insertInto('note').values(note('a', 1, 'there already'))
    const added = (tx: Transaction<Tables>, id: number) => tx.insertInto('note').values(note('a', id, 'not to stay'))
    await expect(database.withTenant('a', (tx) => together(tx, added(tx, 20), failing(tx), added(tx, 21)))).rejects.toThrow('duplicate key')
    expect(await database.readTenant('a', (reader) => texts(reader).where('id', '>=', 20).execute())).toEqual([])
  })

  it('are not sent where a value of one cannot be, and the connection goes on', async () => {
    const database = narrow()
    const ring: Record<string, unknown> = {}
    ring['ring'] = ring
    const counted = database.kysely.updateTable('counter').set({ value: 99 })
    await expect(together(database.kysely, counted, database.kysely.selectFrom('counter').select('name').where('name', '=', ring as unknown as string))).rejects.toThrow('circular')
    expect(await database.kysely.selectFrom('counter').select('value').executeTakeFirst()).toEqual({ value: 0 })
  })

  it('reject what a column holds and no number can, and the connection goes on', async () => {
    const database = narrow()
    const large = database.readTenant('a', (reader) => reader.selectNoFrom(sql<number>`${'9007199254740993'}::bigint`.as('n')).execute())
    await expect(large).rejects.toThrow(RangeError)
    await expect(database.ping()).resolves.toBeUndefined()
  })
})

describe('a query that is compiled once', () => {
  it('is built at its first use, and asked with the values of each', async () => {
    let built = 0
    const byText = compiledOnce((tx: Transaction<Tables>, id: number, text: string) => {
      built += 1
      return tx.selectFrom('note').select('id').where('text', '=', text).where('id', '=', id)
    })
    const found = await home.readTenant('a', async (reader) => [await byText(reader, 1, 'of a').execute(), await byText(reader, 1, 'of b').execute(), ...await together(reader, byText(reader, 2, 'of a'), byText(reader, 1, 'of a'))])
    expect(found).toEqual([[{ id: 1 }], [], [], [{ id: 1 }]])
    expect(built).toBe(1)
  })
})
