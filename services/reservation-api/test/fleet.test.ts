import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFleetReservation, anExtra, fleetToken, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

interface Answer { readonly reservation: Record<string, unknown>; readonly rowVersion: number; readonly guid: string; readonly number: string; readonly summary: { readonly cashier: unknown } }
const get = async (reference: string, tenant = 'costaverde') => (await api.fleet(tenant, 'GET', `/reservations/${reference}`)).json<Answer>()
const events = async (after = '0') => (await api.fleet('costaverde', 'GET', `/events?after=${after}`)).json<{ events: { id: string; kind: string; reference: string }[]; next: string }>()

describe('reservations that the company\'s system puts', () => {
  it('one is created, and the same words again change nothing and tell nobody', async () => {
    const first = await api.fleet('costaverde', 'PUT', '/reservations/P1', aFleetReservation())
    const { next } = await events()
    const again = await api.fleet('costaverde', 'PUT', '/reservations/P1', aFleetReservation())
    expect([first.statusCode, first.json().outcome, again.statusCode, again.json().outcome]).toEqual([201, 'created', 200, 'unchanged'])
    expect(again.json()).toMatchObject({ guid: first.json().guid, number: first.json().number, rowVersion: 1 })
    expect((await events(next)).events).toEqual([])
  })
  it('other words replace it all, under the same names', async () => {
    const before = await api.stored('costaverde', 'P2')
    const put = await api.fleet('costaverde', 'PUT', '/reservations/P2', aFleetReservation({ extras: [anExtra('ONLY')], upgrades: [], savedCards: [], addDriver: { name: 'Ana', surname: 'Reis' } }))
    expect(put.json()).toEqual({ reference: 'P2', guid: before.guid, number: before.number, rowVersion: 2, outcome: 'replaced' })
    expect((await get('P2')).reservation).toMatchObject({ extras: [{ extraID: 'ONLY' }], upgrades: [], savedCards: [], addDriver: { name: 'Ana' } })
  })
  it('after a renter changed it, the company\'s last words put it back', async () => {
    const { id } = await api.stored('costaverde', 'P3')
    await api.database.withTenant('costaverde', (transaction) => transaction.updateTable('reservation').where('tenant_id', '=', 'costaverde').where('id', '=', id)
      .set((eb) => ({ customer_email: 'other@example.com', row_version: eb('row_version', '+', 1) })).execute())
    expect((await api.fleet('costaverde', 'PUT', '/reservations/P3', aFleetReservation())).json()).toMatchObject({ outcome: 'replaced', rowVersion: 3 })
    expect((await get('P3')).reservation).toMatchObject({ customer: { email: 'maria.silva@example.com' } })
  })
  it('what is read can be put again, also as another reservation, and prices stay exact (PRICING E1)', async () => {
    await api.stored('costaverde', 'P4', aFleetReservation({ source: 'broker' }))
    const read = await get('P4')
    expect(read.summary.cashier).toMatchObject({ previewValue: 279.55, valueWithoutTax: 227.28, valueTax: 52.27, paidValues: 100, pendingValues: 179.55 })
    const copy = await api.fleet('costaverde', 'PUT', '/reservations/P4COPY', read.reservation)
    expect(copy.statusCode).toBe(201)
    const { reservation, summary } = await get('P4COPY')
    const withoutDriver = ({ driver: _driver, ...rest }: Record<string, unknown>) => rest
    expect(withoutDriver(reservation)).toEqual(withoutDriver(read.reservation))
    expect(summary).toEqual(read.summary)
    expect(read.reservation).toMatchObject({ source: 'broker' })
  })
  it('two senders of the same new reference make one reservation', async () => {
    const puts = await Promise.all(Array.from({ length: 8 }, (_, at) => api.fleet('costaverde', 'PUT', '/reservations/P5', aFleetReservation({ paidValue: at }))))
    expect(puts.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    expect(new Set(puts.map((put) => put.json<{ guid: string }>().guid)).size).toBe(1)
    expect((await get('P5')).rowVersion).toBe(8)
  })
  it('a reference means the same however it is typed', async () => {
    const { guid } = await api.stored('costaverde', 'MiXed1')
    expect((await get('mixed1')).guid).toBe(guid)
  })
  it.each([
    ['an unknown field', { surprise: 1 }], ['a third decimal place', { paidValue: 1.005 }], ['a negative amount', { paidValue: -1 }],
    ['a source of several words', { source: 'a broker' }], ['an unmasked card', { savedCards: [{ provider: 'card', creditCardNumber: '4111111111111111', cardFlag: 'Visa', token: 't' }] }],
    ['a return before the pick-up', { checkIn: { dateAndTime: '2031-05-01T10:00', place: 'Faro', timeZone: 'Europe/Lisbon' } }],
    ['an unknown time zone', { checkIn: { dateAndTime: '2031-05-07T10:00', place: 'Faro', timeZone: 'Europe/Nowhere' } }],
    ['one extra twice', { extras: [anExtra('A'), anExtra('A')] }], ['a second reference', { reference: 'OTHER' }], ['no customer', { customer: undefined }],
  ])('%s is refused and nothing is stored', async (_what, change) => {
    const answer = await api.fleet('costaverde', 'PUT', '/reservations/BAD1', { ...aFleetReservation(), ...change })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'InvalidRequest'])
    expect((await api.fleet('costaverde', 'GET', '/reservations/BAD1')).statusCode).toBe(404)
  })
  it.each(['javascript:alert(1)', 'http://pictures.example/car.png', '//pictures.example/car.png', 'data:text/html,<p>', 'https://'])('the picture %s is refused and nothing is stored (SEC-28)', async (imageURL) => {
    const answer = await api.fleet('costaverde', 'PUT', '/reservations/BAD2', { ...aFleetReservation(), vehicle: { ...aFleetReservation().vehicle, imageURL } })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'InvalidRequest'])
    expect((await api.fleet('costaverde', 'GET', '/reservations/BAD2')).statusCode).toBe(404)
  })
  it.each(['https://pictures.example/car.png?w=320', 'data:image/png;base64,iVBORw0KGgo='])('a picture with TLS, or within the address itself, is taken: %s (SEC-28)', async (imageURL) => {
    const answer = await api.fleet('costaverde', 'PUT', '/reservations/PICTURE', { ...aFleetReservation(), vehicle: { ...aFleetReservation().vehicle, imageURL } })
    expect([200, 201]).toContain(answer.statusCode)
    expect((await get('PICTURE')).reservation['vehicle']).toMatchObject({ imageURL })
  })
  it('the shape is published as JSON Schema with words for its fields', async () => {
    const schema = (await api.app.inject('/fleet/v1/schema.json')).json<{ properties: Record<string, { description?: string }>; required: string[] }>()
    expect(schema.properties['checkOut']?.description).toBe('Pick-up.')
    expect(schema.required).toEqual(['checkOut', 'checkIn', 'customer', 'vehicle'])
  })
})

