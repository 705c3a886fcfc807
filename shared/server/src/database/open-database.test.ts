import { fileURLToPath } from 'node:url'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from './open-database.ts'

interface Tables {
  note: { tenant_id: string; id: number; text: string; day: string | null; moment: string | null }
  counter: { name: string; value: number }
}
const place = { schema: 'notes', migrations: fileURLToPath(new URL('./fixtures', import.meta.url)) }

let database: TestDatabase<Tables>
beforeAll(async () => {
  database = await testDatabase<Tables>(place)
  for (const tenant of ['a', 'b']) {
    await database.withTenant(tenant, (tx) => tx.insertInto('note')
      .values({ tenant_id: tenant, id: 1, text: `note of ${tenant}`, day: '2026-03-29', moment: '2026-03-29T02:30:00' }).execute())
  }
})
afterAll(() => database.close())

describe('tenants are apart in the database itself', () => {
  it('shows a tenant its own rows even when the query forgets to ask for them', async () => {
    const rows = await database.withTenant('a', (tx) => tx.selectFrom('note').select('text').execute())
    expect(rows).toEqual([{ text: 'note of a' }])
  })

  it('shows no row at all when nobody said for which tenant', async () => {
    await expect(database.withTx((tx) => tx.selectFrom('note').selectAll().execute())).resolves.toEqual([])
  })

  it('refuses to write a row of another tenant', async () => {
    const write = database.withTenant('a', (tx) => tx.insertInto('note').values({ tenant_id: 'b', id: 2, text: '', day: null, moment: null }).execute())
    await expect(write).rejects.toThrow(/row-level security/)
  })

  it('forgets the tenant when the transaction ends, so a pooled connection carries nothing over', async () => {
    const narrow = openDatabase<Tables>({ url: database.url, schema: place.schema, poolSize: 1 })
    await narrow.withTenant('a', async () => undefined)
    await expect(narrow.withTx((tx) => tx.selectFrom('note').selectAll().execute())).resolves.toEqual([])
    await narrow.close()
  })
})

describe('transactions', () => {
  it('loses no count when twenty writers meet on one row under serializable isolation', async () => {
    await Promise.all(Array.from({ length: 20 }, () => database.withTx(async (tx) => {
      const { value } = await tx.selectFrom('counter').select('value').where('name', '=', 'notes').executeTakeFirstOrThrow()
      await tx.updateTable('counter').set({ value: value + 1 }).where('name', '=', 'notes').execute()
    }, { isolation: 'serializable' })))
    const { value } = await database.kysely.selectFrom('counter').select('value').executeTakeFirstOrThrow()
    expect(value).toBe(20)
  })

  it('repeats what the database asks to repeat, and nothing else', async () => {
    let runs = 0
    await database.withTx(async (tx) => {
      runs += 1
      if (runs < 3) await sql.raw('do $$ begin raise exception sqlstate \'40001\'; end $$').execute(tx)
    })
    expect(runs).toBe(3)
    await expect(database.withTx(async (tx) => {
      runs += 1
      await sql`select 1 / 0`.execute(tx)
    })).rejects.toThrow(/division by zero/)
    expect(runs).toBe(4)
  })
})

describe('columns', () => {
  it('keeps plain dates and local times as they are, in every zone of the server', async () => {
    const row = await database.withTenant('a', (tx) => tx.selectFrom('note').select(['id', 'day', 'moment']).executeTakeFirstOrThrow())
    expect(row).toEqual({ id: 1, day: '2026-03-29', moment: '2026-03-29T02:30:00' })
  })

  it('throws rather than round a number that is too large', async () => {
    await expect(sql`select 9007199254740993::bigint as n`.execute(database.kysely)).rejects.toThrow(RangeError)
  })
})

describe('migrations', () => {
  it('are applied once, however many services start at the same moment', async () => {
    const fresh = { url: database.url, schema: 'again', migrations: place.migrations }
    const services = Array.from({ length: 4 }, () => openDatabase<Tables>(fresh))
    const applied = await Promise.all(services.map((service) => service.migrate()))
    expect(applied.flat().sort()).toEqual(['001-notes', '002-note-count'])
    await Promise.all(services.map((service) => service.close()))
  })

  it('names the file that failed', async () => {
    const broken = openDatabase({ url: database.url, schema: 'broken', migrations: fileURLToPath(new URL('./broken-fixtures', import.meta.url)) })
    await expect(broken.migrate()).rejects.toThrow('Migration broken/001-no-such-type failed')
    await broken.close()
  })
})
