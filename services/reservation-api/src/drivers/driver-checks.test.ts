import { logWords } from '@checkin/testing/log-words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLimits } from './check-limit.ts'
import { aLicence, aSentDriver, aTrip, aTripWithAgeFee, driverApi, type DriverApi } from '../../test/fixtures/driver-api.fixture.ts'

let api: DriverApi
beforeAll(async () => { api = await driverApi() })
afterAll(() => api.stop())

const code = (answer: { json: () => unknown }) => { const { status, code: name } = answer.json() as { status: number; code: string }; return `${status} ${name}` }
const onFile = { id: 77, name: 'João', surname: 'Matos', birthDate: '1980-03-04', email: 'joao.matos@example.com', driverLicense: { id: 'l-55 66' } }

describe('finding a driver (API-22)', () => {
  it('somebody unknown is a new driver (DRIVER-12)', async () => {
    const renter = await api.renter('F1', aTrip({ driver: null }))
    expect(code(await renter.find({ name: 'Zoe', surname: 'New', email: 'zoe@example.com', driversLicense: 'Z-1' }))).toBe('404 DriverNew')
  })
  it('the main driver whom the company put by name and e-mail only is found by them', async () => {
    const renter = await api.renter('F2')
    const { driver } = await renter.reservation()
    expect((await renter.find({})).json()).toMatchObject({ id: driver.id, name: 'Maria', undesirable: false })
  })
  it('a returning driver is found by licence, name, birth date and e-mail, however they are written', async () => {
    await api.renter('F3', aTrip({ driver: onFile }))
    const renter = await api.renter('F4')
    const found = await renter.find({ name: 'JOAO', surname: 'matos', birthDate: '1980-03-04', email: 'Joao.Matos@example.com', driversLicense: 'L5566' })
    expect(found.json()).toMatchObject({ id: 77, name: 'João', driverLicense: { id: 'l-55 66' } })
  })
  it.each([
    ['with another e-mail than the one on file', { email: 'other@example.com' }, '409 DriverConflict'],
    ['with somebody else\'s e-mail', { name: 'Ana', surname: 'Reis', driversLicense: 'NEW-1' }, '409 DriverConflict'],
    ['born on another day', { birthDate: '1981-03-04' }, '400 DriverNotFound'],
    ['whose licence number somebody else has too', { name: 'Ana', surname: 'Reis', email: 'ana@example.com' }, '404 DriverNew'],
  ])('a driver %s: %j is %s (DRIVER-11 to DRIVER-13)', async (_case, change, expected) => {
    const renter = await api.renter('F5')
    expect(code(await renter.find({ name: 'João', surname: 'Matos', birthDate: '1980-03-04', email: 'joao.matos@example.com', driversLicense: 'L5566', ...change }))).toBe(expected)
  })
  it('the holder of a licence on the company\'s list is undesirable, and nothing else is told (DRIVER-14)', async () => {
    const renter = await api.renter('F6', aTripWithAgeFee())
    expect((await renter.find({ driversLicense: 'undes 1' })).json()).toMatchObject({ undesirable: true, address: null, document: null })
  })
  it('the additional driver with the main driver\'s licence is told to be the main driver (DRIVER-15)', async () => {
    const renter = await api.renter('F7', aTrip({ driver: { ...onFile, id: 91, driverLicense: { id: 'MAIN-1' } } }))
    expect((await renter.find({ name: 'Rui', surname: 'Costa', email: 'rui@example.com', driversLicense: 'MAIN-1' })).json()).toMatchObject({ id: 91 })
  })
  it('another tenant\'s drivers are nobody here (DEC-06)', async () => {
    await api.stored('alpen', 'FA1', aTrip({ driver: { ...onFile, name: 'Urs', surname: 'Bühler', email: 'urs@example.com', driverLicense: { id: 'CH-1' } } }))
    const renter = await api.renter('F8')
    expect(code(await renter.find({ name: 'Urs', surname: 'Bühler', birthDate: '1980-03-04', email: 'urs@example.com', driversLicense: 'CH-1' }))).toBe('404 DriverNew')
  })
  it('a damaged row of another rental keeps its person from nothing, and an unwanted one stays unwanted (DEC-213)', async () => {
    const damaged = { ...onFile, id: 66, name: 'Nuno', surname: 'Reis', email: 'nuno@example.com', driverLicense: { id: 'DMG-1' } }
    const { id } = await api.renter('F10', aTrip({ driver: damaged }))
    await api.asAdmin(`update driver set sealed = set_byte(sealed, length(sealed) - 1, get_byte(sealed, length(sealed) - 1) # 1) where reservation_id = '${id}'`)
    const renter = await api.renter('F11', aTrip({ driver: { name: 'Nuno', surname: 'Reis', email: 'nuno@example.com' } }))
    const find = () => renter.find({ name: 'Nuno', surname: 'Reis', birthDate: '1980-03-04', email: 'nuno@example.com', driversLicense: 'DMG-1' })
    expect((await find()).json()).toMatchObject({ name: 'Nuno', undesirable: false })
    const saved = (await renter.save(aSentDriver({ name: 'Nuno', surname: 'Reis', email: 'nuno@example.com', driverLicense: aLicence({ id: 'DMG-1' }) }))).statusCode
    await api.asAdmin(`update driver set undesirable = true where reservation_id = '${id}'`)
    expect([saved, (await find()).json<{ undesirable: boolean }>().undesirable]).toEqual([200, true])
  })
  it('a session that asks too often has to wait', async () => {
    const renter = await api.renter('F9')
    const answers: number[] = []
    for (let time = 0; time <= checkLimits.driver; time += 1) answers.push((await renter.find({ driversLicense: `G-${time}` })).statusCode)
    expect(answers.slice(0, -1)).not.toContain(429)
    expect(answers.at(-1)).toBe(429)
  })
})

