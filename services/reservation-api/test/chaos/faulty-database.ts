import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@checkin/server'
import { startPostgres } from '@checkin/server/postgres'
import type { TestDatabase } from '@checkin/server/testing'
import pg from 'pg'
import { migrationsFolder } from '../../src/settings.ts'
import type { Tables } from '../../src/tables.ts'

/** What happens to PostgreSQL: every connection is ended; it is killed and started again; it is stopped for a while. */
export const databaseFaults = ['connections-end', 'crash', 'stop'] as const
export type DatabaseFault = (typeof databaseFaults)[number]

/** A PostgreSQL of its own that may be hurt, with its data on disk as in production (fsync). */
export async function faultyDatabase(folder: string, chance: () => number) {
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'database')
  let postgres = await startPostgres({ dataDir })
  const withName = (address: string): string => Object.assign(new URL(address), { pathname: '/checkin' }).href
  const [url, adminUrl] = [postgres.url, withName(postgres.adminUrl)]
  const database: TestDatabase<Tables> = { ...openDatabase<Tables>({ url, schema: 'reservation', migrations: migrationsFolder, poolSize: 20 }), url, adminUrl }
  await database.migrate()

  const asAdmin = async (statement: string): Promise<void> => {
    const admin = new pg.Client({ connectionString: adminUrl })
    admin.on('error', () => undefined)
    await admin.connect()
    try {
      await admin.query(statement)
    } finally {
      await admin.end()
    }
  }
  const isServing = (): Promise<boolean> => asAdmin('select 1').then(() => true, () => false)

  const harm: Readonly<Record<DatabaseFault, () => Promise<void>>> = {
    'connections-end': () => asAdmin("select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"),
    crash: async () => {
      const [pid] = (await readFile(join(dataDir, 'pgdata', 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    stop: async () => {
      await postgres.stop()
      await delay(500 + 1500 * chance())
      postgres = await startPostgres({ dataDir })
    },
  }
  return {
    database,
    /** Does it, and waits until PostgreSQL serves again. */
    suffer: async (fault: DatabaseFault): Promise<void> => {
      await harm[fault]()
      while (!await isServing()) await delay(100)
    },
    stop: async () => {
      await database.close()
      await postgres.stop()
    },
  }
}
