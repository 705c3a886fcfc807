import { resolve } from 'node:path'
import { assetsFolder, databaseSetting, dataDirSetting, readSettings } from '@checkin/server'
import { projectRoot } from '@checkin/tooling/ownership'
import * as z from 'zod'

const Environment = z.object({
  DATABASE_URL: databaseSetting().optional(),
  CHECKIN_BACKUP_URL: databaseSetting().optional(),
  CHECKIN_DATA_DIR: dataDirSetting(),
  CHECKIN_ASSETS_DIR: z.string().min(1).optional(),
  CHECKIN_BACKUP_PASSPHRASE: z.string().min(16).optional(),
  CHECKIN_KEY_FILE: z.string().min(1).optional(),
  CHECKIN_PG_BIN: z.string().min(1).optional(),
  CHECKIN_ASSETS_BUCKET: z.string().optional(),
  CHECKIN_DOCUMENTS_BUCKET: z.string().optional(),
})

/** What is backed up or restored. */
export interface BackupSettings {
  /** The database as the role of the services, which owns everything; null: the embedded one. */
  readonly databaseUrl: string | null
  /** The same database as the role that reads past row-level security; null: the embedded one's own. */
  readonly backupUrl: string | null
  readonly dataDir: string
  readonly assetsDir: string
  /** Seals the keys in the backup; null leaves them out. */
  readonly passphrase: string | null
  /** File of the keys that wrap the keys of tenants; null: none is named. */
  readonly keyFile: string | null
  /** Where PostgreSQL's client programs are looked for first. */
  readonly programs: string | null
}

/** Settings of `npm run backup` and `npm run restore`; throws SettingsError with the names of the variables to mend, BackupProblem where files lie in buckets. */
export function backupSettings(env: Readonly<Record<string, string | undefined>> = process.env): BackupSettings {
  const read = readSettings(Environment, env)
  if (read.CHECKIN_ASSETS_BUCKET !== undefined || read.CHECKIN_DOCUMENTS_BUCKET !== undefined) {
    throw new BackupProblem('Files of this installation lie in an object store, which this does not copy: dump the database with pg_dump as the backup role, then copy the buckets (docs/operations.md)')
  }
  return {
    databaseUrl: read.DATABASE_URL ?? null, backupUrl: read.CHECKIN_BACKUP_URL ?? null,
    dataDir: resolve(projectRoot, read.CHECKIN_DATA_DIR), assetsDir: assetsFolder(read, projectRoot),
    passphrase: read.CHECKIN_BACKUP_PASSPHRASE ?? null, keyFile: read.CHECKIN_KEY_FILE ?? null, programs: read.CHECKIN_PG_BIN ?? null,
  }
}

/** Something that whoever runs the command can mend: its message is all that they need. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem'
}
