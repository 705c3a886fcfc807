import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrationsFolder } from '../src/settings.ts'
import type { Tables } from '../src/tables.ts'

let database: TestDatabase<Tables>
let admin: pg.Client
beforeAll(async () => {
  database = await testDatabase<Tables>({ schema: 'reservation', migrations: migrationsFolder })
  admin = new pg.Client({ connectionString: database.adminUrl, options: '-c search_path=reservation' })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await database.close()
})

const lines = async (text: string): Promise<readonly string[]> => (await admin.query<{ line: string }>(text)).rows.map(({ line }) => line)
const ours = "'reservation'::regnamespace"

/** Tables that every server would have whole, because there is one row for each tenant and release (decision 0179). */
const referenceTables = ['kysely_migration', 'tenant']
/** Keys over all tenants, each with the reason why it is one: a caller has nothing but the secret, and the tenant is what is looked for. */
const keysOfAllTenants = [
  'fleet_token(id)', // the part of a token that finds it
  'fleet_token(token_hash)', // tokens of the release before are found by it
  'rental_agreement(return_token_hash)', // who comes back from signing may be at another tenant's address
]

describe('rows of different tenants may lie on different servers (REL-17)', () => {
  it('because every table but two has the tenant (DEC-268)', async () => {
    expect(await lines(`select relname as line from pg_class c where relkind = 'r' and relnamespace = ${ours}
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') order by 1`)).toEqual(referenceTables)
  })
  it('because every unique key begins with the tenant, but for three that find a tenant (DEC-268)', async () => {
    expect(await lines(`select c.relname || '(' || a.attname || ')' as line from pg_index x join pg_class c on c.oid = x.indrelid left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
      where c.relnamespace = ${ours} and x.indisunique and a.attname is distinct from 'tenant_id' and c.relname <> all('{${referenceTables.join(',')}}') order by 1`)).toEqual(keysOfAllTenants)
  })
  it('because every foreign key begins with the tenant on both sides (DEC-268)', async () => {
    expect(await lines(`select r.conrelid::regclass || ' ' || pg_get_constraintdef(r.oid) as line from pg_constraint r
      join pg_attribute own on own.attrelid = r.conrelid and own.attnum = r.conkey[1] join pg_attribute other on other.attrelid = r.confrelid and other.attnum = r.confkey[1]
      where r.contype = 'f' and r.connamespace = ${ours} and (own.attname <> 'tenant_id' or other.attname <> case when r.confrelid = 'tenant'::regclass then 'id' else 'tenant_id' end)`)).toEqual([])
  })
  it('because no trigger runs (DEC-268, CODE-12)', async () => {
    expect(await lines(`select tgrelid::regclass || ' ' || tgname as line from pg_trigger t join pg_class c on c.oid = t.tgrelid where not tgisinternal and c.relnamespace = ${ours}`)).toEqual([])
  })
})
