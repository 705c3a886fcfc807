import { appendFile, chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '../postgres/binaries.ts'
import { clusterHome } from '../postgres/cluster.ts'
import { copyCluster, placeCluster } from '../postgres/copy-cluster.ts'
import { startServer, stopServer, type ServerOptions } from '../postgres/server-process.ts'
import { startPostgres, type Postgres } from '../postgres/start-postgres.ts'
import { unprivilegedUser } from '../postgres/unprivileged-user.ts'

export interface ReplicatedPostgres {
  readonly primary: Postgres
  /** Addresses at the standby: as the role that services use, and as the superuser. */
  readonly standby: { readonly url: string; readonly adminUrl: string }
  /** Ends the standby at once, its connections too. */
  readonly kill: () => Promise<void>
  /** Starts it again at the same address. */
  readonly revive: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A PostgreSQL of its own and a hot standby that follows it: a copy of its files, started with `standby.signal`. */
export async function replicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-standby-'))
  // When root runs the tests, PostgreSQL runs as somebody else, who must be able to pass.
  await chmod(folder, 0o711)
  const [primaryFolder, standbyFolder, copy] = [join(folder, 'primary'), join(folder, 'standby'), join(folder, 'copy')]
  const primary = await startPostgres({ dataDir: primaryFolder, durable: false, port: 0 })
  await copyCluster({ dataDir: primaryFolder, adminUrl: primary.adminUrl, target: copy })
  await placeCluster({ dataDir: standbyFolder, copy })

  const home = await clusterHome(standbyFolder)
  const pgdata = join(home, 'pgdata')
  const user = await unprivilegedUser(pgdata)
  const admin = new URL(primary.adminUrl)
  await writeFile(join(pgdata, 'standby.signal'), '')
  if (user) await chown(join(pgdata, 'standby.signal'), user.uid, user.gid)
  await appendFile(join(pgdata, 'postgresql.auto.conf'), `primary_conninfo = 'host=127.0.0.1 port=${admin.port} user=${admin.username} password=${admin.password}'\n`)
  // The passwords are those of the primary; nothing here reads them again.
  const server: ServerOptions = { binaries: await findBinaries(user), cluster: { folder: pgdata, socketFolder: join(home, 'socket'), secrets: { adminPassword: '', appPassword: '', backupPassword: '' } }, user, durable: false, port: 0 }
  let running = await startServer(server)
  const at = (url: string): string => Object.assign(new URL(url), { port: String(running.port) }).href
  return {
    primary, standby: { url: at(primary.url), adminUrl: at(primary.adminUrl) },
    kill: () => stopServer(server, 'immediate'),
    revive: async () => { running = await startServer({ ...server, port: running.port }) },
    stop: async () => {
      await stopServer(server, 'immediate')
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
      if (!home.startsWith(folder)) await rm(home, { recursive: true, force: true })
    },
  }
}
