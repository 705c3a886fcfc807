import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { BackupProblem } from './settings.ts'

type ProgramName = 'pg_dump' | 'pg_restore'

/** An installed client program and its major version. */
export interface Program { readonly file: string; readonly major: number }

/** Where Debian and Ubuntu put each major version's programs. */
const debian = '/usr/lib/postgresql'
const debianFolders = (): string[] => (existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [])

const majorOf = (file: string): number => Number(/\(PostgreSQL\) (\d+)/.exec(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout)?.[1] ?? 0)

/**
 * A client program that can speak with a server of this major version: the same one, or the next newer one that is installed. Looked for in
 * `folder` (CHECKIN_PG_BIN), in the PATH and where Debian puts them; null when there is none.
 */
export function findProgram(name: ProgramName, serverMajor: number, folder: string | null): Program | null {
  const folders = folder === null ? [...(process.env['PATH'] ?? '').split(delimiter), ...debianFolders()] : [folder]
  const found = folders.map((each) => join(each, name)).filter((file) => existsSync(file)).map((file) => ({ file, major: majorOf(file) }))
  return found.filter(({ major }) => major >= serverMajor).sort((one, other) => one.major - other.major)[0] ?? null
}

/** Runs a client program to its end; the address travels in the environment, where other users of the machine do not see its password. */
export async function runProgram(file: string, parameters: readonly string[], url: string): Promise<void> {
  const child = spawn(file, parameters, { env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', ...connectionOf(url) }, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (part: Buffer) => { output += part.toString() })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new BackupProblem(`${file} failed (exit ${code ?? 'by a signal'}):\n${output.trim()}`)
}

function connectionOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const wanted = {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname), PGPORT: port, PGUSER: decodeURIComponent(username), PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)), PGSSLMODE: searchParams.get('sslmode') ?? '', PGSSLROOTCERT: searchParams.get('sslrootcert') ?? '',
    PGSSLCERT: searchParams.get('sslcert') ?? '', PGSSLKEY: searchParams.get('sslkey') ?? '',
  }
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''))
}
