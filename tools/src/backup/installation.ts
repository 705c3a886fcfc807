import { hasCluster, startPostgres } from '@checkin/server/postgres'
import pg from 'pg'
import { readsEverything } from './inventory.ts'
import { BackupProblem, type BackupSettings } from './settings.ts'

/** The database of an installation, reachable. */
export interface Reached {
  /** As the role of the services; null when the command was not told. */
  readonly ownerUrl: string | null
  /** As the role that reads past row-level security. */
  readonly backupUrl: string
  /** Superuser of the embedded database; null for every other one. */
  readonly adminUrl: string | null
  /** Lets go of it; the embedded one ends when it did not run before. */
  readonly leave: () => Promise<void>
}

/** Reaches the database that the settings name: a server by its addresses, or the embedded one, started when it does not run. */
export async function reachDatabase({ databaseUrl, backupUrl, dataDir }: BackupSettings, { mayMake }: { readonly mayMake: boolean }): Promise<Reached> {
  if (databaseUrl !== null || backupUrl !== null) {
    if (backupUrl === null) throw new BackupProblem('CHECKIN_BACKUP_URL is missing: the database as a role that reads past row-level security (docs/operations.md, "Backup and restore")')
    return { ownerUrl: databaseUrl, backupUrl, adminUrl: null, leave: () => Promise.resolve() }
  }
  if (!mayMake && !await hasCluster(dataDir)) throw new BackupProblem(`${dataDir} has no embedded database; another one is named by CHECKIN_BACKUP_URL`)
  const embedded = await startPostgres({ dataDir })
  return {
    ownerUrl: embedded.url, backupUrl: embedded.backupUrl, adminUrl: embedded.adminUrl,
    leave: () => (embedded.adopted ? Promise.resolve() : embedded.stop()),
  }
}

/** Connects for as long as the work takes. */
export async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'checkin-backup', options: '-c timezone=UTC' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Refuses a role that row-level security holds for: it would see nothing, and a backup of nothing looks like one. */
export async function requireFullSight(client: pg.Client): Promise<void> {
  if (await readsEverything(client)) return
  const { rows: [role] } = await client.query<{ name: string }>('select current_user as name')
  throw new BackupProblem(`The role "${role?.name ?? ''}" is subject to row-level security and cannot make or check a backup: it needs BYPASSRLS (docs/operations.md, "Backup and restore")`)
}

/** Major version of the server. */
export async function majorOf(client: pg.Client): Promise<number> {
  const { rows: [row] } = await client.query<{ number: number }>('select current_setting(\'server_version_num\')::int / 10000 as number')
  return row?.number ?? 0
}
