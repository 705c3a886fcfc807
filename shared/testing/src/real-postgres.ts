import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where Debian and Ubuntu put each major version's programs. */
const debian = '/usr/lib/postgresql'

/**
 * Folder with the programs of a whole PostgreSQL, server and clients, unlike the embedded one, which has no `pg_dump`: `CHECKIN_PG_BIN`, else the newest
 * of Debian's packages. Null where none is installed; tests that need one say aloud that they are skipped.
 */
export function realPostgres(): string | null {
  const named = process.env['CHECKIN_PG_BIN']
  const folders = named === undefined ? (existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)).map((version) => join(debian, version, 'bin')) : []) : [named]
  return folders.find((folder) => ['initdb', 'postgres', 'pg_ctl', 'pg_dump', 'pg_restore'].every((name) => existsSync(join(folder, name)))) ?? null
}
