import { chown, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { runProgram, type SystemUser } from './run-program.ts'

/** Where a running PostgreSQL is reached. */
export interface Running {
  readonly pid: number
  /** Folder of its socket, or null when it listens on loopback TCP. */
  readonly socketFolder: string | null
  readonly port: number
}

export interface ServerOptions {
  readonly binaries: Binaries
  readonly cluster: Cluster
  readonly user: SystemUser | null
  /** Loopback TCP on this port instead of a socket; 0 takes a free one. */
  readonly port?: number
  readonly durable: boolean
}

/** A socket's path may have about 107 bytes on Linux and 103 on macOS. */
const longestSocketPath = 100

/** The running server of this cluster, for example one that outlived a killed supervisor; null when there is none. */
export async function findRunning({ binaries, cluster, user }: ServerOptions): Promise<Running | null> {
  const { exitCode } = await runProgram(binaries.control, ['status', '-D', cluster.folder], user)
  if (exitCode !== 0) return null
  // The lines of postmaster.pid: pid, folder, start time, port, socket folder, listen address, …, state.
  const lines = (await readFile(join(cluster.folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n').map((line) => line.trim())
  const [pid, , , port, socketFolder] = lines
  return pid && port && lines[7] === 'ready' ? { pid: Number(pid), port: Number(port), socketFolder: socketFolder || null } : null
}

/** Starts the server and waits until it accepts connections. An old pid that lingers after a kill gets a few seconds to go. */
export async function startServer(options: ServerOptions): Promise<Running> {
  await writeConfiguration(options)
  let last = ''
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const running = await findRunning(options)
    if (running) return running
    const result = await runProgram(options.binaries.control, [
      'start', '-w', '-s', '-t', '60', '-D', options.cluster.folder, '-l', join(options.cluster.folder, 'server.log'),
    ], options.user)
    if (result.exitCode !== 0) {
      last = result.output
      await delay(100 * (attempt + 1))
    }
  }
  const log = await readFile(join(options.cluster.folder, 'server.log'), 'utf8').catch(() => '')
  throw new Error(`PostgreSQL did not start.\n${last}\n${log.split('\n').slice(-15).join('\n')}`)
}

/** Stops the server; `immediate` is as after a power cut. */
export async function stopServer({ binaries, cluster, user }: ServerOptions, mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
  const result = await runProgram(binaries.control, ['stop', '-m', mode, '-w', '-s', '-t', '30', '-D', cluster.folder], user)
  if (result.exitCode !== 0) await runProgram(binaries.control, ['stop', '-m', 'immediate', '-w', '-s', '-D', cluster.folder], user)
}

async function writeConfiguration({ cluster, user, port, durable }: ServerOptions): Promise<void> {
  const byTcp = port !== undefined || process.platform === 'win32' || cluster.socketFolder.length > longestSocketPath
  const lines = [
    `listen_addresses = '${byTcp ? '127.0.0.1' : ''}'`,
    `unix_socket_directories = '${byTcp ? '' : cluster.socketFolder.replaceAll('\'', '\'\'')}'`,
    `port = ${byTcp ? port || await freePort() : 5432}`,
    'ssl = off',
    'max_connections = 200',
    'shared_buffers = 64MB',
    'log_checkpoints = off',
    // Statements and their parameters hold what renters typed.
    'log_min_error_statement = panic',
    'log_parameter_max_length_on_error = 0',
    ...(durable ? [] : ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off', 'autovacuum = off']),
  ]
  const file = join(cluster.folder, 'checkin.conf')
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  if (user) await chown(file, user.uid, user.gid)
  const main = join(cluster.folder, 'postgresql.conf')
  const text = await readFile(main, 'utf8')
  if (!text.includes('include = \'checkin.conf\'')) await writeFile(main, `${text}\ninclude = 'checkin.conf'\n`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => { resolve(typeof address === 'object' && address ? address.port : 0) })
    })
  })
}
