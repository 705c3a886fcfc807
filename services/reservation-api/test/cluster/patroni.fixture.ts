import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { internalFetch } from '@checkin/server'
import { realPostgres } from '@checkin/testing/real-postgres'
import pg from 'pg'

/** Debian's programs, each with its package. */
const programs = { etcd: ['etcd-server', '/usr/bin/etcd'], patroni: ['patroni', '/usr/bin/patroni'], haproxy: ['haproxy', '/usr/sbin/haproxy'], pgbouncer: ['pgbouncer', '/usr/sbin/pgbouncer'] } as const
const [etcd, patroni, haproxy, pgbouncer] = Object.values(programs).map(([, path]) => path) as [string, string, string, string]

/** Packages that a cluster needs and this machine does not have. */
export const missingPackages = (): readonly string[] => [
  ...Object.values(programs).filter(([, path]) => !existsSync(path)).map(([name]) => name), ...realPostgres() === null ? ['postgresql'] : [],
]

/** How a primary ends: only its PostgreSQL is killed, or its whole machine's part of the cluster, which its supervisor starts again. */
export type Kill = 'server' | 'machine'

const password = 'password-of-the-cluster'
/** When a killed machine is back: after its lease as primary has run out, otherwise it would only lead again. */
const restartMs = 25_000

/** PostgreSQL refuses to be root. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Two PostgreSQL under Patroni, one of them in step with the primary (synchronous), etcd, HAProxy that leads to whichever is primary, and PgBouncer in
 * transaction mode before it, all below `folder` and on nine ports from `first` on (decision 0178).
 */
