import { spawn, spawnSync } from 'node:child_process'
import { appendFile, chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@checkin/server'
import { startPostgres, type Postgres } from '@checkin/server/postgres'
import { realPostgres } from '@checkin/testing/real-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signingApi, type SigningApi } from './fixtures/signing-renter.fixture.ts'
import { picturesQuery } from '../src/documents/images/image-store.ts'
import { oneCharge, paidOnce } from './fixtures/paying-renter.fixture.ts'
import { migrationsFolder } from '../src/settings.ts'
import type { Tables } from '../src/tables.ts'
import { keyServiceOf } from '../src/keys/key-settings.ts'
import { dataKeys } from '../src/keys/tenant-keys.ts'
import { wholeApi, type Place } from './fixtures/whole-api.fixture.ts'

const projectRoot = join(import.meta.dirname, '..', '..', '..')
const programs = realPostgres()
if (programs === null) console.warn('SKIPPED: backup and restore of a real PostgreSQL, because none with pg_dump is installed (package "postgresql", or CHECKIN_PG_BIN)')

interface Server { readonly postgres: Postgres; readonly ownerUrl: string; readonly backupUrl: string; readonly adminUrl: string }

let home: string
const servers: Server[] = []

/** A real server with nothing but the roles and the database of docs/operations.md, made by the very statements that stand there. */
async function aServer(name: string): Promise<Server> {
  const postgres = await startPostgres({ dataDir: join(home, name), programs: programs ?? '', durable: false })
  const manual = await readFile(join(projectRoot, 'docs', 'operations.md'), 'utf8')
  const statements = /## Roles of the database[^]*?```sql\n([^]*?)```/.exec(manual)?.[1]?.split('\n').filter((line) => line !== '') ?? []
  const admin = new pg.Client({ connectionString: postgres.adminUrl })
  await admin.connect()
  for (const statement of ['drop database checkin', 'drop role checkin_backup', 'drop role checkin', 'drop role checkin_app', ...statements]) await admin.query(statement)
  await admin.end()
  const as = (role: string, password: string): string => Object.assign(new URL(postgres.url), { username: role, password }).href
  const server = { postgres, ownerUrl: as('checkin', 'of-the-services'), backupUrl: as('checkin_backup', 'of-backups'), adminUrl: Object.assign(new URL(postgres.adminUrl), { pathname: '/checkin' }).href }
  servers.push(server)
  return server
}

async function placeOn({ ownerUrl, adminUrl }: Server, dataDir: string): Promise<Place> {
  const database = openDatabase<Tables>({ url: ownerUrl, schema: 'reservation', migrations: migrationsFolder })
  await database.migrate()
  return { database: { ...database, url: ownerUrl, adminUrl }, folder: join(dataDir, 'documents') }
}

/** The command as an operator calls it. */
function run(name: 'backup' | 'restore', parameters: readonly string[], env: Readonly<Record<string, string>>): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(projectRoot, 'tools', 'src', 'backup', `${name}.ts`), ...parameters], {
      env: { PATH: process.env['PATH'] ?? '', CHECKIN_PG_BIN: programs ?? '', ...env }, stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => { output += part.toString() })
    child.on('close', (code) => { resolve({ code, output }) })
  })
}