describe('who may ask', () => {
  it.each(['', 'Bearer ', 'Bearer wrong', 'Basic Zm9vOmJhcg==', fleetToken('costaverde')])('without a right token nothing is answered: %j', async (authorization) => {
    const answer = await api.app.inject({ url: '/fleet/v1/reservations/P1', headers: { authorization } })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'Unauthorized'])
  })
  it('a company sees its own reservations only, whatever it asks', async () => {
    await api.stored('costaverde', 'SECRET1')
    const foreign = [await api.fleet('alpen', 'GET', '/reservations/SECRET1'), await api.fleet('alpen', 'DELETE', '/reservations/SECRET1/personal-data'), await api.fleet('alpen', 'POST', '/links', { reference: 'SECRET1', purpose: 'verify' })]
    for (const answer of foreign) expect([answer.statusCode, answer.json().code]).toEqual([404, 'ReservationNotFound'])
    expect((await api.fleet('alpen', 'GET', '/events')).json()).toEqual({ events: [], next: '0' })
    expect((await api.fleet('alpen', 'PUT', '/reservations/SECRET1', aFleetReservation())).statusCode).toBe(201)
    expect((await get('SECRET1')).guid).not.toBe((await get('SECRET1', 'alpen')).guid)
  })
})

describe('the feed of events', () => {
  it('numbers events without gaps in the order of commits, also of parallel writers, and goes on from any place', async () => {
    const { next } = await events()
    await Promise.all(Array.from({ length: 12 }, (_, at) => api.stored('costaverde', `EV${at}`)))
    const seen = await events(next)
    expect(seen.events.map(({ id }) => Number(id))).toEqual(Array.from({ length: 12 }, (_, at) => Number(next) + 1 + at))
    expect(new Set(seen.events.map(({ reference }) => reference)).size).toBe(12)
    const middle = seen.events[5]?.id ?? ''
    expect((await events(middle)).events).toEqual(seen.events.slice(6))
  })
})

