import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openDatabase, type Database } from './open-database.ts'
import { localSettings, poolerOf } from './pooled-settings.ts'

interface Tables {
  note: { tenant_id: string; id: number; text: string; day: string | null; moment: string | null }
}
const place = { schema: 'notes', migrations: fileURLToPath(new URL('./fixtures', import.meta.url)) }
const program = spawnSync('/usr/sbin/pgbouncer', ['--version']).status === 0 ? '/usr/sbin/pgbouncer' : null
if (program === null) console.warn('Nothing was tested behind PgBouncer: install the package "pgbouncer".')

describe('an address that names a pooler (REL-19)', () => {
  it('loses that word before PostgreSQL reads it, and nothing else (DEC-267)', () => {
    expect(poolerOf('postgres://a:b@c:1/d?sslmode=require&pooler=transaction')).toEqual({ url: 'postgres://a:b@c:1/d?sslmode=require', isPooled: true })
    expect(poolerOf('postgres://a:b@c:1/d')).toEqual({ url: 'postgres://a:b@c:1/d', isPooled: false })
    expect(() => poolerOf('postgres://a:b@c:1/d?pooler=statement')).toThrow("only 'transaction' is known")
  })
  it('has its settings made for one transaction, with quotes inside (DEC-267)', () => {
    expect(localSettings({ search_path: "o'k", role: 'app' })).toEqual([{ text: "set local search_path to 'o''k'", values: [] }, { text: "set local role to 'app'", values: [] }])
  })
})

const freePort = () => new Promise<number>((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    server.close(() => { resolve(port) })
  })
})

/** PgBouncer in transaction mode with a single connection to PostgreSQL, so that all transactions share it. */
async function startPooler(path: string, address: string) {
  const folder = mkdtempSync(join(tmpdir(), 'checkin-pooler-'))
  chmodSync(folder, 0o755)
  const [target, port] = [new URL(address), await freePort()]
  const host = target.searchParams.get('host') ?? target.hostname
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${target.username}" "${decodeURIComponent(target.password)}"\n`)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, [
    '[databases]', `* = host=${host} port=${target.port || '5432'}`, '[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = plain', `auth_file = ${users}`,
    'pool_mode = transaction', 'default_pool_size = 1', 'ignore_startup_parameters = options', 'server_login_retry = 1', '',
  ].join('\n'))
  // It refuses to be root, and the socket is that of PostgreSQL's own user.
  const owner = host.startsWith('/') ? statSync(host) : { uid: 65_534, gid: 65_534 }
  const child = spawn(path, ['-q', file], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid: owner.uid, gid: owner.gid }) })
  const url = Object.assign(new URL(`postgres://127.0.0.1:${port}${target.pathname}`), { username: target.username, password: target.password }).href
  const answers = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    return client.connect().then(() => client.end()).then(() => true, () => false)
  }
  for (let tries = 0; tries < 100 && child.exitCode === null && !await answers(); tries += 1) await delay(50)
  return { url, stop: () => { child.kill('SIGTERM'); rmSync(folder, { recursive: true, force: true }) } }
}

describe.skipIf(program === null)('behind PgBouncer in transaction mode, with one connection for all (DEC-267)', () => {
  let direct: TestDatabase<Tables>
  let pooler: Awaited<ReturnType<typeof startPooler>>
  let database: Database<Tables>
  beforeAll(async () => {
    direct = await testDatabase<Tables>(place)
    pooler = await startPooler(program ?? '', direct.url)
    database = openDatabase<Tables>({ ...place, url: `${pooler.url}?pooler=transaction`, poolSize: 5 })
  })
  afterAll(async () => {
    await database.close()
    pooler.stop()
    await direct.close()
  })

  it('works as the application role in its own schema, in transactions and outside of them (DEC-267)', async () => {
    const who = sql<{ who: string; path: string; zone: string }>`select current_user as who, current_setting('search_path') as path, current_setting('timezone') as zone`
    const expected = [{ who: 'checkin_app', path: 'notes', zone: 'UTC' }]
    expect((await who.execute(database.kysely)).rows).toEqual(expected)
    expect((await database.withTx((tx) => who.execute(tx), { isolation: 'serializable' })).rows).toEqual(expected)
  })
  it('keeps tenants apart on a connection that they share (DEC-267)', async () => {
    await Promise.all(['a', 'b'].map((tenant) => database.withTenant(tenant, (tx) => tx.insertInto('note').values({ tenant_id: tenant, id: 1, text: tenant, day: null, moment: null }).execute())))
    const read = (tenant: string) => database.withTenant(tenant, (tx) => tx.selectFrom('note').select('text').execute())
    expect(await Promise.all(Array.from({ length: 20 }, (_, at) => read(at % 2 ? 'a' : 'b')))).toEqual(Array.from({ length: 20 }, (_, at) => [{ text: at % 2 ? 'a' : 'b' }]))
    const look = (tenant: string) => database.readTenant(tenant, (reader) => reader.selectFrom('note').select('text').execute())
    expect(await Promise.all(Array.from({ length: 20 }, (_, at) => look(at % 2 ? 'a' : 'b')))).toEqual(Array.from({ length: 20 }, (_, at) => [{ text: at % 2 ? 'a' : 'b' }]))
    await expect(database.readTenant('a', (reader) => reader.updateTable('note').set({ text: 'other' }).execute())).rejects.toThrow('read-only transaction')
    expect(await database.kysely.selectFrom('note').selectAll().execute()).toEqual([])
  })
  it('leaves a statement that was refused behind, so that the next one works (DEC-267)', async () => {
    await expect(sql`select 1 / 0`.execute(database.kysely)).rejects.toThrow('division by zero')
    await expect(database.ping()).resolves.toBeUndefined()
  })
  it('migrates without a connection of its own, also from many processes at once (DEC-267)', async () => {
    const services = Array.from({ length: 3 }, () => openDatabase<Tables>({ ...place, schema: 'again', url: `${pooler.url}?pooler=transaction` }))
    expect((await Promise.all(services.map((service) => service.migrate()))).flat().sort()).toEqual(['001-notes', '002-note-count'])
    await Promise.all(services.map((service) => service.close()))
  })
  it('refuses to work where the pooler dropped the settings and nobody said so (DEC-267)', async () => {
    const silent = openDatabase<Tables>({ ...place, url: pooler.url })
    await expect(silent.ping()).rejects.toThrow('add ?pooler=transaction to DATABASE_URL')
    await silent.close()
  })
})
