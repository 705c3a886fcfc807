import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clusterHome } from './cluster.ts'
import { startPostgres, type Postgres } from './start-postgres.ts'

let folder: string
let postgres: Postgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checkin-own-'))
  await chmod(folder, 0o711)
  postgres = await startPostgres({ dataDir: join(folder, 'a folder with spaces'), durable: false })
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

async function ask(url: string, query: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(query)).rows[0]
  } finally {
    await client.end()
  }
}

describe('the embedded database', () => {
  it('gives services a role without special rights, so that row-level security holds for them', async () => {
    expect(await ask(postgres.url, 'select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user'))
      .toEqual({ rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false })
  })

  it('gives backups a role that reads past row-level security, also in an installation that was made before there was one', async () => {
    const file = join(folder, 'a folder with spaces', 'postgres-roles.json')
    const { adminPassword, appPassword } = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
    await writeFile(file, JSON.stringify({ adminPassword, appPassword }))
    await ask(postgres.adminUrl, 'drop role checkin_backup')
    const again = await startPostgres({ dataDir: join(folder, 'a folder with spaces'), durable: false })
    expect(await ask(again.backupUrl, 'select rolsuper, rolbypassrls from pg_roles where rolname = current_user')).toEqual({ rolsuper: false, rolbypassrls: true })
    expect(again.url).toBe(postgres.url)
  })

  it('checks its pages for damage and listens to no network', async () => {
    expect(await ask(postgres.url, 'select current_setting(\'data_checksums\') as checksums, current_setting(\'listen_addresses\') as listens'))
      .toEqual({ checksums: 'on', listens: '' })
  })

  it('refuses who does not know the password, even from this machine', async () => {
    const wrong = new URL(postgres.url)
    wrong.password = 'guess'
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  })

  it('runs as an unprivileged user and keeps its passwords to ours', async () => {
    const place = join(folder, 'a folder with spaces')
    expect((await stat(join(place, 'postgres-roles.json'))).mode & 0o077).toBe(0)
    expect((await stat(join(place, 'pgdata'))).uid).not.toBe(0)
  })

  it('will not make a new database over an old one whose passwords are gone', async () => {
    const place = join(folder, 'a folder with spaces')
    const secrets = await readFile(join(place, 'postgres-roles.json'))
    await rm(join(place, 'postgres-roles.json'))
    await expect(startPostgres({ dataDir: place, durable: false })).rejects.toThrow(/--fresh/)
    await writeFile(join(place, 'postgres-roles.json'), secrets, { mode: 0o600 })
  })
})

it('is taken over, with what was committed, when the process that started it was killed', async () => {
  const dataDir = join(folder, 'orphan')
  const script = `
    const { startPostgres } = await import(${JSON.stringify(fileURLToPath(new URL('./index.ts', import.meta.url)))})
    const { url } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false })
    process.stdout.write(url + '\\n', () => process.kill(process.pid, 'SIGKILL'))`
  const killed = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve) => {
    let text = ''
    killed.stdout.on('data', (part: Buffer) => { text += part.toString() })
    killed.on('close', () => { resolve(text.trim()) })
  })
  await ask(url, 'create table kept as select 7 as value')
  const again = await startPostgres({ dataDir, durable: false })
  expect(again.adopted).toBe(true)
  expect(await ask(again.url, 'select value from kept')).toEqual({ value: 7 })
  await again.stop()
})

it('listens on loopback when a port is asked for', async () => {
  const byTcp = await startPostgres({ dataDir: join(folder, 'tcp'), port: 0, durable: false })
  expect(new URL(byTcp.url).hostname).toBe('127.0.0.1')
  expect(await ask(byTcp.url, 'select current_setting(\'listen_addresses\') as listens')).toEqual({ listens: '127.0.0.1' })
  await byTcp.stop()
})

it('is started again when it dies, at the same address', async () => {
  let noticed: () => void
  const restarted = new Promise<void>((resolve) => { noticed = resolve })
  const dataDir = join(folder, 'dies')
  const mortal = await startPostgres({ dataDir, durable: false, onNotice: () => { noticed() } })
  const [pid] = (await readFile(join(dataDir, 'pgdata', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await restarted
  await expect.poll(() => ask(mortal.url, 'select 1 as up').catch(() => null)).toEqual({ up: 1 })
  await mortal.stop()
})

describe.runIf(process.getuid?.() === 0)('below a folder of root that PostgreSQL\'s user may not enter', () => {
  it('keeps the cluster in a folder of the system, and begins again when the data folder was removed', async () => {
    const closed = join(folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const dataDir = join(closed, 'data')
    const home = await clusterHome(dataDir)
    expect(home).toMatch(/^\/var\/lib\/checkin\//)
    const first = await startPostgres({ dataDir, durable: false })
    await ask(first.url, 'create table kept as select 7 as value')
    await first.stop()
    const second = await startPostgres({ dataDir, durable: false })
    expect(await ask(second.url, 'select value from kept')).toEqual({ value: 7 })
    await rm(dataDir, { recursive: true })
    const fresh = await startPostgres({ dataDir, durable: false })
    expect(await ask(fresh.url, 'select to_regclass(\'kept\') as kept')).toEqual({ kept: null })
    await fresh.stop()
    await rm(home, { recursive: true, force: true })
  })
})
