import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCluster, placeCluster } from '@checkin/server/postgres'
import type pg from 'pg'
import { differences, placeOf, problemsOf, readInventory, tablesOf, wrappingKeys } from './inventory.ts'
import { checkSums, copyFiles, isEmpty } from './copied-files.ts'
import { connected, majorOf, reachDatabase, requireFullSight, type Reached } from './installation.ts'
import { rowsWithoutFile, type Log } from './make-backup.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { findProgram, runProgram } from './pg-programs.ts'
import { keyFiles, openKeys, placeKeys, type Keys } from './sealed-keys.ts'
import { BackupProblem, type BackupSettings } from './settings.ts'

/** Brings a backup into an empty installation, and checks it against what was backed up. Nothing may run on the target yet. */
export async function restoreBackup(settings: BackupSettings, folder: string, log: Log): Promise<void> {
  const manifest = await readManifest(folder)
  await checkSums(folder, manifest.sums)
  log(`the backup of ${manifest.madeAt} is whole`)
  await requireEmptyFolders(settings)
  // Opened before anything is written: a wrong passphrase leaves the target as it was.
  const keys = manifest.keys === 'sealed' && settings.passphrase !== null ? await openKeys(folder, settings.passphrase) : null
  await (manifest.database.method === 'cluster' ? restoreCluster(settings, folder) : restoreDump(settings, { folder, manifest }))
  log('the database is there')
  await copyFiles(join(folder, 'documents'), join(settings.dataDir, 'documents'))
  await copyFiles(join(folder, 'assets'), settings.assetsDir)
  await restoreKeys(settings, { keys, manifest, log })
  await verifyRestored(settings, folder, log)
}

/** Compares an installation with the backup that it came from, before it is used. Throws with everything that differs. */
export async function verifyRestored(settings: BackupSettings, folder: string, log: Log): Promise<void> {
  const manifest = await readManifest(folder)
  const reached = await reachDatabase(settings, { mayMake: false })
  try {
    const problems = await connected(reached.backupUrl, async (client) => {
      await requireFullSight(client)
      await reportKeys(await wrappingKeys(client), settings, log)
      return problemsOfRestored(client, { manifest, reached, documents: join(settings.dataDir, 'documents') })
    })
    if (problems.length > 0) throw new BackupProblem(`What was restored is not what was backed up:\n${problems.join('\n')}`)
  } finally {
    await reached.leave()
  }
  log('checked: rows and sums of the ledger are those of the backup, the audit is whole, every picture and paper has its file, row-level security holds')
}

/** Keys that are not in a file: made of CHECKIN_DOCUMENT_KEY. */
const ofEnvironment = (id: string): boolean => id.startsWith('env-')

/** Says which keys personal data need, so that nobody learns it from the first renter. */
async function reportKeys(needed: readonly string[], { keyFile }: BackupSettings, log: Log): Promise<void> {
  if (needed.length === 0) return
  const there = keyFile === null ? null : await readFile(keyFile, 'utf8').catch(() => '')
  // An id stands in the file as a JSON text of its own.
  const missing = needed.filter((id) => !ofEnvironment(id) && there?.includes(`"${id}"`) !== true)
  if (needed.some(ofEnvironment)) log(`personal data of some tenants open with the CHECKIN_DOCUMENT_KEY of before (${needed.filter(ofEnvironment).join(', ')})`)
  if (missing.length > 0) log(`WARNING: personal data are sealed with keys that are not here: ${missing.join(', ')}. ${keyFile === null ? 'CHECKIN_KEY_FILE is not set' : 'CHECKIN_KEY_FILE does not have them'}: bring the file back before anything starts, calls answer KeysUnavailable without it.`)
}

async function requireEmptyFolders({ dataDir, assetsDir, databaseUrl }: BackupSettings): Promise<void> {
  for (const folder of [join(dataDir, 'documents'), assetsDir]) {
    if (!await isEmpty(folder)) throw new BackupProblem(`${folder} is not empty: a backup is restored into a new installation only`)
  }
  if (databaseUrl === null && await hasCluster(dataDir)) throw new BackupProblem(`${dataDir} has an embedded database already: a backup is restored into a new installation only`)
}

