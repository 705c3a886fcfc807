import type { RentalPapers } from '@checkin/api'
import type { Ticket } from '@checkin/api/ticket'
import type { KnownStation, TenantSettings } from '@checkin/internal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aRenter } from '../../../test/fixtures/renter.fixture.ts'
import { adminToken, aFleetReservation, tenantSettings, wholeApi, type WholeApi } from '../../../test/fixtures/whole-api.fixture.ts'
import { ConfirmationPayload } from '../../checkin/confirmation-mail.ts'
import { unseal } from '../../database/sealed-payload.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const ask = (method: 'GET' | 'PUT', path: string, payload?: object) =>
  api.app.inject({ method, url: `/internal/v1/tenants/costaverde${path}`, headers: { authorization: `Bearer ${adminToken}` }, ...(payload && { payload }) })
type Own = NonNullable<TenantSettings['stations']>[number]
const say = (stations: readonly object[]) => ask('PUT', '', { host: 'costaverde.localhost', settings: { ...tenantSettings(), stations } })
const known = async () => (await ask('GET', '/stations')).json<{ rows: KnownStation[] }>().rows

const [faro, lisbon] = ['Faro Airport', 'Lisbon Airport']
const own: Own = {
  place: faro, address: 'Rua 2', latitude: 37.1, longitude: -8.2, hours: [{ days: [5], from: '08:00', to: '20:00' }], keys: 'keybox', phone: '+351 289 111 222', keyText: { en: 'Box 7, behind the door.', pt: 'Caixa 7, atrás da porta.' },
}
const trip = aFleetReservation()
let count = 0
/** A renter whose company's system says this of the pick-up. */
const aRenterAt = (station?: object) => aRenter(api, `ST${count += 1}`, { ...trip, checkOut: { ...trip.checkOut, ...(station && { station }) } })
/** The token of the ticket that the renter gets by completing. */
async function ticketOf(renter: Awaited<ReturnType<typeof aRenter>>): Promise<string> {
  expect((await renter.put({ completes: true })).statusCode).toBe(200)
  const [row] = await api.asAdmin(`select id, payload from mail_outbox where reservation_id = '${renter.id}' and kind = 'confirmation'`)
  return ConfirmationPayload.parse(unseal('code-secret-of-tests', String(row?.['id']), row?.['payload'] as Buffer)).ticketToken ?? ''
}
const get = (path: string) => api.call('GET', `/api/ticket/${path}`)
const read = async (renter: Awaited<ReturnType<typeof aRenter>>) => (await renter.call('GET', '/papers')).json<RentalPapers>().reservation

describe('what a company says of its stations itself (DEC-356)', () => {
  it('reaches renters on their pages, on the ticket and in its calendar, and the company\'s system keeps what it put', async () => {
    const renter = await aRenterAt()
    expect((await read(renter)).checkOut.station, 'nobody said anything').toBeUndefined()
    expect((await say([own])).statusCode).toBe(200)
    const said = { address: 'Rua 2', latitude: 37.1, longitude: -8.2, open: [{ from: '08:00', to: '20:00' }], keys: 'keybox', phone: own.phone, keyText: own.keyText }
    const { checkOut, checkIn } = await read(renter)
    expect([checkOut.station, checkIn.station]).toEqual([said, undefined])
    const ticket = await ticketOf(renter)
    expect((await get(ticket)).json<Ticket>().pickUp.station).toEqual(said)
    expect((await get(`${ticket}/calendar.ics`)).body.replaceAll('\r\n ', '')).toContain('Faro Airport\\, Rua 2')
    expect((await renter.company()).reservation.checkOut).not.toHaveProperty('station')
  })

  it('stands behind what the company\'s system gives with the reservation, value by value', async () => {
    await say([own])
    const renter = await aRenterAt({ address: 'Rua 1', keys: 'counter' })
    expect((await read(renter)).checkOut.station).toMatchObject({ address: 'Rua 1', keys: 'counter', latitude: 37.1, open: [{ from: '08:00', to: '20:00' }], phone: own.phone })
    await say([])
    expect((await read(renter)).checkOut.station).toEqual({ address: 'Rua 1', latitude: null, longitude: null, open: null, keys: 'counter' })
  })

  it('is about stations that reservations name, each once, with what the system said of it last', async () => {
    await aRenterAt({ address: 'Rua 9', keys: 'counter' })
    await aRenterAt()
    const rows = await known()
    expect(rows.map(({ place }) => place)).toEqual([faro, lisbon])
    expect(rows).toMatchObject([{ said: { address: 'Rua 9', keys: 'counter', hours: null } }, { said: null }])
    expect(rows[0]?.reservations).toBe(count)
    await aRenterAt()
    await api.fleet('costaverde', 'DELETE', `/reservations/ST${count}/personal-data`)
    expect((await known())[0]?.reservations, 'of an erased one nobody reads anything (DEC-366)').toBe(count - 1)
    expect((await api.app.inject({ method: 'GET', url: '/internal/v1/tenants/nobody/stations', headers: { authorization: `Bearer ${adminToken}` } })).statusCode).toBe(404)
    expect((await api.app.inject({ method: 'GET', url: '/internal/v1/tenants/costaverde/stations' })).statusCode).toBe(401)
  })

  it.each([
    ['stands twice', [own, own]], ['has half a point', [{ ...own, longitude: null }]], ['closes before it opens', [{ ...own, hours: [{ days: [1], from: '20:00', to: '08:00' }] }]],
    ['has words of blanks', [{ ...own, keyText: { en: '  ' } }]], ['has words in a language that the product does not have', [{ ...own, keyText: { xx: 'box' } }]], ['has a telephone of letters', [{ ...own, phone: 'call us' }]], ['has no name', [{ ...own, place: ' ' }]],
  ] as const)('is refused where a station %s', async (_what, stations) => {
    expect((await say(stations)).statusCode).toBe(400)
  })
})
