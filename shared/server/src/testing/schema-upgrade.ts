import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../database/open-database.ts'
import pg from 'pg'
import { inject } from 'vitest'
import { testDatabase, type TestDatabaseOptions } from './test-database.ts'

/** What a schema is, in lines that two databases can be compared by: columns, constraints, indexes, row-level security, rights, functions, triggers. */
export async function schemaLines(adminUrl: string, schema: string): Promise<readonly string[]> {
  const lines = `
    select format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) from information_schema.columns where table_schema = $1
    union all select format('constraint %s.%s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = $1::regnamespace
    union all select format('index %s', indexdef) from pg_indexes where schemaname = $1
    union all select format('policy %s.%s %s %s', tablename, policyname, cmd, qual) from pg_policies where schemaname = $1
    union all select format('security %s %s %s', relname, relrowsecurity, relforcerowsecurity) from pg_class where relnamespace = $1::regnamespace and relkind = 'r'
    union all select format('right %s %s %s', grantee, privilege_type, table_name) from information_schema.role_table_grants where table_schema = $1 and grantee = 'checkin_app'
    union all select format('right %s %s %s.%s', grantee, privilege_type, table_name, column_name) from information_schema.column_privileges where table_schema = $1 and grantee = 'checkin_app'
    union all select format('function %s', proname) from pg_proc where pronamespace = $1::regnamespace
    union all select format('trigger %s.%s', event_object_table, trigger_name) from information_schema.triggers where trigger_schema = $1
    order by 1`
  return withAdmin(adminUrl, schema, async (admin) => (await admin.query<{ format: string }>(lines, [schema])).rows.map(({ format }) => format).filter((line) => !line.includes('kysely_migration_lock')))
}

/**
 * The schema of a database that an earlier release migrated, with the files `applied` in that order and the role that owns the tables, and that this
 * release then migrates; and that of a new one.
 */
export async function freshAndUpgraded(options: TestDatabaseOptions, applied: readonly string[]): Promise<{ readonly fresh: readonly string[]; readonly upgraded: readonly string[] }> {
  const database = await testDatabase(options)
  const fresh = await schemaLines(database.adminUrl, options.schema)
  await database.close()
  const earlier = `upgraded_${randomUUID().replaceAll('-', '')}`
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${earlier}` }).href
  await withAdmin(inject('postgresAdminUrl'), 'public', (admin) => admin.query(`create database ${earlier} owner checkin`))
  const url = at(inject('postgresAppUrl'))
  await withAdmin(url, options.schema, async (owner) => {
    await owner.query(`create schema ${options.schema}; create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`)
    for (const [at, name] of applied.entries()) {
      await owner.query(await readFile(join(options.migrations, `${name}.sql`), 'utf8'))
      await owner.query('insert into kysely_migration values ($1, $2)', [name, new Date(Date.UTC(2026, 10, 21, 0, at)).toISOString()])
    }
  })
  const upgrading = openDatabase({ url, ...options })
  try {
    await upgrading.migrate()
  } finally {
    await upgrading.close()
  }
  return { fresh, upgraded: await schemaLines(at(inject('postgresAdminUrl')), options.schema) }
}

async function withAdmin<Result>(url: string, schema: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
