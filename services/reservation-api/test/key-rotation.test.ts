import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { testDatabase } from '@checkin/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keysCommand } from '../src/cli/keys.ts'
import { readKeyFile } from '../src/keys/key-file.ts'
import { keyServiceOf } from '../src/keys/key-settings.ts'
import { dataKeys } from '../src/keys/tenant-keys.ts'
import { renewKey } from '../src/sealing/key-changes.ts'
import { sealRows, tenantsToSeal } from '../src/sealing/seal-rows.ts'
import { migrationsFolder } from '../src/settings.ts'
import type { Tables } from '../src/tables.ts'
import { aLicence, aSentDriver, aTrip } from './fixtures/driver-api.fixture.ts'
import { wholeApi, type Place, type WholeApi } from './fixtures/whole-api.fixture.ts'

const secret = 'document-secret-of-tests'
let folder = ''
let place: Place
/** Two processes over one database, each with what it read of keys by itself. */
let processes: readonly WholeApi[]
const file = (): string => join(folder, 'keys.json')
const service = () => keyServiceOf({ file: file(), secret })
const env = () => ({ DATABASE_URL: place.database.url, CHECKIN_DOCUMENT_KEY: secret, CHECKIN_KEY_FILE: file() })

/** What `checkin keys …` says. */
async function keys(...args: readonly string[]): Promise<string> {
  const lines: string[] = []
  const code = process.exitCode
  await keysCommand(args, { env: env(), print: (line) => { lines.push(line) } })
  process.exitCode = code
  return lines.join('\n')
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'key-rotation-'))
  place = { database: await testDatabase<Tables>({ schema: 'reservation', migrations: migrationsFolder }), folder }
  // As an installation that had no file of keys yet.
  const before = await wholeApi({ place, keys: dataKeys(keyServiceOf({ file: null, secret })) })
  await before.stored('costaverde', 'R0', aTrip({ driver: { name: 'Maria', surname: 'Silva', address: 'Rua do Sol 1', driverLicense: aLicence({ id: 'ROT-0' }) } }))
  const { store } = before.documents
  const picture = await store.write('costaverde', Buffer.from('a picture of before'))
  await before.database.withTenant('costaverde', async (transaction) => {
    const { id } = await transaction.selectFrom('reservation').where('tenant_id', '=', 'costaverde').select('id').executeTakeFirstOrThrow()
    await store.keep(transaction, { tenantId: 'costaverde', reservationId: id, role: 'main', part: 'licence', side: 'front' }, picture)
  })
  await keys('new')
  const [one, other] = [await wholeApi({ place, keys: dataKeys(service(), { keepMs: 50 }) }), await wholeApi({ place, keys: dataKeys(service(), { keepMs: 50 }) })]
  processes = [one, other]
})
afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()))
  rmSync(folder, { recursive: true })
})
const first = (): WholeApi => processes[0]!
/** What the company reads of the picture that was there from the beginning. */
const pictureOf = async (api: WholeApi): Promise<string | null> => {
  const rows = await api.database.withTenant('costaverde', (transaction) => transaction.selectFrom('document_image').selectAll().where('tenant_id', '=', 'costaverde').execute())
  const [opened] = await api.documents.open(api.database, 'costaverde', rows)
  return opened ? Buffer.from(opened.image, 'base64').toString() : null
}

/** Renters of two processes who save drivers and are read and looked for, until they are told to stop. Answers what went wrong. */
function renters() {
  const wrong: string[] = []
  let [isOver, calls] = [false, 0]
  const work = async (at: number): Promise<void> => {
    const api = processes[at % processes.length]!
    const another = processes[(at + 1) % processes.length]!
    for (let round = 0; !isOver; round += 1) {
      const reference = `LOAD-${at}-${round}`
      const names = await api.stored('costaverde', reference, aTrip())
      const { token, sessionKey } = await api.session('costaverde', names.id)
      const licence = `LOAD ${at} ${round}`
      const email = `load-${at}-${round}@example.com`
      const saved = await api.call('POST', '/api/driver', { token, body: { reservation: names.number, driver: aSentDriver({ email, driverLicense: aLicence({ id: licence }) }), addDriver: false, sessionKey } })
      const read = await another.fleet('costaverde', 'GET', `/reservations/${reference}`)
      const found = await another.call('GET', `/api/driver?${new URLSearchParams({ name: 'Maria', surname: 'Silva', birthDate: '1990-02-03', email, driversLicense: licence }).toString()}`, { token })
      calls += 3
      const seen = [saved.statusCode, read.statusCode, read.json<{ reservation?: { driver?: { driverLicense?: { id: string } } } }>().reservation?.driver?.driverLicense?.id, found.statusCode]
      if (JSON.stringify(seen) !== JSON.stringify([200, 200, licence, 200])) wrong.push(`${reference}: ${JSON.stringify(seen)}`)
    }
  }
  const running = Promise.all([0, 1, 2, 3].map(work))
  return { calls: () => calls, stop: async () => { isOver = true; await running; return wrong } }
}

