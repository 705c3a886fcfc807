import { chmod, chown, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificateAuthority, type CertificateAuthority, type CertificateHolder } from '@checkin/testing/tls-server'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type Postgres } from '../postgres/index.ts'
import { openDatabase, type Database } from './open-database.ts'

let folder: string
let postgres: Postgres
let own: CertificateAuthority
let other: CertificateAuthority
const open: Database<unknown>[] = []

/** The files of a certificate and its key; again under the same name where it is renewed. */
async function shown(name: string, authority: CertificateAuthority, holder: CertificateHolder): Promise<{ readonly sslcert: string; readonly sslkey: string }> {
  const made = await authority.issue(holder)
  const files = { sslcert: join(folder, `${name}.crt`), sslkey: join(folder, `${name}.key`) }
  await writeFile(files.sslcert, made.cert)
  await writeFile(files.sslkey, made.key, { mode: 0o600 })
  return files
}

/** Asks PostgreSQL for its own and callers' certificates: the services' role comes in by nothing else. */
async function askForCertificates(): Promise<void> {
  const admin = new pg.Client({ connectionString: postgres.adminUrl })
  await admin.connect()
  const { rows: [found] } = await admin.query<{ place: string }>("select current_setting('data_directory') as place")
  const place = found?.place ?? ''
  const { uid, gid } = await stat(place)
  const served = await own.issue({ name: 'localhost' })
  for (const [name, text] of [['server.crt', served.cert], ['server.key', served.key], ['callers.pem', own.certificate]] as const) {
    await writeFile(join(place, name), text, { mode: 0o600 })
    await chown(join(place, name), uid, gid)
  }
  const rules = join(place, 'pg_hba.conf')
  await writeFile(rules, `hostssl all checkin all cert\nhost all checkin all reject\n${await readFile(rules, 'utf8')}`)
  for (const [name, value] of [['ssl', 'on'], ['ssl_cert_file', 'server.crt'], ['ssl_key_file', 'server.key'], ['ssl_ca_file', 'callers.pem']] as const) await admin.query(`alter system set ${name} = '${value}'`)
  await admin.query('select pg_reload_conf()')
  await admin.end()
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checkin-db-certificate-'))
  await chmod(folder, 0o711)
  ;[own, other] = [await certificateAuthority(), await certificateAuthority('elsewhere.example')]
  postgres = await startPostgres({ dataDir: join(folder, 'pg'), port: 0, durable: false })
  await writeFile(join(folder, 'ca.pem'), own.certificate)
  await askForCertificates()
})
afterEach(async () => { for (const each of open.splice(0)) await each.close() })
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The address of DATABASE_URL of a service that has no password, or one that it shows besides. */
function addressWith(files: Readonly<Record<string, string>>, password = ''): string {
  const url = new URL(postgres.url)
  url.hostname = 'localhost'
  url.password = password
  for (const [name, value] of Object.entries({ sslmode: 'verify-full', sslrootcert: join(folder, 'ca.pem'), ...files })) url.searchParams.set(name, value)
  return url.toString()
}

const opened = (url: string): Database<unknown> => {
  const database = openDatabase<unknown>({ url, schema: 'x', poolSize: 1 })
  open.push(database)
  return database
}
const whyNot = (url: string): Promise<string> => opened(url).ping().then(() => 'entered', (error: unknown) => String((error as { cause?: unknown }).cause ?? error))

describe('a database that knows services by their certificates (ASVS 13.2.1, decision 0271)', () => {
  it('is entered with a certificate and no password', async () => {
    expect(await whyNot(addressWith(await shown('right', own, { name: 'checkin' })))).toBe('entered')
  })

  it('is entered with nothing else: no password alone, no certificate of another role, of another authority, or that is over', async () => {
    const password = decodeURIComponent(new URL(postgres.url).password)
    expect(password).not.toBe('')
    expect(await whyNot(addressWith({}, password))).not.toBe('entered')
    expect(await whyNot(addressWith(await shown('role', own, { name: 'checkin_backup' }), password))).toMatch(/certificate authentication failed/)
    for (const [name, authority, holder] of [['other', other, { name: 'checkin' }], ['over', own, { name: 'checkin', isOver: true }]] as const) expect(await whyNot(addressWith(await shown(name, authority, holder), password)), name).not.toBe('entered')
  })

  it('is entered with a renewed certificate by the next connection, without a restart', async () => {
    const { sslcert, sslkey } = await shown('kept', own, { name: 'checkin', isOver: true })
    const database = opened(addressWith({ sslcert, sslkey }))
    await expect(database.ping()).rejects.toThrow()
    const next = await shown('next', own, { name: 'checkin' })
    await copyFile(next.sslcert, sslcert)
    await copyFile(next.sslkey, sslkey)
    await expect(database.ping()).resolves.toBeUndefined()
  })
})
