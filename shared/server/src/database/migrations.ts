import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'

export interface MigrationOptions {
  /** The PostgreSQL schema that the service owns. */
  readonly schema: string
  /** Folder of plain `.sql` files, applied once each in the order of their names; never changed once released. */
  readonly folder: string
}

/** Applies the files that are not applied yet, under a lock, each service in a schema of its own. Answers their names. */
export async function migrate(database: Kysely<unknown>, { schema, folder }: MigrationOptions): Promise<readonly string[]> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => sqlFiles(folder) },
    migrationTableSchema: schema,
    // Features own number ranges, so a new file of one may sort before an applied file of another.
    allowUnorderedMigrations: true,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find((result) => result.status === 'Error')
  if (failed) throw new Error(`Migration ${schema}/${failed.migrationName} failed: ${messageOf(error)}`, { cause: error })
  if (error) throw new Error(`Migrations of ${schema} failed: ${messageOf(error)}`, { cause: error })
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

async function sqlFiles(folder: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    migrations[name.slice(0, -'.sql'.length)] = { up: async (database) => { await sql.raw(text).execute(database) } }
  }
  return migrations
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
