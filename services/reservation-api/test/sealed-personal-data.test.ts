import { KeysUnavailable } from '@checkin/server'
import { logWords } from '@checkin/testing/log-words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAt, sealedAt } from '../src/keys/sealed-values.ts'
import { dataKeys } from '../src/keys/tenant-keys.ts'
import { keyServiceOf } from '../src/keys/key-settings.ts'
import { setSealing } from '../src/sealing/key-changes.ts'
import { sealRows } from '../src/sealing/seal-rows.ts'
import { databaseDump, readableIn } from './fixtures/database-dump.fixture.ts'
import { aLicence, anAdditionalDriver, aSentDriver, aTrip, driverApi, type DriverApi } from './fixtures/driver-api.fixture.ts'
import { signingApi, type SigningApi } from './fixtures/signing-renter.fixture.ts'
import { keyServiceOfTests, wholeApi } from './fixtures/whole-api.fixture.ts'

const main = {
  birthDate: '1971-09-13', address: 'Travessa das Agulhas 7', addressComp: 'Porta Verde 3', zipCode: '8670-320', city: 'Odeceixe', taxNumber: '501964843',
  mobileObj: { prefix: '351', phone: '963258741' }, email: 'needle.main@example.com',
  document: { idType: 'id-card', id: 'DOC55512Z', issueDate: '2020-01-01', expiryDate: '2035-01-01', issuePlace: 'Beja' },
  driverLicense: aLicence({ id: 'LIC-NEEDLE-1' }), secondDriverLicense: aLicence({ id: 'LIC-NEEDLE-2' }),
}
const other = { birthDate: '1983-12-29', address: 'Beco da Linha 11', mobileObj: { prefix: '351', phone: '917654321' }, email: 'needle.other@example.com', driverLicense: aLicence({ id: 'LIC-NEEDLE-3' }), document: { ...main.document, id: 'DOC55513Z' } }
const needles = [
  ...['LIC-NEEDLE', 'LICNEEDLE', 'DOC5551', '501964843', '1971-09-13', '1983-12-29', 'Travessa das Agulhas', 'Porta Verde', '8670-320', 'Odeceixe', 'Beco da Linha', '963258741', '917654321', 'needle.other@example.com'],
]
const onFile = { id: 501, name: 'Maria', surname: 'Silva', ...main }
const listed = { undesirableLicences: ['LIC-NEEDLE-9'], ageFees: [] }