async function restoreCluster({ databaseUrl, backupUrl, dataDir }: BackupSettings, folder: string): Promise<void> {
  if (databaseUrl !== null || backupUrl !== null) throw new BackupProblem('This backup holds the files of an embedded database: it is restored without DATABASE_URL and CHECKIN_BACKUP_URL')
  await mkdir(dataDir, { recursive: true })
  await placeCluster({ dataDir, copy: join(folder, 'cluster') })
  await copyFile(join(folder, 'postgres-roles.json'), join(dataDir, 'postgres-roles.json'))
}

async function restoreDump(settings: BackupSettings, { folder, manifest }: { readonly folder: string; readonly manifest: Manifest }): Promise<void> {
  // Roles are made by the embedded database itself, or by the administrator of another one.
  const reached = await reachDatabase(settings, { mayMake: true })
  const { ownerUrl } = reached
  try {
    if (ownerUrl === null) throw new BackupProblem('DATABASE_URL is missing: the empty database as the role that the services will have')
    const major = await connected(ownerUrl, async (client) => {
      await requireEmptyDatabase(client)
      return majorOf(client)
    })
    if (major < manifest.database.serverMajor) throw new BackupProblem(`The backup is of PostgreSQL ${manifest.database.serverMajor}, this server is ${major}`)
    const { dumpedBy } = manifest.database
    const program = findProgram('pg_restore', dumpedBy, settings.programs)
    if (program === null) throw new BackupProblem(`No pg_restore of PostgreSQL ${dumpedBy} or newer was found: install "postgresql-client-${dumpedBy}" or name its folder with CHECKIN_PG_BIN`)
    // Everything becomes the services' role's, which row-level security is then forced upon; all or nothing.
    await runProgram(program.file, ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', `--dbname=${new URL(ownerUrl).pathname.slice(1)}`, join(folder, 'database.dump')], ownerUrl)
    await connected(ownerUrl, (client) => client.query('analyze'))
  } finally {
    await reached.leave()
  }
}

async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows: [role] } = await client.query<{ name: string; free: boolean }>('select rolname as name, rolsuper or rolbypassrls as free from pg_roles where rolname = current_user')
  if (role?.free) throw new BackupProblem(`The role "${role.name}" of DATABASE_URL is free of row-level security: services must not have such a role`)
  const [table] = await tablesOf(client)
  if (table) throw new BackupProblem(`The database is not empty (it has ${table.name}): a backup is restored into a new one only`)
}

async function restoreKeys({ dataDir }: BackupSettings, { keys, manifest, log }: { readonly keys: Keys | null; readonly manifest: Manifest; readonly log: Log }): Promise<void> {
  if (keys !== null && (await keyFiles(dataDir)).length === 0) {
    await placeKeys(dataDir, keys)
    log('the keys are there')
    return
  }
  log(manifest.keys === 'sealed'
    ? 'WARNING: the keys of the backup were not restored: CHECKIN_BACKUP_PASSPHRASE is not set, or there are keys already. Pictures and papers open with the CHECKIN_DOCUMENT_KEY of before only.'
    : 'WARNING: the backup has no keys. Bring them back from where they are kept before anything starts: pictures and documents open with the CHECKIN_DOCUMENT_KEY of before only.')
}

async function problemsOfRestored(client: pg.Client, { manifest, reached, documents }: { readonly manifest: Manifest; readonly reached: Reached; readonly documents: string }): Promise<string[]> {
  await client.query('begin isolation level repeatable read read only')
  const inventory = await readInventory(client)
  const missing = (await rowsWithoutFile(client, inventory, documents)).filter((row) => !manifest.destroyedMeanwhile.includes(placeOf(row)))
  const owner = reached.ownerUrl === null ? null : decodeURIComponent(new URL(reached.ownerUrl).username)
  const strangers = owner === null ? [] : (await tablesOf(client)).filter((table) => table.owner !== owner)
  const problems = [
    ...manifest.database.books ? differences(manifest.database.books, inventory) : [],
    ...await problemsOf(client, inventory),
    ...missing.map((row) => `${row.kind} ${row.id} of ${row.tenant} has no file`),
    ...strangers.map((table) => `${table.name} belongs to ${table.owner}, not to ${owner ?? ''}`),
  ]
  await client.query('commit')
  return problems
}
