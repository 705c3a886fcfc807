import { chmod, chown, copyFile, lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { clusterHome, isThere, makeFolder } from './cluster.ts'
import type { SystemUser } from './run-program.ts'
import { unprivilegedUser } from './unprivileged-user.ts'

/** Folders whose content belongs to a running server only; the empty folder is enough (as `pg_basebackup` has it). */
const ofTheRunning = new Set(['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans', 'pg_wal'])
const notCopied = /^(postmaster\.(pid|opts)|server\.log|pgsql_tmp.*|current_logfiles|backup_label)$/

/** Whether a data folder has an embedded database, running or not. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return isThere(join(await clusterHome(resolve(dataDir)), 'pgdata', 'PG_VERSION'))
}

/**
 * Copies the embedded database while it runs, with the write-ahead log of the time that it takes: the copy starts as after a power cut and comes to the
 * moment at which the copying ended. For where there is no `pg_dump` of this version; only the same major version can start it.
 */
export async function copyCluster({ dataDir, adminUrl, target }: { readonly dataDir: string; readonly adminUrl: string; readonly target: string }): Promise<void> {
  const source = join(await clusterHome(resolve(dataDir)), 'pgdata')
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    // Keeps the log from being recycled; goes with this connection.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [`checkin_backup_${process.pid}`])
    await client.query('select pg_backup_start($1, true)', ['checkin'])
    await copyFolder(source, target, (path) => notCopied.test(path.split('/').at(-1) ?? '') || ofTheRunning.has(dirname(path)))
    const { rows: [label] } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    if (!label) throw new Error('PostgreSQL did not end the copying')
    await writeFile(join(target, 'backup_label'), label.labelfile, { mode: 0o600 })
    await copyFolder(join(source, 'pg_wal'), join(target, 'pg_wal'), (path) => path.startsWith('archive_status/') || path.startsWith('summaries/'))
  } finally {
    await client.end()
  }
}

/** Puts a copy to where the embedded database of a data folder lies, owned by the user that PostgreSQL runs as. The next start brings it up to its end. */
export async function placeCluster({ dataDir, copy }: { readonly dataDir: string; readonly copy: string }): Promise<void> {
  const home = await clusterHome(resolve(dataDir))
  const target = join(home, 'pgdata')
  if (await isThere(target)) throw new Error(`${target} is there already`)
  const user = await unprivilegedUser(target)
  const unfinished = `${target}.new`
  await rm(unfinished, { recursive: true, force: true })
  for (const folder of [unfinished, join(home, 'socket')]) await makeFolder(folder, user)
  await copyFolder(copy, unfinished, () => false, user)
  await rename(unfinished, target)
}

async function copyFolder(source: string, target: string, isLeft: (path: string) => boolean, user: SystemUser | null = null, below = ''): Promise<void> {
  await mkdir(join(target, below), { recursive: true, mode: 0o700 })
  if (user) await chown(join(target, below), user.uid, user.gid)
  for (const name of await readdir(join(source, below))) {
    const path = below === '' ? name : `${below}/${name}`
    if (isLeft(path)) continue
    // A file may go while the server runs; what it held is in the log then.
    const found = await lstat(join(source, path)).catch(goneIsNull)
    if (found?.isDirectory()) await copyFolder(source, target, isLeft, user, path)
    if (!found?.isFile()) continue
    const copied = await copyFile(join(source, path), join(target, path)).then(() => true, goneIsNull)
    if (copied === null) continue
    await chmod(join(target, path), 0o600)
    if (user) await chown(join(target, path), user.uid, user.gid)
  }
}

function goneIsNull(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