export async function patroniCluster(folder: string, first: number) {
  const user = unprivileged()
  const [etcdPort, etcdPeer, entry, pooled] = [first, first + 1, first + 2, first + 3]
  const nodes = [0, 1].map((at) => ({ name: `node${at + 1}`, port: first + 4 + 2 * at, rest: first + 5 + 2 * at, folder: join(folder, `node${at + 1}`) }))
  const own = (path: string, mode: number) => {
    if (user) chownSync(path, user.uid, user.gid)
    chmodSync(path, mode)
  }
  chmodSync(folder, 0o711)
  for (const path of [join(folder, 'etcd'), ...nodes.map((node) => node.folder)]) {
    mkdirSync(path)
    own(path, 0o700)
  }
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    own(path, 0o600)
    return path
  }
  let isOver = false
  const run = (name: string, program: string, args: readonly string[]): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    return spawn(program, args, { stdio: ['ignore', log, log], cwd: '/', ...user })
  }
  /** A process as a supervisor keeps it: it is started again when it ends, by nobody's hand. */
  const kept = (name: string, program: string, args: readonly string[]) => {
    const unit = { child: run(name, program, args) }
    const watch = (): void => {
      unit.child.once('exit', () => { if (!isOver) setTimeout(() => { if (!isOver) { unit.child = run(name, program, args); watch() } }, restartMs) })
    }
    watch()
    return unit
  }
  const local = (port: number) => `127.0.0.1:${port}`
  const client = `http://${local(etcdPort)}`
  const units = [
    kept('etcd', etcd, ['--data-dir', join(folder, 'etcd'), '--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', `http://${local(etcdPeer)}`,
      '--initial-advertise-peer-urls', `http://${local(etcdPeer)}`, '--initial-cluster', `default=http://${local(etcdPeer)}`]),
  ]
  // JSON is YAML.
  const settings = (node: (typeof nodes)[number]) => JSON.stringify({
    scope: 'checkin', name: node.name, restapi: { listen: local(node.rest), connect_address: local(node.rest) }, etcd3: { host: local(etcdPort) },
    bootstrap: {
      dcs: {
        ttl: 20, loop_wait: 2, retry_timeout: 5, primary_start_timeout: 0, master_start_timeout: 0, synchronous_mode: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 100, wal_keep_size: '256MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: local(node.port), connect_address: local(node.port), data_dir: join(node.folder, 'data'), bin_dir: realPostgres(), pgpass: join(node.folder, 'pgpass'),
      authentication: { superuser: { username: 'postgres', password }, replication: { username: 'replicator', password } },
      parameters: { unix_socket_directories: node.folder }, pg_hba: ['local all all scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
  })
  const patronis = nodes.map((node) => kept(node.name, patroni, [write(`${node.name}.yml`, settings(node))]))
  units.push(...patronis)
  const proxy = write('haproxy.cfg', `global
  maxconn 400
defaults
  mode tcp
  timeout connect 1s
  timeout client 30m
  timeout server 30m
listen primary
  bind ${local(entry)}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, rest }) => `  server ${name} ${local(port)} check port ${rest}`).join('\n')}
`)
  units.push(kept('haproxy', haproxy, ['-db', '-f', proxy]))
  const users = write('users.txt', `"checkin" "${password}"\n`)
  units.push(kept('pgbouncer', pgbouncer, ['-q', write('pgbouncer.ini', `[databases]
checkin = host=127.0.0.1 port=${entry}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooled}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 400
ignore_startup_parameters = options
query_wait_timeout = 5
server_login_retry = 1
server_connect_timeout = 3
`)]))

  const adminUrl = (name: string) => `postgres://postgres:${password}@${local(entry)}/${name}`
  const asAdmin = async (name: string, ...statements: readonly string[]): Promise<void> => {
    const admin = new pg.Client({ connectionString: adminUrl(name), connectionTimeoutMillis: 3000 })
    admin.on('error', () => undefined)
    await admin.connect()
    try {
      for (const statement of statements) await admin.query(statement)
    } finally {
      await admin.end()
    }
  }
  const members = async (): Promise<readonly { name: string; role: string; state: string }[]> => {
    for (const { rest } of nodes) {
      const answer = await internalFetch(`http://${local(rest)}/cluster`, { timeoutMs: 2000 }).catch(() => null)
      if (answer?.status === 200) return (answer.json() as { members: { name: string; role: string; state: string }[] }).members
    }
    return []
  }
  const leader = async () => (await members()).find(({ role, state }) => role === 'leader' && state === 'running')?.name ?? null
  const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    const last = Date.now() + 180_000
    while (!await holds()) {
      if (Date.now() > last) throw new Error(`The cluster: ${what} did not come about:\n${nodes.map(({ name }) => readFileSync(join(folder, `${name}.log`), 'utf8').slice(-2000)).join('\n')}`)
      await delay(200)
    }
  }
  /** Both are there, and what is answered is on both. */
  const isWhole = async () => (await leader()) !== null && (await members()).some(({ role, state }) => role === 'sync_standby' && ['running', 'streaming'].includes(state))
  const postmaster = (node: (typeof nodes)[number]) => Number(readFileSync(join(node.folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])

  return {
    /** Behind PgBouncer, for services. */
    url: `postgres://checkin:${password}@${local(pooled)}/checkin?pooler=transaction`,
    /** Past PgBouncer, as the superuser. */
    adminUrl: adminUrl('checkin'),
    /** Waits for both servers and makes the roles and the database of docs/operations.md. */
    prepare: async (): Promise<void> => {
      await until('a primary with a server in step', isWhole)
      await until('the way to it', () => asAdmin('postgres', 'select 1').then(() => true, () => false))
      await asAdmin('postgres', `create role checkin login nosuperuser nobypassrls password '${password}'`, 'create role checkin_app nologin', 'grant checkin_app to checkin', 'create database checkin owner checkin')
    },
    /** Kills the primary and waits until the other one leads and the killed one follows it again. Answers the seconds until each. */
    kill: async (kill: Kill): Promise<{ readonly led: number; readonly whole: number }> => {
      const before = await leader()
      const at = nodes.findIndex(({ name }) => name === before)
      const [node, unit] = [nodes[at], patronis[at]]
      if (!node || !unit) throw new Error('The cluster has no primary to kill')
      const began = Date.now()
      if (kill === 'machine') unit.child.kill('SIGKILL')
      process.kill(postmaster(node), 'SIGKILL')
      await until('another primary', async () => ![before, null].includes(await leader()))
      const led = (Date.now() - began) / 1000
      await until('the former primary in step with the new one', isWhole)
      return { led, whole: (Date.now() - began) / 1000 }
    },
    stop: async (): Promise<void> => {
      isOver = true
      for (const { child } of units.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const ended = new Promise((resolve) => { child.once('exit', resolve) })
        child.kill('SIGTERM')
        await Promise.race([ended, delay(20_000)])
        child.kill('SIGKILL')
      }
    },
  }
}