describe('links for mail', () => {
  it('carry a token of 256 bits below the tenant\'s own address and open a session (DEC-77)', async () => {
    await api.stored('costaverde', 'L1')
    const link = (await api.fleet('costaverde', 'POST', '/links', { reference: 'L1', purpose: 'verify' })).json<{ token: string; url: string; expiresAt: string }>()
    expect(link.token).toMatch(/^[\w-]{43}$/)
    expect(link.url).toBe(`http://costaverde.localhost:4000/${link.token}`)
    expect(link.expiresAt).toBe('2031-05-07T23:00:00.000Z')
    const resumed = await api.call('GET', `/api/reservation/resume/${link.token}`)
    expect(resumed.json()).toMatchObject({ reservation: { reference: 'L1', amountDue: 179.55 }, termsAccepted: false, sessionKey: expect.any(String) as unknown })
    const precheckout = (await api.fleet('costaverde', 'POST', '/links', { reference: 'L1', purpose: 'precheckout' })).json<{ token: string; url: string }>()
    expect(precheckout.url).toBe(`http://costaverde.localhost:4000/precheckout/${precheckout.token}`)
  })
})

describe('deleting personal data', () => {
  it('leaves nothing of the renter in the database, ends sessions and links, and can be repeated', async () => {
    const marked = aFleetReservation({
      customer: { name: 'Ix-Name', surname: 'Ix-Surname', email: 'ix@markers.example' }, emailToSign: 'ix@markers.example',
      driver: { name: 'Ix-Name', surname: 'Ix-Surname', address: 'Ix-Street', driverLicense: { id: 'IX-LICENCE' } }, voucherNr: 'IX-VOUCHER',
    })
    const { id, guid } = await api.stored('costaverde', 'ERASE1', marked)
    const { token } = await api.session('costaverde', id)
    const { token: link } = (await api.fleet('costaverde', 'POST', '/links', { reference: 'ERASE1', purpose: 'verify' })).json<{ token: string }>()
    expect((await api.call('GET', `/api/reservation/${guid}`, { token })).statusCode).toBe(200)

    for (let time = 0; time < 2; time += 1) expect((await api.fleet('costaverde', 'DELETE', '/reservations/ERASE1/personal-data')).statusCode).toBe(204)

    const tables = await api.asAdmin('select table_name from information_schema.tables where table_schema = \'reservation\'')
    const dump = await Promise.all(tables.map(({ table_name: name }) => api.asAdmin(`select to_jsonb(t) as row from "${String(name)}" t`)))
    expect(dump.flat().length).toBeGreaterThan(20)
    // Whole values: three letters stand in a token of some row by chance.
    expect(JSON.stringify(dump)).not.toMatch(/ix-(name|surname|street|licence|voucher)|ix@markers/i)
    expect((await api.call('GET', `/api/reservation/${guid}`, { token })).statusCode).toBe(401)
    expect((await api.call('GET', `/api/reservation/resume/${link}`)).statusCode).toBe(404)
    expect((await api.fleet('costaverde', 'DELETE', '/reservations/NOBODY/personal-data')).statusCode).toBe(404)
    expect((await events()).events.filter(({ reference, kind }) => reference === 'ERASE1' && kind === 'reservation.erased')).toHaveLength(1)
  })
})