describe('the e-mail check (API-24)', () => {
  it('is no to another driver\'s address, yes to one\'s own and to a new one (DRIVER-34)', async () => {
    await api.renter('E1', aTrip({ driver: { ...onFile, name: 'Eva', surname: 'Lopes', email: 'eva@example.com', id: 501, driverLicense: null } }))
    const renter = await api.renter('E2')
    const { driver } = await renter.reservation()
    const check = async (email: string, id?: number) => (await renter.get(`/driver/email?${new URLSearchParams({ email, ...(id && { driverId: String(id) }) }).toString()}`)).json<{ isValid: boolean }>().isValid
    expect([await check('EVA@example.com'), await check('eva@example.com', driver.id), await check('eva@example.com', 501)]).toEqual([false, false, true])
    expect([await check('maria.silva@example.com', driver.id), await check('maria.silva@example.com'), await check('new@example.com')]).toEqual([true, true, true])
  })
})

describe('a link session, before its code is confirmed (DEC-114, SEC-14)', () => {
  const known = { ...onFile, id: 880, name: 'Olga', surname: 'Faria', email: 'olga@example.com', driverLicense: { id: 'LK-880' } }
  const asOlga = { name: 'Olga', surname: 'Faria', birthDate: '1980-03-04', email: 'olga@example.com', driversLicense: 'LK-880' }
  const emailCheck = async (renter: Awaited<ReturnType<DriverApi['renter']>>, email: string, id?: number) =>
    (await renter.get(`/driver/email?${new URLSearchParams({ email, ...(id && { driverId: String(id) }) }).toString()}`)).json<{ isValid: boolean }>().isValid

  it.each([
    ['a driver of the company', asOlga], ['one with a wrong birth date', { ...asOlga, birthDate: '1981-03-04' }], ['one with another e-mail', { ...asOlga, email: 'x@example.com' }],
    ['somebody with that driver\'s e-mail', { ...asOlga, name: 'Ana', driversLicense: 'NEW-2' }], ['somebody on the company\'s list', { ...asOlga, driversLicense: 'UNDES-1' }],
    ['nobody at all', { ...asOlga, name: 'Zoe', surname: 'New', email: 'zoe@example.com', driversLicense: 'Z-2' }],
  ])('is told that %s is new', async (_who, query) => {
    await api.renter('L1', aTrip({ driver: known }))
    const renter = await api.renter('L2', aTripWithAgeFee(), 'link')
    expect(code(await renter.find(query))).toBe('404 DriverNew')
  })

  it('learns the same about every address, and the save refuses what is another\'s', async () => {
    await api.renter('L3', aTrip({ driver: known }))
    const renter = await api.renter('L4', aTripWithAgeFee(), 'link')
    expect([await emailCheck(renter, 'olga@example.com'), await emailCheck(renter, 'olga@example.com', 880), await emailCheck(renter, 'free@example.com')]).toEqual([true, true, true])
    expect(code(await renter.save(aSentDriver({ email: 'olga@example.com' })))).toBe('400 EmailInUse')
    expect(code(await renter.save(aSentDriver({ driverLicense: aLicence({ id: 'UNDES-1' }) })))).toBe('400 Undesirable')
  })

  it('learns what its own reservation holds: its drivers, and that both cannot have one address', async () => {
    const renter = await api.renter('L5', aTrip({ driver: { ...known, id: 881, driverLicense: { id: 'LK-881' }, email: 'own@example.com' } }), 'link')
    expect((await renter.find({ ...asOlga, email: 'own@example.com', driversLicense: 'LK-881' })).json()).toMatchObject({ id: 881 })
    expect((await renter.find({ ...asOlga, name: 'Rui', email: 'rui@example.com', driversLicense: 'LK-881' })).json()).toMatchObject({ id: 881 })
    expect(await emailCheck(renter, 'own@example.com')).toBe(false)
    expect(code(await renter.find({ ...asOlga, name: 'Rui', email: 'own@example.com', driversLicense: 'NEW-3' }))).toBe('409 DriverConflict')
  })

  it('is told about all of the company\'s drivers once its code is confirmed', async () => {
    await api.renter('L6', aTrip({ driver: known }))
    const renter = await api.renter('L7')
    expect((await renter.find(asOlga)).json()).toMatchObject({ name: 'Olga' })
    expect(await emailCheck(renter, 'olga@example.com')).toBe(false)
  })
})