const dataKeyIds = async (): Promise<readonly string[]> => (await first().asAdmin("select id::text from data_key where tenant_id = 'costaverde' order by id")).map(({ id }) => String(id))

describe('keys are changed while renters check in (DEC-215, REL-10)', () => {
  it('a new wrapping key and a new key of the tenant, without an error; the former ones are gone afterwards', async () => {
    const load = renters()
    const enough = async (more: number): Promise<void> => { const from = load.calls(); await expect.poll(load.calls, { timeout: 60_000 }).toBeGreaterThan(from + more) }
    await enough(12)
    const [former = ''] = await dataKeyIds()
    const { current: fromFile } = readKeyFile(file())
    expect(await keys('rotate')).toMatch(new RegExp(`keys of tenants wrapped anew with ${fromFile}`))
    expect(await first().asAdmin("select wrapped_with from document_tenant_key where tenant_id = 'costaverde'")).toEqual([{ wrapped_with: fromFile }])
    for (const each of processes) expect(await pictureOf(each)).toBe('a picture of before')
    await enough(12)
    await renewKey(place.database, service(), 'costaverde', 300)
    await enough(12)
    // The processes' work beside calls; a row that was written meanwhile is of the next look.
    await expect.poll(async () => {
      for (const { id } of await tenantsToSeal(first().database.kysely)()) await sealRows(first().database, id, { settledAfter: 1 })
      return (await dataKeyIds()).includes(former)
    }, { timeout: 60_000, interval: 300 }).toBe(false)
    await enough(12)
    expect(await load.stop()).toEqual([])
    expect((await first().fleet('costaverde', 'GET', '/reservations/R0')).json()).toMatchObject({ reservation: { driver: { address: 'Rua do Sol 1', driverLicense: { id: 'ROT-0' } } } })
    expect(await first().asAdmin("select count(distinct sealed_with)::int as keys, count(*) filter (where sealed is null)::int as clear from driver where tenant_id = 'costaverde'")).toEqual([{ keys: 1, clear: 0 }])
  })

  it('a key is taken out of the file only when it wraps nothing, and the list says what is missing (DEC-215)', async () => {
    const { current: before } = readKeyFile(file())
    expect(await keys('remove', before)).toBe(`${before} is the current key: checkin keys rotate`)
    expect(await keys('new')).toMatch(/^key-.* added to the file/)
    expect(readKeyFile(file()).current).toBe(before)
    await keys('rotate')
    const { current } = readKeyFile(file())
    expect(current).not.toBe(before)
    expect(await keys('list')).toMatch(new RegExp(`^${before} {2}wraps 0$[^]*^${current} {2}wraps [1-9]\\d*, current$[^]*^costaverde {2}sealed, 1 key$`, 'm'))
    expect(await keys('remove', before)).toMatch(/removed/)
    // A process that began with the former file goes on, and one that begins now opens everything.
    await delay(60)
    for (const api of processes) expect((await api.fleet('costaverde', 'GET', '/reservations/R0')).statusCode).toBe(200)
    const restarted = await wholeApi({ place, keys: dataKeys(service()) })
    expect((await restarted.fleet('costaverde', 'GET', '/reservations/R0')).statusCode).toBe(200)
  })

  it('a restored database without the file says which key is missing, and opens nothing (DEC-215)', async () => {
    const lost = keyServiceOf({ file: null, secret })
    const without = await wholeApi({ place, keys: dataKeys(lost) })
    expect((await without.fleet('costaverde', 'GET', '/reservations/R0')).json()).toMatchObject({ code: 'KeysUnavailable' })
    const lines: string[] = []
    await keysCommand(['list'], { env: { ...env(), CHECKIN_KEY_FILE: '' }, print: (line) => { lines.push(line) } })
    expect(lines.join('\n')).toContain(`${readKeyFile(file()).current}  wraps 2, MISSING: what it wraps does not open`)
  })

  it('no command shows a key, and what it cannot do it says', async () => {
    const said = [await keys('list'), await keys('renew', 'nobody'), await keys('seal', ''), await keys('remove', 'nothing'), await keys('what')].join('\n')
    for (const { key } of readKeyFile(file()).keys) expect(said).not.toContain(key)
    expect(readFileSync(file(), 'utf8')).toContain('"current"')
    for (const message of ['There is no tenant nobody', 'Which tenant?', 'The file has no key nothing', 'Usage: checkin keys']) expect(said).toContain(message)
  })

  it('sealing is switched by tenant and written down until all rows follow (DEC-213)', async () => {
    expect(await keys('unseal', 'costaverde')).toBe('costaverde: personal data are put back clear in the background')
    expect(await keys('list')).toMatch(/^costaverde {2}NOT SEALED: checkin keys seal, 1 key, rows are rewritten since/m)
    expect(await keys('seal', '--all')).toContain('alpen: personal data are sealed from now on')
    expect((await tenantsToSeal(first().database.kysely)()).map(({ id }) => id).sort()).toEqual(['alpen', 'costaverde'])
  })
})
