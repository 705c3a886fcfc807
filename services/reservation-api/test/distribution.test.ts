import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrationsFolder } from '../src/settings.ts'
import type { Tables } from '../src/tables.ts'
import { projectRoot } from './chaos/processes.ts'

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

/** Tables that every server would have whole, each with the reason; their keys need no tenant (decision 0284). */
const referenceTables: Readonly<Record<string, string>> = {
  tenant: 'one row for each tenant, found by host, and every table refers to it',
  fleet_token: 'a call of a company brings nothing but the token, and the tenant is what is looked for; two rows for each tenant, written when a token is made or revoked and on the first call of a day',
}
/** Written by migrations alone; stays on the server that is asked first. */
const local = 'kysely_migration'

/** Every other table: its rows lie where their tenant's do. */
const distributed = async (): Promise<readonly string[]> =>
  (await lines(`select relname as line from pg_class where relkind = 'r' and relnamespace = ${ours} order by 1`)).filter((table) => table !== local && !(table in referenceTables))
const areDistributed = (column: string): string => `${column} <> all('{${[...Object.keys(referenceTables), local].map((table) => `reservation.${table}`).join(',')}}'::regclass[])`
/** Foreign keys, as `table → table that it refers to`. */
const references = () => lines(`select distinct conrelid::regclass || ' → ' || confrelid::regclass as line from pg_constraint where contype = 'f' and connamespace = ${ours} and conrelid <> confrelid order by 1`)

describe('rows of different tenants may lie on different servers (REL-17)', () => {
  it('because every table has the tenant, but those that each server has whole (DEC-268, DEC-364)', async () => {
    expect(await lines(`select relname as line from pg_class c where relkind = 'r' and relnamespace = ${ours} and ${areDistributed('c.oid')}
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull) order by 1`)).toEqual([])
    expect((await distributed()).length).toBeGreaterThan(50)
  })
  it('because every unique key of such a table begins with the tenant (DEC-268, DEC-364)', async () => {
    expect(await lines(`select c.relname || '(' || a.attname || ')' as line from pg_index x join pg_class c on c.oid = x.indrelid left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
      where c.relnamespace = ${ours} and (x.indisunique or x.indisexclusion) and a.attname is distinct from 'tenant_id' and ${areDistributed('c.oid')} order by 1`)).toEqual([])
  })
  it('because every foreign key begins with the tenant on both sides, and empties no column of its own (DEC-268, DEC-364)', async () => {
    expect(await lines(`select r.conrelid::regclass || ' ' || pg_get_constraintdef(r.oid) as line from pg_constraint r
      join pg_attribute own on own.attrelid = r.conrelid and own.attnum = r.conkey[1] join pg_attribute other on other.attrelid = r.confrelid and other.attnum = r.confkey[1]
      where r.contype = 'f' and r.connamespace = ${ours} and ${areDistributed('r.conrelid')}
        and (own.attname <> 'tenant_id' or other.attname <> case when r.confrelid = 'tenant'::regclass then 'id' else 'tenant_id' end or r.confdeltype in ('n', 'd') or r.confupdtype <> 'a')`)).toEqual([])
  })
  it('because a table that each server has whole refers to none whose rows are spread (DEC-364)', async () => {
    const from = (await references()).map((each) => each.split(' → ')).filter(([table = '']) => table in referenceTables)
    expect(from).toEqual([['fleet_token', 'tenant']])
  })
  it('because no trigger runs (DEC-268, CODE-12)', async () => {
    expect(await lines(`select tgrelid::regclass || ' ' || tgname as line from pg_trigger t join pg_class c on c.oid = t.tgrelid where not tgisinternal and c.relnamespace = ${ours}`)).toEqual([])
  })
  it('by the statements of the manual, which name every table once, those that others refer to first (DEC-364)', async () => {
    const [, section = ''] = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8').split('### Tenants on several servers\n')
    const [, text = ''] = /```sql\n([^`]+)```/.exec(section) ?? []
    const named = [...text.matchAll(/^select create_(reference|distributed)_table\('(\w+)'(, 'tenant_id')?\);$/gm)].map(([, kind = '', table = '', column]) => ({ kind: column === undefined ? kind : `${kind} by tenant`, table }))
    expect(named.filter(({ kind }) => kind === 'reference').map(({ table }) => table)).toEqual(Object.keys(referenceTables))
    expect(named.filter(({ kind }) => kind === 'distributed by tenant').map(({ table }) => table).sort()).toEqual([...await distributed()].sort())
    expect(named.length).toBe(text.split('\n').filter((line) => line.includes('create_')).length)
    const at = new Map(named.map(({ table }, place) => [table, place]))
    expect((await references()).filter((each) => {
      const [table = '', other = ''] = each.split(' → ')
      return (at.get(other) ?? Infinity) >= (at.get(table) ?? -1)
    })).toEqual([])
  })
})

describe('no transaction writes rows of two tenants (REL-17)', () => {
  const root = join(import.meta.dirname, '..', 'src')
  const sources = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts')).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const filesWith = (form: RegExp) => sources.filter(({ text }) => form.test(text)).map(({ file }) => file).sort()

  it('because one that may write has one tenant from its beginning, and nothing here names another (DEC-364, CODE-12)', () => {
    expect(filesWith(/app\.tenant|\bnameTenant\(transaction|\.transaction\(\)/)).toEqual([])
    // Looks cannot write (decision 0285). Settings, their drafts and tokens lie outside the walls of row-level security; each of these is about one tenant's.
    expect(filesWith(/(?<!\blooks\.)\bwithTx\(/)).toEqual(['http/fleet-routes.ts', 'http/internal/fleet-token-routes.ts', 'http/internal/settings-routes.ts', 'http/internal/tenant-routes.ts', 'tenants/draft-worker.ts'])
  })
  it('and what looks over all tenants only reads: PostgreSQL lets no such function write (DEC-364)', async () => {
    const functions = await lines(`select proname || ' ' || provolatile::text as line from pg_proc where pronamespace = ${ours} order by 1`)
    expect(functions.length).toBeGreaterThan(4)
    expect(functions.filter((each) => each.endsWith(' v'))).toEqual([])
  })
})
