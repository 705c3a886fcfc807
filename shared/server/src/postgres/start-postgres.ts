import { binariesIn, findBinaries } from './binaries.ts'
import { adminRole, clusterHome, isStillTheirs, prepareCluster } from './cluster.ts'
import { backupRole, databaseUrl, ensureRoles, serviceRole } from './roles.ts'
import { findRunning, startServer, stopServer, type Running, type ServerOptions } from './server-process.ts'
import { unprivilegedUser } from './unprivileged-user.ts'

export interface PostgresOptions {
  /** Folder that holds the database and its passwords; made when missing. */
  readonly dataDir: string
  /** Loopback TCP on this port (0: a free one) instead of a unix socket in the data folder. */
  readonly port?: number
  /** Folder of the programs of another PostgreSQL (`initdb`, `postgres`, `pg_ctl`) than the embedded one. */
  readonly programs?: string
  /** False for tests: the database need not outlive the machine. */
  readonly durable?: boolean
  /** Told what happens in words for an operator. */
  readonly onNotice?: (message: string) => void
}

export interface Postgres {
  /** For services: the role without special rights. */
  readonly url: string
  /** For tests and set-up: the superuser. */
  readonly adminUrl: string
  /** For backups: reads everything, past row-level security. */
  readonly backupUrl: string
  /** True when a server that outlived its supervisor was taken over. */
  readonly adopted: boolean
  readonly stop: () => Promise<void>
}

const checkEveryMs = 1000

/** Runs PostgreSQL as a child of the product: makes the cluster, starts or adopts the server, starts it again when it dies. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const notice = options.onNotice ?? (() => undefined)
  const durable = options.durable ?? true
  const home = await clusterHome(options.dataDir)
  const user = await unprivilegedUser(`${home}/pgdata`)
  const binaries = options.programs === undefined ? await findBinaries(user) : binariesIn(options.programs)
  const cluster = await prepareCluster(home, { dataDir: options.dataDir, binaries, user, durable })
  const server: ServerOptions = { binaries, cluster, user, durable, ...(options.port !== undefined && { port: options.port }) }

  const adopted = await findRunning(server)
  if (adopted) notice('PostgreSQL was still running and is taken over')
  let running = adopted ?? await startServer(server)
  await ensureRoles(running, cluster.secrets)

  const watch = keepAlive(() => running, async () => {
    // Whoever begins anew in this folder is removing its files: a server that writes among them would get in the way.
    if (!(await isStillTheirs(options.dataDir, cluster.secrets))) return
    notice('PostgreSQL ended and is started again')
    // Services keep the address, so the new server takes the old port.
    running = await startServer(running.socketFolder === null ? { ...server, port: running.port } : server)
  }, notice)

  return {
    url: databaseUrl(running, serviceRole, cluster.secrets.appPassword),
    adminUrl: databaseUrl(running, adminRole, cluster.secrets.adminPassword, 'postgres'),
    backupUrl: databaseUrl(running, backupRole, cluster.secrets.backupPassword),
    adopted: adopted !== null,
    stop: async () => {
      await watch.end()
      await stopServer(server)
    },
  }
}

function keepAlive(current: () => Running, restart: () => Promise<void>, notice: (message: string) => void) {
  let restarting: Promise<void> | null = null
  const timer = setInterval(() => {
    if (restarting || isAlive(current().pid)) return
    restarting = restart()
      .catch((error: unknown) => { notice(error instanceof Error ? error.message : String(error)) })
      .finally(() => { restarting = null })
  }, checkEveryMs)
  timer.unref()
  return {
    end: async () => {
      clearInterval(timer)
      await restarting
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
