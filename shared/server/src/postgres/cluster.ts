import { randomBytes, createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Binaries } from './binaries.ts'
import { runProgram, type SystemUser } from './run-program.ts'

/** The superuser of the cluster, used only to make the application's role and database, and by tests. */
export const adminRole = 'checkin_admin'

export interface ClusterSecrets {
  readonly adminPassword: string
  readonly appPassword: string
  /** Of the role that backups are made with. */
  readonly backupPassword: string
}

export interface Cluster {
  /** PostgreSQL's own data folder. */
  readonly folder: string
  /** Folder of the unix socket, closed to everybody but PostgreSQL's user and root. */
  readonly socketFolder: string
  readonly secrets: ClusterSecrets
}

export interface ClusterOptions {
  readonly dataDir: string
  readonly binaries: Binaries
  readonly user: SystemUser | null
  /** False for tests: no waiting for the disk. */
  readonly durable: boolean
}

/**
 * Where the cluster of a data folder lies: inside it, or, when root's folders are closed to PostgreSQL's user,
 * in a folder of the system that is named after it.
 */
export async function clusterHome(dataDir: string): Promise<string> {
  const inside = resolve(dataDir)
  await mkdir(inside, { recursive: true })
  // A database that lies there already is never looked for elsewhere, whatever became of the folder's rights.
  const exists = await isThere(join(inside, 'pgdata', 'PG_VERSION'))
  if (exists || process.getuid?.() !== 0 || await openToEverybody(inside)) return inside
  return join('/var/lib/checkin', createHash('sha256').update(inside).digest('hex').slice(0, 16))
}

async function openToEverybody(folder: string): Promise<boolean> {
  const found = await stat(folder)
  const open = (found.mode & 0o001) === 0o001
  return open && (folder === dirname(folder) || openToEverybody(dirname(folder)))
}

const secretsFileOf = (dataDir: string): string => join(resolve(dataDir), 'postgres-roles.json')

/** False once the data folder was removed or belongs to a newer cluster: then nobody may start the former one again. */
export async function isStillTheirs(dataDir: string, { adminPassword }: ClusterSecrets): Promise<boolean> {
  const kept = await readFile(secretsFileOf(dataDir), 'utf8').catch(() => null)
  return kept !== null && (JSON.parse(kept) as Partial<ClusterSecrets>).adminPassword === adminPassword
}

/** The cluster of a data folder, made when there is none yet. A first start that was broken off leaves nothing behind. */
export async function prepareCluster(home: string, options: ClusterOptions): Promise<Cluster> {
  const cluster = { folder: join(home, 'pgdata'), socketFolder: join(home, 'socket') }
  const secretsFile = secretsFileOf(options.dataDir)
  const kept = await readFile(secretsFile, 'utf8').catch(() => null)
  const exists = await isThere(join(cluster.folder, 'PG_VERSION'))
  await mkdir(home, { recursive: true })
  if (exists && kept !== null) return { ...cluster, secrets: await completed(JSON.parse(kept) as Partial<ClusterSecrets>, secretsFile) }
  if (exists && home === resolve(options.dataDir)) {
    throw new Error(`${cluster.folder} holds a database, but ${secretsFile} with its passwords is gone. Bring it back, or start with --fresh.`)
  }
  // Elsewhere a cluster without passwords is the rest of a data folder that was removed, perhaps with its server still running.
  if (exists) await runProgram(options.binaries.control, ['stop', '-m', 'immediate', '-w', '-s', '-D', cluster.folder], options.user)
  // Processes of a server that was stopped at once may still write for a moment.
  await rm(cluster.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  await makeFolder(cluster.socketFolder, options.user)
  const secrets = await completed({}, secretsFile)
  await initialise(cluster.folder, secrets, options)
  await rename(`${cluster.folder}.new`, cluster.folder)
  return { ...cluster, secrets }
}

/** Makes the passwords that are missing, all of them or those of roles that came later, and keeps them. */
async function completed(known: Partial<ClusterSecrets>, file: string): Promise<ClusterSecrets> {
  const made = (): string => randomBytes(24).toString('base64url')
  const secrets: ClusterSecrets = { adminPassword: made(), appPassword: made(), backupPassword: made(), ...known }
  if (JSON.stringify(secrets) !== JSON.stringify(known)) await writeFile(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

async function initialise(folder: string, secrets: ClusterSecrets, { binaries, user, durable }: ClusterOptions): Promise<void> {
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  await makeFolder(unfinished, user)
  const passwordFile = `${folder}.password`
  await writeFile(passwordFile, secrets.adminPassword, { mode: 0o600 })
  if (user) await chown(passwordFile, user.uid, user.gid)
  const result = await runProgram(binaries.initdb, [
    '-D', unfinished, '-U', adminRole, `--pwfile=${passwordFile}`, '--auth=scram-sha-256',
    '--encoding=UTF8', '--locale=C', '--data-checksums', ...(durable ? [] : ['--no-sync']),
  ], user)
  await rm(passwordFile, { force: true })
  if (result.exitCode !== 0) throw new Error(`The database could not be made:\n${result.output}`)
}

/** Whether a file or folder exists. */
export const isThere = (path: string): Promise<boolean> => stat(path).then(() => true, () => false)

/** A folder for PostgreSQL's user alone. */
export async function makeFolder(folder: string, user: SystemUser | null): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  if (user) await chown(folder, user.uid, user.gid)
}