describe('the age check (API-27), pick-up on 2 May 2031, group from 21 to 80', () => {
  it.each([
    ['2010-05-02', 200], ['2010-05-03', 400], ['1951-05-02', 200], ['1951-05-01', 400], ['2013-06-01', 400],
  ])('born on %s: %i (DRIVER-05 to DRIVER-08, DEC-34)', async (birthDate, status) => {
    const renter = await api.renter('A1')
    const answer = await renter.post('/driver/validate-age', { reservation: renter.number, birthDate })
    expect(answer.statusCode).toBe(status)
    if (status === 400) expect(code(answer)).toBe('400 AgeNotAllowed')
  })
  it('nobody under 18 drives, whatever the group says (DRIVER-07)', async () => {
    const renter = await api.renter('A2', aTrip({ vehicle: { id: 'X', vehicle: 'X', groupId: 'X', name: 'X', groupMinAge: 0 } }))
    const status = async (birthDate: string) => (await renter.post('/driver/validate-age', { reservation: renter.number, birthDate })).statusCode
    expect([await status('2013-05-02'), await status('2013-05-03'), await status('1932-05-02'), await status('1932-05-01')]).toEqual([200, 400, 200, 400])
  })
  it('a fee because of age is told with its amount, however often it is asked, and is in no bill before the driver is saved (DRIVER-09, DEC-96)', async () => {
    const renter = await api.renter('A3', aTripWithAgeFee())
    const before = await renter.reservation()
    const ask = (birthDate: string) => renter.post('/driver/validate-age', { reservation: renter.number, birthDate })
    expect((await ask('1990-01-01')).json()).toEqual({ fee: null })
    for (let time = 0; time < 3; time += 1) expect((await ask('2008-01-01')).json()).toEqual({ fee: { type: 'young', amount: 60 } })
    expect(await renter.reservation()).toEqual(before)
    expect((await renter.save(aSentDriver())).statusCode).toBe(200)
    expect((await renter.reservation()).reservation.totalPriceWithVAT).toBe(before.reservation.totalPriceWithVAT)
  })
  it('asks only about the session\'s own reservation', async () => {
    const renter = await api.renter('A4')
    expect(code(await renter.post('/driver/validate-age', { reservation: '12345678', birthDate: '1990-01-01' }))).toBe('404 ReservationNotFound')
  })
})

describe('postal codes and tax numbers', () => {
  const ask = async (path: string) => (await api.renter('N1')).get(path)
  it.each([['8000-138', [{ city: 'Faro' }]], ['8000138', [{ city: 'Faro' }]], ['1000-001', [{ city: 'Lisboa' }]], ['9999-999', []], ['8000', []], ['abc', []]])(
    'the Portuguese code %s gives %j (API-25, DRIVER-28)', async (zipCode, cities) => {
      expect((await ask(`/postalcode?zipCode=${zipCode}&countryId=620`)).json()).toEqual(cities)
    })
  it('a country without a table is a service that fails, so that the page lets the city be typed (DEC-32)', async () => {
    expect(code(await ask('/postalcode?zipCode=8001&countryId=756'))).toBe('503 Unavailable')
  })
  it.each([['123456789', 620, 200], ['123456788', 620, 400], ['54362315K', 724, 200], ['54362315A', 724, 400], ['CHE100155212', 756, 200], ['CHE100155213', 756, 400]])(
    'the tax number %s of country %i answers %i (API-26, DRIVER-29)', async (taxNumber, countryId, status) => {
      expect((await ask(`/taxnumber?taxNumber=${taxNumber}&countryId=${countryId}`)).statusCode).toBe(status)
    })
})

describe('who may ask', () => {
  const calls = ['/driver?name=A&surname=B&birthDate=1990-01-01&email=a@example.com&driversLicense=1', '/driver/email?email=a@example.com', '/postalcode?zipCode=1&countryId=620', '/taxnumber?taxNumber=1&countryId=620']
  it.each(calls)('%s needs a session, and a pending one is not enough', async (path) => {
    const pending = await api.renter('W1', aTrip(), 'pending')
    expect([(await api.call('GET', `/api${path}`)).statusCode, (await pending.get(path)).statusCode]).toEqual([401, 401])
  })
  it('nothing personal of all these calls is in the logs (DEC-80)', () => {
    const logs = logWords(api.logs()).toLowerCase()
    for (const word of ['matos', 'silva', 'example.com', '1990-02-03', 'fa-123456', '5566', '123456789', '8000-138']) expect(logs).not.toContain(word)
    expect(logs).toContain('"route":"/api/driver"')
  })
})