describe.skipIf(programs === null)('backup and restore of a real PostgreSQL with the documented roles (REL-2)', () => {
  let source: Server
  let used: SigningApi
  let before: unknown[]
  const at = (name: string): string => join(home, name)
  const answers = async ({ api }: Pick<SigningApi, 'api'>): Promise<unknown[]> =>
    Promise.all(references.map(async (reference) => {
      const answer = (await api.fleet('costaverde', 'GET', `/reservations/${reference}`)).json<{ reservation: { extras: { extraID: string }[] } }>()
      // Extras with the same place in the order come as the database likes.
      answer.reservation.extras.sort((one, other) => one.extraID.localeCompare(other.extraID))
      return answer
    }))
  const references: string[] = []

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'checkin-backup-'))
    await chmod(home, 0o711)
    source = await aServer('server')
    // The registry's tables lie in the same database.
    const registry = openDatabase({ url: source.ownerUrl, schema: 'registry', migrations: join(projectRoot, 'services', 'module-registry', 'migrations') })
    await registry.migrate()
    await registry.close()
    used = await signingApi(await placeOn(source, at('data')))
    const payer = await used.renter()
    await payer.pay()
    const signer = await used.signer()
    await signer.submit()
    references.push(payer.reference, signer.reference)
    const { store } = used.api.documents
    const picture = await store.write('costaverde', Buffer.from('a picture'))
    await used.api.database.withTenant('costaverde', (transaction) => store.keep(transaction, { tenantId: 'costaverde', reservationId: payer.id, role: 'main', part: 'licence', side: 'front' }, picture))
    before = await answers(used)
  })
  afterAll(async () => {
    await used.stop()
    for (const { postgres } of servers) await postgres.stop()
    await rm(home, { recursive: true, force: true })
  })
  const ofSource = () => ({ CHECKIN_BACKUP_URL: source.backupUrl, CHECKIN_DATA_DIR: at('data') })

  it('cannot be made with the role of the services, as the manual used to say, and says why', async () => {
    const { status, stderr } = spawnSync(join(programs ?? '', 'pg_dump'), ['--format=custom', `--file=${at('old-way.dump')}`, source.ownerUrl], { encoding: 'utf8' })
    expect(status).not.toBe(0)
    expect(stderr).toContain('row-level security')
    const { code, output } = await run('backup', [at('as-owner')], { ...ofSource(), CHECKIN_BACKUP_URL: source.ownerUrl })
    expect([code, output]).toEqual([1, expect.stringContaining('The role "checkin" is subject to row-level security')])
    await expect(readdir(at('as-owner'))).rejects.toThrow('ENOENT')
  })

  it('is made while the product runs, and warns that keys belong elsewhere', async () => {
    const { code, output } = await run('backup', [at('backup')], ofSource())
    expect(output).toContain('keys come from the environment and are NOT in this backup')
    expect([code, output]).toEqual([0, expect.stringContaining('backed up to')])
    expect(await readdir(at('backup'))).toEqual(expect.arrayContaining(['database.dump', 'documents', 'manifest.json', 'SHA256SUMS']))
    expect((await run('backup', [at('backup'), '--verify'], {})).code).toBe(0)
  })

  it('comes back on an empty server: books, documents and pictures are as they were, and row-level security holds', async () => {
    const target = await aServer('other-server')
    const ofTarget = { DATABASE_URL: target.ownerUrl, CHECKIN_BACKUP_URL: target.backupUrl, CHECKIN_DATA_DIR: at('other-data') }
    const { code, output } = await run('restore', [at('backup')], ofTarget)
    expect([code, output]).toEqual([0, expect.stringContaining('rows and sums of the ledger are those of the backup')])
    expect(output).toMatch(/personal data of some tenants open with the CHECKIN_DOCUMENT_KEY of before \(env-[0-9a-f]{16}\)/)
    const withoutKeys = await wholeApi({ place: await placeOn(target, at('other-data')), keys: dataKeys(keyServiceOf({ file: null, secret: 'another-document-secret' })) })
    expect((await withoutKeys.fleet('costaverde', 'GET', `/reservations/${references[0] ?? ''}`)).json()).toMatchObject({ status: 503, code: 'KeysUnavailable' })
    await withoutKeys.stop()

    const restored = await signingApi(await placeOn(target, at('other-data')))
    expect(await answers(restored)).toEqual(before)
    const { api } = restored
    const [{ id } = { id: '' }] = await api.asAdmin(`select id from reservation where reference = '${references[0] ?? ''}'`) as { id: string }[]
    const rows = await api.database.withTenant('costaverde', (transaction) => picturesQuery(transaction, 'costaverde', id).execute())
    expect((await api.documents.open(api.database, 'costaverde', rows)).map(({ image }) => Buffer.from(image, 'base64').toString())).toEqual(['a picture'])
    const { papers } = before[1] as { papers: { paperId: string }[] }
    expect((await api.fleet('costaverde', 'GET', `/reservations/${references[1] ?? ''}/papers/${papers[0]?.paperId ?? ''}`)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')

    expect(await api.database.kysely.selectFrom('reservation').select('id').execute()).toEqual([])
    expect(await api.database.withTenant('alpen', (transaction) => transaction.selectFrom('payment_ledger').select('id').execute())).toEqual([])
    await expect(api.database.kysely.deleteFrom('payment_ledger').execute()).rejects.toThrow('permission denied')

    const again = await run('restore', [at('backup')], { ...ofTarget, CHECKIN_DATA_DIR: at('third-data') })
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('The database is not empty')])
    await restored.stop()
  })

  it('restored where a key of personal data is missing, it says which one (DEC-215)', async () => {
    const target = servers.at(-1)!
    const admin = new pg.Client({ connectionString: target.adminUrl })
    await admin.connect()
    const { rows: [before] } = await admin.query<{ by: string }>('select wrapped_with as by from reservation.data_key')
    await admin.query("update reservation.data_key set wrapped_with = 'key-of-then'")
    const ofTarget = { DATABASE_URL: target.ownerUrl, CHECKIN_BACKUP_URL: target.backupUrl, CHECKIN_DATA_DIR: at('other-data') }
    const warnings = await Promise.all([{}, { CHECKIN_KEY_FILE: at('no-such-file') }].map((more) => run('restore', [at('backup'), '--verify'], { ...ofTarget, ...more })))
    await admin.query('update reservation.data_key set wrapped_with = $1', [before?.by])
    await admin.end()
    expect(warnings.map(({ output }) => /keys that are not here: key-of-then\. (CHECKIN_KEY_FILE [a-z ]+):/.exec(output)?.[1])).toEqual(['CHECKIN_KEY_FILE is not set', 'CHECKIN_KEY_FILE does not have them'])
  })

  it('renters go on where the backup left them: one pays on the restored server', async () => {
    const target = servers.at(-1)!
    const restored = await signingApi(await placeOn(target, at('other-data')))
    // The fixture counts its references from the first again, and the company sends those that are there once more.
    for (const _reference of references) await restored.renter()
    const renter = await restored.renter()
    await renter.pay()
    expect(oneCharge(restored.card, await renter.sum())).toEqual(paidOnce)
    await restored.stop()
  })

  it('is refused when a file of it was changed or when it was broken off', async () => {
    await cp(at('backup'), at('changed'), { recursive: true })
    const [file = ''] = (await readdir(at('changed'), { recursive: true })).filter((name) => name.endsWith('.sealed'))
    await appendFile(join(at('changed'), file), 'x')
    const changed = await run('restore', [at('changed')], { DATABASE_URL: source.ownerUrl, CHECKIN_BACKUP_URL: source.backupUrl, CHECKIN_DATA_DIR: at('never') })
    expect([changed.code, changed.output]).toEqual([1, expect.stringContaining('is not what was backed up')])
    await rm(join(at('changed'), 'manifest.json'))
    expect((await run('backup', [at('changed'), '--verify'], {})).output).toContain('broken off')
  })

  it('is not made of an installation in which a picture has no file', async () => {
    const [file = ''] = (await readdir(at('data/documents'), { recursive: true })).filter((name) => name.endsWith('.sealed'))
    await rm(join(at('data/documents'), file))
    const { code, output } = await run('backup', [at('broken')], ofSource())
    expect([code, output]).toEqual([1, expect.stringContaining('has no file')])
  })
})
