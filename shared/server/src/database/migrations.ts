import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Kysely, type Transaction } from 'kysely'

/** The role that services work as. It owns nothing, so that what it may do with a table can be taken from it; the role of `DATABASE_URL` owns the tables. */
export const appRole = 'checkin_app'

export interface MigrationOptions {
  /** The PostgreSQL schema that the service owns. */
  readonly schema: string
  /**
   * Folder of plain `.sql` files whose names begin with a number, applied once each in the order of their names; never changed once released. Beside
   * them may lie `privileges.sql`, which takes from the application role what it must not do, and `ordered-after.txt`, which names the last file of the
   * time when numbers did not follow time: a database may have applied the files up to it in any order (decision 0129).
   * A file that takes something away says since which file no release needs it: `-- contract: since 190-two-phones` (decision 0145).
   */
  readonly folder: string
}

/** One at a time over the whole server. Releases before this one take the same lock. */
const lock = 3_853_314_791_062_309_107n

/** The file that a contracting migration names: releases that have it do not need what is taken away. Null for a migration that only adds. */
export const contractSince = (text: string): string | null => /^-- contract: since (\d[\w-]*)\s*$/m.exec(text)?.[1] ?? null

/**
 * Applies the files that are not applied yet, all or none, each service in a schema of its own, as the role that owns the tables. Answers their names.
 * A database that newer releases migrated is left as it is: what they added disturbs nobody. Throws with the file's name when one fails, when a newer
 * release took away what this one needs, and when a file would come after one with a higher number.
 */
export async function migrate(database: Kysely<unknown>, { schema, folder }: MigrationOptions): Promise<readonly string[]> {
  const { files, privileges, orderedAfter } = await readFolder(folder)
  const failed = (what: string, error: unknown) => new Error(`${what} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.raw(String(lock))})`.execute(transaction)
    await requireAppRole(transaction)
    const done = await appliedFiles(transaction, schema)
    const applied = done.map(({ name }) => name)
    const known = files.map(({ name }) => name)
    const pending = files.filter(({ name }) => !applied.includes(name))
    requireKnown(schema, done, known)
    requireOrder(schema, { applied, pending: pending.map(({ name }) => name), orderedAfter })
    for (const { name, text } of pending) {
      await sql.raw(text).execute(transaction).catch((error: unknown) => { throw failed(`Migration ${schema}/${name}`, error) })
      await sql`insert into ${sql.table(record)} (name, timestamp, contract_since) values (${name}, ${new Date().toISOString()}, ${contractSince(text)})`.execute(transaction)
    }
    if (pending.length > 0 || !await mayEnter(transaction, schema)) {
      await grant(transaction, schema, privileges).catch((error: unknown) => { throw failed(`Granting rights in ${schema}`, error) })
    }
    return pending.map(({ name }) => name)
  })
}

/** Where Kysely's own migrator, which earlier releases used, wrote down what it applied. */
const record = 'kysely_migration'

interface AppliedFile {
  readonly name: string
  readonly since: string | null
}

async function appliedFiles(transaction: Transaction<unknown>, schema: string): Promise<readonly AppliedFile[]> {
  await sql`create schema if not exists ${sql.id(schema)}`.execute(transaction)
  await sql`create table if not exists ${sql.table(record)} (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(transaction)
  await sql`alter table ${sql.table(record)} add column if not exists contract_since varchar(255)`.execute(transaction)
  return (await sql<AppliedFile>`select name, contract_since as since from ${sql.table(record)} order by name`.execute(transaction)).rows
}

/** What a newer release applied stands behind all that this one knows, and took nothing away that this one needs. */
function requireKnown(schema: string, applied: readonly AppliedFile[], known: readonly string[]): void {
  const last = known.at(-1) ?? ''
  for (const { name, since } of applied.filter((each) => !known.includes(each.name))) {
    if (name < last) throw new Error(`The database has migration ${schema}/${name}, which this release does not have and which comes before its own ${last}`)
    if (since !== null && !known.includes(since)) {
      throw new Error(`The database has migration ${schema}/${name}, which took away what releases without ${since} need: start a release that has it, or restore the backup`)
    }
  }
}

interface Order {
  readonly applied: readonly string[]
  readonly pending: readonly string[]
  readonly orderedAfter: string
}

function requireOrder(schema: string, { applied, pending, orderedAfter }: Order): void {
  const last = applied.at(-1) ?? ''
  const late = pending.find((name) => name < last && name > orderedAfter)
  if (late !== undefined) throw new Error(`Migration ${schema}/${late} comes after ${last}, which is applied already: give it a higher number`)
}

async function requireAppRole(transaction: Transaction<unknown>): Promise<void> {
  const { rows: [found] } = await sql<{ isMember: boolean | null }>`
    select (select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = ${appRole}) as "isMember"`.execute(transaction)
  if (found?.isMember) return
  throw new Error(`The role ${appRole} is missing or not granted. As the administrator of the database: create role ${appRole} nologin; grant ${appRole} to the role of DATABASE_URL`)
}

/** False for a schema that was just made, restored without rights, or last migrated by a release in which services owned their tables. */
async function mayEnter(transaction: Transaction<unknown>, schema: string): Promise<boolean> {
  const { rows: [found] } = await sql<{ may: boolean }>`select has_schema_privilege(${appRole}, ${schema}, 'usage') as may`.execute(transaction)
  return found?.may ?? false
}

/** Rows of every table to the application role, then `privileges.sql`; others see nothing of it before the commit. */
async function grant(transaction: Transaction<unknown>, schema: string, privileges: string): Promise<void> {
  const [within, role] = [sql.id(schema), sql.id(appRole)]
  await sql`grant usage on schema ${within} to ${role}`.execute(transaction)
  await sql`revoke all on all tables in schema ${within} from ${role}`.execute(transaction)
  await sql`grant select, insert, update, delete on all tables in schema ${within} to ${role}`.execute(transaction)
  await sql`grant usage, select on all sequences in schema ${within} to ${role}`.execute(transaction)
  await sql`revoke insert, update, delete on ${sql.table(record)} from ${role}`.execute(transaction)
  if (privileges !== '') await sql.raw(privileges).execute(transaction)
}

async function readFolder(folder: string) {
  const present = await readdir(folder)
  const textOf = (name: string): Promise<string> => (present.includes(name) ? readFile(join(folder, name), 'utf8') : Promise.resolve(''))
  const names = present.filter((name) => /^\d.*\.sql$/.test(name)).sort()
  return {
    files: await Promise.all(names.map(async (name) => ({ name: name.slice(0, -'.sql'.length), text: await textOf(name) }))),
    privileges: await textOf('privileges.sql'), orderedAfter: (await textOf('ordered-after.txt')).trim(),
  }
}
