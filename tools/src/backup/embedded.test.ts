import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type Postgres } from '@checkin/server/postgres'
import { isWhole } from '@checkin/testing/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connected } from './installation.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import type { BackupSettings } from './settings.ts'

let home: string
let running: Postgres
const lines: string[] = []
const log = (line: string): void => { lines.push(line) }
const at = (name: string): string => join(home, name)
/** An installation with the embedded database on a machine without any client program. */
const installation = (name: string): BackupSettings =>
  ({ databaseUrl: null, backupUrl: null, dataDir: at(name), assetsDir: join(at(name), 'assets'), passphrase: 'a passphrase of the tests', keyFile: null, programs: '/nowhere' })
const notes = (url: string) => connected(url, async (client) => (await client.query<{ count: number }>('select count(*)::int as count from shop.note')).rows[0]?.count)

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'checkin-embedded-'))
  await chmod(home, 0o711)
  running = await startPostgres({ dataDir: at('data'), durable: false })
  await connected(running.url, (client) => client.query(`create schema shop; create table shop.note (tenant_id text, text text);
    alter table shop.note enable row level security; alter table shop.note force row level security;
    create policy note_tenant on shop.note using (tenant_id = current_setting('app.tenant', true))`))
  await connected(running.adminUrl.replace(/\/postgres\b/, '/checkin'), (client) => client.query("insert into shop.note select 'a', 'note ' || n from generate_series(1, 1000) n"))
  await mkdir(at('data/keys'), { recursive: true })
  await writeFile(at('data/keys/mfe-driver.pem'), 'a private key')
  await writeFile(at('data/secrets.json'), '{"documentKey":"a secret"}')
})
afterAll(async () => {
  await running.stop()
  await rm(home, { recursive: true, force: true })
})

describe.runIf(isWhole)('the embedded database without pg_dump', () => {
  it('is copied while it runs and somebody writes, and goes on running', async () => {
    let writing = true
    const writer = connected(running.url, async (client) => {
      await client.query("select set_config('app.tenant', 'a', false)")
      while (writing) await client.query("insert into shop.note values ('a', 'written meanwhile')")
    })
    const manifest = await makeBackup(installation('data'), at('backup'), log)
    writing = false
    await writer
    expect(manifest).toMatchObject({ database: { method: 'cluster', books: null }, keys: 'sealed' })
    expect(lines.join()).toContain('only PostgreSQL 18 can start again')
    expect(await notes(running.backupUrl)).toBeGreaterThan(1000)
  })

  it('holds no key that can be read without the passphrase', async () => {
    expect((await readFile(at('backup/keys.sealed'))).includes('a private key')).toBe(false)
    await expect(stat(at('backup/secrets.json'))).rejects.toThrow('ENOENT')
    await expect(restoreBackup({ ...installation('wrong'), passphrase: 'another passphrase' }, at('backup'), log)).rejects.toThrow('do not open')
    await expect(stat(at('wrong/pgdata'))).rejects.toThrow('ENOENT')
  })

  it('comes back in an empty data folder with rows, roles, keys and row-level security', async () => {
    await restoreBackup(installation('other'), at('backup'), log)
    const restored = await startPostgres({ dataDir: at('other'), durable: false })
    try {
      expect(await notes(restored.backupUrl)).toBeGreaterThanOrEqual(1000)
      expect(await notes(restored.url)).toBe(0)
    } finally {
      await restored.stop()
    }
    expect(await readFile(at('other/keys/mfe-driver.pem'), 'utf8')).toBe('a private key')
    await expect(restoreBackup(installation('other'), at('backup'), log)).rejects.toThrow('has an embedded database already')
  })
})

it('the role of backups reads past row-level security and writes nothing', async () => {
  await expect(connected(running.backupUrl, (client) => client.query("insert into shop.note values ('a', 'x')"))).rejects.toThrow(/permission denied|read-only/)
  await expect(connected(running.backupUrl, (client) => client.query("set transaction_read_only = off; insert into shop.note values ('a', 'x')"))).rejects.toThrow(/permission denied/)
})
