import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase, type Database } from '../database/open-database.ts'
import pg from 'pg'
import { inject } from 'vitest'
import './postgres-once.ts'

export interface TestDatabaseOptions {
  /** The PostgreSQL schema of the service. */
  readonly schema: string
  /** Folder of the service's `.sql` files. */
  readonly migrations: string
}

export interface TestDatabase<Tables> extends Database<Tables> {
  /** For a second pool, as the role that services use. */
  readonly url: string
  /** The superuser's address, to look behind row-level security. */
  readonly adminUrl: string
}

/**
 * A migrated database for one test file, in about 30 ms: a copy of a template that the first caller makes.
 * Call it in `beforeAll` and `close` it in `afterAll`; the run's PostgreSQL takes it away with itself.
 */
export async function testDatabase<Tables>(options: TestDatabaseOptions): Promise<TestDatabase<Tables>> {
  const template = `template_${(await fingerprint(options)).slice(0, 20)}`
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(async (admin) => {
    // One maker at a time; the others wait and then find the template ready.
    await admin.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (!rowCount) await makeTemplate(admin, template, options)
    await admin.query('select pg_advisory_unlock(hashtext($1))', [template])
    await admin.query(`create database ${name} template ${template} owner checkin`)
  })
  const url = withDatabase(inject('postgresAppUrl'), name)
  const database = openDatabase<Tables>({ url, schema: options.schema, migrations: options.migrations, poolSize: 20 })
  return { ...database, url, adminUrl: withDatabase(inject('postgresAdminUrl'), name) }
}

async function makeTemplate(admin: pg.Client, template: string, { schema, migrations }: TestDatabaseOptions): Promise<void> {
  const unfinished = `${template}_unfinished`
  await admin.query(`drop database if exists ${unfinished} with (force)`)
  await admin.query(`create database ${unfinished} owner checkin`)
  const database = openDatabase({ url: withDatabase(inject('postgresAppUrl'), unfinished), schema, migrations })
  try {
    await database.migrate()
  } finally {
    await database.close()
  }
  await admin.query(`alter database ${unfinished} rename to ${template}`)
}

async function asAdmin(work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresAdminUrl') })
  // A connection that ends while nothing is asked tells the next query; without a listener it would end the process.
  admin.on('error', () => undefined)
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

async function fingerprint({ schema, migrations }: TestDatabaseOptions): Promise<string> {
  const hash = createHash('sha256').update(schema)
  for (const name of (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort()) {
    hash.update(`\n${name}\n`).update(await readFile(join(migrations, name)))
  }
  return hash.digest('hex')
}