describe('after a whole check-in', () => {
  let world: SigningApi
  beforeAll(async () => {
    world = await signingApi()
    const { api } = world
    const names = await api.stored('costaverde', 'N1', aTrip({ driver: onFile, driverRules: listed, customer: { name: 'Maria', surname: 'Silva', email: 'customer@example.com' } }))
    const { token, sessionKey } = await api.session('costaverde', names.id)
    const call = (method: 'POST' | 'PUT', path: string, body: object) => api.call(method, `/api${path}`, { token, body })
    const answers = [
      await call('PUT', '/draft', { form: 'driver', texts: { address: main.address, taxNumber: main.taxNumber } }),
      await call('POST', '/driver', { reservation: names.number, driver: aSentDriver({ ...main, zipCode: '8000-138', city: 'Faro' }), addDriver: false, sessionKey }),
      await call('POST', '/driver', { reservation: names.number, driver: anAdditionalDriver(other), addDriver: true, sessionKey }),
      await call('PUT', '/draft', { form: 'driver', texts: { id: 'LIC-NEEDLE-3', birthDate: other.birthDate } }),
      await api.call('GET', '/api/driver?name=Maria&surname=Silva&birthDate=1971-09-13&email=needle.main@example.com&driversLicense=LIC-NEEDLE-1', { token }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    const signer = await world.signer({ driver: onFile, addDriver: { name: 'Rui', surname: 'Costa', ...other }, driverRules: listed })
    const { signatureURL } = await signer.submit()
    expect(signatureURL).toMatch(/^http/)
    const { api: { fleet } } = world
    expect((await fleet('costaverde', 'GET', `/reservations/${signer.reference}/personal-data`)).statusCode).toBe(200)
  })
  afterAll(() => world.api.stop())

  it('a dump of the database has no licence, document or tax number, birth date, address or telephone number, in no table, JSON, draft, agreement or mail (DEC-213, ASVS 14.2.4)', async () => {
    expect((await databaseDump(world.api)).filter(({ table }) => ['driver', 'rental_agreement', 'mail_outbox', 'fleet_event', 'personal_data_reading'].includes(table)).length).toBeGreaterThan(6)
    expect(await readableIn(world.api, needles)).toEqual([])
  })

  it('the company reads it all as it sent it, the list of unwanted licences too (DEC-213)', async () => {
    const { reservation } = (await world.api.fleet('costaverde', 'GET', '/reservations/N1')).json<{ reservation: { driver: object; driverRules: object } }>()
    expect(reservation.driver).toMatchObject({ birthDate: main.birthDate, address: main.address, taxNumber: main.taxNumber, document: main.document, driverLicense: main.driverLicense, mobileObj: main.mobileObj })
    expect(reservation.driverRules).toEqual(listed)
  })

  it('logs have none of it either (DEC-213)', () => {
    expect(needles.filter((needle) => needle !== 'LIC-NEEDLE' && logWords(world.api.logs()).includes(needle))).toEqual([])
  })
})

describe('what is sealed is found (DEC-213)', () => {
  let api: DriverApi
  // What was switched counts at once.
  beforeAll(async () => { api = await driverApi({}, { keys: dataKeys(keyServiceOfTests(), { keepMs: 0 }) }) })
  afterAll(() => api.stop())
  const code = (answer: { json: () => unknown }) => { const { status, code: name } = answer.json() as { status: number; code: string }; return `${status} ${name}` }

  it.each([['sealed', true], ['clear, as the release before leaves them', false]] as const)('a driver by licence, birth date and e-mail, an unwanted one, and an address that is another\'s: rows %s', async (_form, isSealed) => {
    await setSealing(api.database, 'costaverde', isSealed)
    const run = isSealed ? 'S' : 'C'
    const known = { id: 900, name: 'João', surname: 'Matos', birthDate: '1980-03-04', email: `joao.${run}@example.com`, driverLicense: { id: `l-55 66 ${run}` } }
    await api.renter(`K${run}1`, aTrip({ driver: known }))
    expect(await api.asAdmin(`select sealed is not null as sealed from driver where reservation_id = (select id from reservation where reference = 'K${run}1')`)).toEqual([{ sealed: isSealed }])
    await api.renter(`K${run}2`, aTrip({ driver: { name: 'Bad', surname: 'Debt', undesirable: true, driverLicense: { id: `BAD-${run}` } } }))
    const renter = await api.renter(`K${run}3`, aTrip({ driverRules: { undesirableLicences: [`LISTED ${run}`], ageFees: [] } }))
    const asked = { name: 'João', surname: 'Matos', birthDate: '1980-03-04', email: `Joao.${run}@example.com`, driversLicense: `L5566${run}` }
    expect((await renter.find(asked)).json()).toMatchObject({ name: 'João', driverLicense: { id: `l-55 66 ${run}` } })
    expect(code(await renter.find({ ...asked, email: 'wrong@example.com' }))).toBe('409 DriverConflict')
    expect(code(await renter.find({ ...asked, birthDate: '1981-03-04' }))).toBe('400 DriverNotFound')
    expect((await renter.find({ driversLicense: `bad ${run}` })).json()).toMatchObject({ undesirable: true })
    expect((await renter.find({ driversLicense: `listed-${run}` })).json()).toMatchObject({ undesirable: true })
    expect(code(await renter.save(aSentDriver({ email: `joao.${run}@example.com`, driverLicense: aLicence({ id: `NEW-${run}` }) })))).toBe('400 EmailInUse')
    expect(code(await renter.save(aSentDriver({ driverLicense: aLicence({ id: `BAD ${run}` }) })))).toBe('400 Undesirable')
  })

  it('rows that lay clear are sealed in batches, are the same to everybody, and come back clear for the release before (DEC-213, REL-20)', async () => {
    await setSealing(api.database, 'costaverde', false)
    for (let at = 0; at < 60; at += 1) await api.stored('costaverde', `B${at}`, aTrip({ driver: { ...onFile, id: 2000 + at }, driverRules: listed }))
    const rewriteAll = async (isSealed: boolean): Promise<void> => {
      await setSealing(api.database, 'costaverde', isSealed)
      await sealRows(api.database, 'costaverde', { settledAfter: 0 })
      expect(await api.asAdmin(`select count(*)::int as off from driver where tenant_id = 'costaverde' and (sealed is not null) <> ${isSealed}`)).toEqual([{ off: 0 }])
    }
    const everything = () => api.fleet('costaverde', 'GET', '/reservations/B59').then((answer) => answer.json<object>())
    await rewriteAll(false)
    expect(await readableIn(api, ['Travessa das Agulhas', 'LIC-NEEDLE-9'])).toEqual(['driver: Travessa das Agulhas', 'reservation: LIC-NEEDLE-9'])
    const before = await everything()
    await rewriteAll(true)
    expect(await readableIn(api, needles)).toEqual([])
    expect(await everything()).toEqual(before)
    expect(await api.asAdmin("select resealing_since from tenant where id = 'costaverde'")).toEqual([{ resealing_since: null }])
    await rewriteAll(false)
    expect(await everything()).toEqual(before)
    expect(await api.asAdmin("select address, licence ->> 'id' as licence from driver where reservation_id = (select id from reservation where reference = 'B59')")).toEqual([{ address: main.address, licence: 'LIC-NEEDLE-1' }])
    await rewriteAll(true)
  })

  it('what a server of the release before wrote into a sealed row since is what counts, and is sealed by the next look (DEC-213)', async () => {
    const { id } = await api.stored('costaverde', 'OLD1', aTrip({ driver: onFile }))
    await api.asAdmin(`update driver set address = 'Rua Nova 5', birth_date = '1972-01-01' where reservation_id = '${id}'`)
    const seen = async () => (await api.fleet('costaverde', 'GET', '/reservations/OLD1')).json<{ reservation: { driver: object } }>().reservation.driver
    expect(await seen()).toMatchObject({ address: 'Rua Nova 5', birthDate: '1972-01-01' })
    await sealRows(api.database, 'costaverde', { settledAfter: 0 })
    expect(await readableIn(api, ['Rua Nova 5', '1972-01-01'])).toEqual([])
    expect(await seen()).toMatchObject({ address: 'Rua Nova 5', birthDate: '1972-01-01' })
  })
})

describe('a sealed value', () => {
  let api: DriverApi
  beforeAll(async () => { api = await driverApi() })
  afterAll(() => api.stop())
  const place = { table: 'driver', column: 'sealed', row: '0193-1' }
  const flip = (bytes: Buffer, at: number): Buffer => { const changed = Buffer.from(bytes); changed[at] = (changed[at] ?? 0) ^ 1; return changed }

  it.each<[string, { tenant?: string; at?: Partial<typeof place>; change?: (bytes: Buffer) => Buffer }]>([
    ['in another row', { at: { row: '0193-2' } }], ['in another column', { at: { column: 'other' } }], ['in another table', { at: { table: 'reservation' } }], ['under another tenant\'s keys', { tenant: 'alpen' }],
    ['with a changed byte', { change: (bytes) => flip(bytes, bytes.length - 1) }], ['with another key\'s id', { change: (bytes) => flip(bytes, 5) }], ['of a form that nobody knows', { change: (bytes) => flip(bytes, 0) }],
  ])('does not open %s (DEC-213)', async (_where, { tenant = 'costaverde', at = {}, change = (bytes) => bytes }) => {
    const sealed = await api.database.withTenant('costaverde', (transaction) => sealedAt(transaction, place, { licence: 'L-1' }))
    if (!sealed) throw new Error('nothing was sealed')
    expect(await api.database.withTenant('costaverde', (transaction) => openAt(transaction, place, sealed.sealed))).toEqual({ licence: 'L-1' })
    await expect(api.database.withTenant(tenant, (transaction) => openAt(transaction, { ...place, ...at }, change(sealed.sealed)))).rejects.toMatchObject({ name: 'KeysUnavailable' })
  })

  it('is not sealed with a key that went with the transaction that made it (DEC-213)', async () => {
    await api.asAdmin("delete from data_key where tenant_id = 'alpen'")
    const rolledBack = api.database.withTenant('alpen', async (transaction) => {
      for (const row of ['0193-3', '0193-4']) await sealedAt(transaction, { ...place, row }, 'a value')
      throw new Error('broken off')
    })
    await expect(rolledBack).rejects.toThrow('broken off')
    await api.stored('alpen', 'AFTER1', aTrip({ driver: onFile }))
    expect((await api.fleet('alpen', 'GET', '/reservations/AFTER1')).statusCode).toBe(200)
  })

  it('that was put into another driver\'s row is refused with a name, and the others are as they were (DEC-214)', async () => {
    const [one, another] = [await api.stored('costaverde', 'SW1', aTrip({ driver: onFile })), await api.stored('costaverde', 'SW2', aTrip({ driver: { ...onFile, id: 502 } }))]
    await api.asAdmin(`update driver set sealed = (select sealed from driver where reservation_id = '${another.id}') where reservation_id = '${one.id}'`)
    expect((await api.fleet('costaverde', 'GET', '/reservations/SW1')).json()).toMatchObject({ status: 503, code: 'KeysUnavailable' })
    expect((await api.fleet('costaverde', 'GET', '/reservations/SW2')).statusCode).toBe(200)
  })

  it('is what a missing key closes, and nothing else: a tenant that is not sealed yet is served (DEC-214)', async () => {
    const without = await wholeApi({ place: { database: api.database, folder: api.folder }, keys: dataKeys({ ...keyServiceOfTests(), wrap: () => Promise.reject(new KeysUnavailable('no key')), unwrap: () => Promise.reject(new KeysUnavailable('no key')) }, { keepMs: 0 }) })
    await setSealing(api.database, 'alpen', false)
    await without.stored('alpen', 'CLEAR1', aTrip({ driver: onFile }))
    expect((await without.fleet('alpen', 'GET', '/reservations/CLEAR1')).json()).toMatchObject({ reservation: { driver: { address: main.address } } })
    await setSealing(api.database, 'alpen', true)
    expect((await without.fleet('alpen', 'PUT', '/reservations/CLEAR2', aTrip({ driver: onFile }))).statusCode).toBe(503)
  })

  it('stays shut for a server with other keys: it answers 503 by that name, stores nothing, logs which key is missing and nothing else (DEC-214)', async () => {
    const names = await api.stored('costaverde', 'LOST1', aTrip({ driver: onFile }))
    const { token } = await api.session('costaverde', names.id)
    const without = await wholeApi({ place: { database: api.database, folder: api.folder }, keys: dataKeys(keyServiceOf({ file: null, secret: 'another-document-secret' })) })
    for (const answer of [
      await without.fleet('costaverde', 'GET', '/reservations/LOST1'), await without.fleet('costaverde', 'PUT', '/reservations/LOST2', aTrip({ driver: onFile })),
      await without.call('GET', `/api/reservation/${names.guid}`, { token }), await without.call('PUT', '/api/reservation', { token, body: { reservation: { reservation: names.number }, extras: [], hasClickedUpgrade: false, hasCompletedReservation: false } }),
    ]) expect([answer.statusCode, answer.json<{ code: string }>().code, answer.headers['retry-after']]).toEqual([503, 'KeysUnavailable', '30'])
    expect(await api.asAdmin("select reference from reservation where reference = 'LOST2'")).toEqual([])
    expect(without.logs()).toMatch(/the key env-[0-9a-f]{16} is not here/)
    expect(needles.filter((needle) => logWords(without.logs()).includes(needle))).toEqual([])
    expect((await api.fleet('costaverde', 'GET', '/reservations/LOST1')).statusCode).toBe(200)
  })
})
