import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from './open-database.ts'

let home: TestDatabase<unknown>
let folder = ''
let schema = ''
let count = 0
beforeAll(async () => { home = await testDatabase({ schema: 'notes', migrations: join(import.meta.dirname, 'fixtures') }) })
afterAll(() => home.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  schema = `order_${count += 1}`
})

/** Migrates with these files: a table for each name, or the text that is given. */
async function migrated(names: readonly string[], others: Readonly<Record<string, string>> = {}) {
  await rm(folder, { recursive: true })
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const name of names) await writeFile(join(folder, `${name}.sql`), `create table t${name.slice(0, 3)} (value text)`)
  for (const [name, text] of Object.entries(others)) await writeFile(join(folder, name), text)
  const database = openDatabase<unknown>({ url: home.url, schema, migrations: folder, poolSize: 1 })
  onTestFinished(() => database.close())
  return { applied: await database.migrate(), run: (statement: string) => sql.raw(statement).execute(database.kysely) }
}

describe('the order of migrations', () => {
  it('is that of the names, and what is applied is not applied again', async () => {
    expect((await migrated(['020-b', '010-a'])).applied).toEqual(['010-a', '020-b'])
    expect((await migrated(['010-a', '020-b', '030-c'])).applied).toEqual(['030-c'])
  })

  it('refuses a file whose number lies below an applied one', async () => {
    await migrated(['010-a', '030-c'])
    await expect(migrated(['010-a', '020-b', '030-c'])).rejects.toThrow('020-b comes after 030-c')
  })

  it('lets files of the time before it come later', async () => {
    const before = { 'ordered-after.txt': '030-c\n' }
    await migrated(['010-a', '030-c'], before)
    expect((await migrated(['010-a', '020-b', '030-c', '040-d'], before)).applied).toEqual(['020-b', '040-d'])
    await expect(migrated(['010-a', '020-b', '030-c', '035-late', '040-d'], before)).rejects.toThrow('035-late comes after 040-d')
  })

  it('refuses an applied file that this release should have and has not', async () => {
    await migrated(['010-a', '020-b', '030-c'])
    await expect(migrated(['010-a', '030-c'])).rejects.toThrow('020-b, which this release does not have')
  })
})

describe('a database that a newer release migrated (decision 0145)', () => {
  const privileges = (what: string) => ({ 'privileges.sql': `revoke ${what} on t010 from checkin_app` })

  it('is left as it is by the release before, and taken up again by the newer one', async () => {
    await migrated(['010-a', '020-b'], privileges('delete'))
    const { applied, run } = await migrated(['010-a'], privileges('update'))
    expect(applied).toEqual([])
    await run('insert into t010 values (\'one\')')
    await run('update t010 set value = \'two\'')
    await run('insert into t020 values (\'one\')')
    await expect(run('delete from t010')).rejects.toThrow('permission denied')
    expect((await migrated(['010-a', '020-b', '030-c'], privileges('delete'))).applied).toEqual(['030-c'])
  })

  it('is refused where it lacks what this release needs, and only there', async () => {
    const contracting = { '030-c.sql': '-- Nobody reads it any more.\n-- contract: since 020-b\ndrop table t010' }
    await migrated(['010-a', '020-b'], contracting)
    await expect(migrated(['010-a'])).rejects.toThrow('030-c, which took away what releases without 020-b need')
    expect((await migrated(['010-a', '020-b'])).applied).toEqual([])
  })

  it('is not migrated further by a release that lacks one of its files', async () => {
    await migrated(['010-a', '030-c'])
    await expect(migrated(['010-a', '020-b'])).rejects.toThrow('020-b comes after 030-c')
  })
})

describe('rights', () => {
  it('are rows of every table and no table itself', async () => {
    const { run } = await migrated(['010-a'])
    await run('insert into t010 values (\'one\')')
    await run('update t010 set value = \'two\'')
    await run('delete from t010')
    for (const statement of ['drop table t010', 'create table other (value text)', 'delete from kysely_migration']) await expect(run(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  it('are less where the service says so, for tables that come later too', async () => {
    const less = { 'privileges.sql': 'revoke update, delete on t010 from checkin_app' }
    await migrated(['010-a'], less)
    const { run } = await migrated(['010-a', '020-b'], less)
    await run('insert into t010 values (\'one\')')
    await run('update t020 set value = \'two\'')
    for (const statement of ['update t010 set value = \'two\'', 'delete from t010']) await expect(run(statement)).rejects.toThrow('permission denied')
  })
})
