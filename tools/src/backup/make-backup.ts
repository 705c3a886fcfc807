import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyCluster } from '@checkin/server/postgres'
import type pg from 'pg'
import { isStillThere, placeOf, problemsOf, readInventory, sealedRows, type Inventory, type SealedRow } from './inventory.ts'
import { copyFiles, filesBelow, isEmpty, writeSums } from './copied-files.ts'
import { connected, majorOf, reachDatabase, requireFullSight, type Reached } from './installation.ts'
import { writeManifest, type Manifest } from './manifest.ts'
import { findProgram, runProgram } from './pg-programs.ts'
import { keyFiles, sealKeys } from './sealed-keys.ts'
import { BackupProblem, type BackupSettings } from './settings.ts'

/** Gets a line for the operator at each step. */
export type Log = (line: string) => void

/**
 * Makes a backup in an empty folder while the product runs. The database comes first, the files after it: a picture's bytes are written before its row
 * and removed after it, so every row of the database's moment has its file, unless the picture was destroyed meanwhile, which is checked.
 */
export async function makeBackup(settings: BackupSettings, folder: string, log: Log): Promise<Manifest> {
  if (!await isEmpty(folder)) throw new BackupProblem(`${folder} is not empty`)
  const reached = await reachDatabase(settings, { mayMake: false })
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await connected(reached.backupUrl, async (client) => {
      await requireFullSight(client)
      return fill(settings, { folder, reached, client, log })
    })
  } catch (error) {
    // Without a manifest what cannot be removed, a mount point for example, is no backup either.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    throw error
  } finally {
    await reached.leave()
  }
}

interface Filling { readonly folder: string; readonly reached: Reached; readonly client: pg.Client; readonly log: Log }

async function fill(settings: BackupSettings, { folder, reached, client, log }: Filling): Promise<Manifest> {
  const serverMajor = await majorOf(client)
  const dump = findProgram('pg_dump', serverMajor, settings.programs)
  if (dump === null && reached.adminUrl === null) {
    throw new BackupProblem(`No pg_dump of PostgreSQL ${serverMajor} or newer was found: install "postgresql-client-${serverMajor}" or name its folder with CHECKIN_PG_BIN`)
  }
  if (dump === null && reached.adminUrl !== null) {
    log(`no pg_dump of PostgreSQL ${serverMajor} is installed: the embedded database's files are copied, which only PostgreSQL ${serverMajor} can start again`)
    await copyCluster({ dataDir: settings.dataDir, adminUrl: reached.adminUrl, target: join(folder, 'cluster') })
    await copyFile(join(settings.dataDir, 'postgres-roles.json'), join(folder, 'postgres-roles.json'))
  }
  await client.query('begin isolation level repeatable read read only')
  const inventory = await readInventory(client)
  if (dump !== null) await dumpOf(client, { program: dump.file, url: reached.backupUrl, file: join(folder, 'database.dump') })
  const problems = await problemsOf(client, inventory)
  log(`database: ${inventory.tables.length} tables, ${inventory.tables.reduce((sum, { rows }) => sum + rows, 0)} rows`)

  const documents = await copyFiles(join(settings.dataDir, 'documents'), join(folder, 'documents'), (path) => path.endsWith('.sealed'))
  const missing = await rowsWithoutFile(client, inventory, join(folder, 'documents'))
  await client.query('commit')
  const destroyedMeanwhile: string[] = []
  for (const row of missing) {
    if (await isStillThere(client, row)) problems.push(`${row.kind} ${row.id} of ${row.tenant} has no file`)
    else destroyedMeanwhile.push(placeOf(row))
  }
  const assets = await copyFiles(settings.assetsDir, join(folder, 'assets'))
  log(`files: ${documents} pictures and documents, ${assets} files of modules`)
  if (problems.length > 0) throw new BackupProblem(`The installation itself is not whole:\n${problems.join('\n')}`)

  const manifest: Manifest = {
    format: 1, madeAt: new Date().toISOString(), documents, assets, destroyedMeanwhile, keys: await takeKeys(settings, folder, log),
    database: { method: dump === null ? 'cluster' : 'dump', serverMajor, dumpedBy: dump?.major ?? serverMajor, books: dump === null ? null : inventory }, sums: await writeSums(folder),
  }
  await writeManifest(folder, manifest)
  return manifest
}

/** Dumps what this transaction sees, so that figures and dump are of one moment. */
async function dumpOf(client: pg.Client, { program, url, file }: { readonly program: string; readonly url: string; readonly file: string }): Promise<void> {
  const { rows: [exported] } = await client.query<{ name: string }>('select pg_export_snapshot() as name')
  await runProgram(program, ['--format=custom', `--snapshot=${exported?.name ?? ''}`, `--file=${file}`], url)
}

/** The rows whose bytes are not below a folder of sealed files. */
export async function rowsWithoutFile(client: pg.Client, inventory: Pick<Inventory, 'tables'>, folder: string): Promise<readonly SealedRow[]> {
  const there = new Set(await filesBelow(folder))
  const missing: SealedRow[] = []
  for await (const row of sealedRows(client, inventory)) if (!there.has(placeOf(row))) missing.push(row)
  return missing
}

async function takeKeys({ dataDir, passphrase }: BackupSettings, folder: string, log: Log): Promise<Manifest['keys']> {
  const names = await keyFiles(dataDir)
  if (names.length === 0) {
    log('WARNING: keys come from the environment and are NOT in this backup. Without CHECKIN_DOCUMENT_KEY no picture and no document of it can ever be opened: keep the keys in another vault.')
    return 'none'
  }
  if (passphrase === null) {
    log(`WARNING: ${names.join(', ')} are NOT in this backup, because CHECKIN_BACKUP_PASSPHRASE is not set. Without them no picture and no document of it can ever be opened: keep them in another vault.`)
    return 'left-out'
  }
  await sealKeys(dataDir, names, folder, passphrase)
  log(`keys: ${names.length} files, sealed with CHECKIN_BACKUP_PASSPHRASE; keep the passphrase elsewhere than the backup`)
  return 'sealed'
}
