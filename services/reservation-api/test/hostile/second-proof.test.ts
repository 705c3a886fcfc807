import { holds } from '@checkin/testing/hostile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aLicence, aSentDriver, aTrip, driverApi, type DriverApi } from '../fixtures/driver-api.fixture.ts'

let api: DriverApi
beforeAll(async () => { api = await driverApi() })
afterAll(() => api.stop())

const given = { name: 'Maria', surname: 'Silva', mobileObj: { prefix: '351', phone: '912344567' }, driverLicense: aLicence({ id: 'FA-800123' }) }
/** As the company stores it: no address, a phone that ends in 4567 and a licence that ends in 0123. */
const trip = aTrip({ customer: { name: 'Maria', surname: 'Silva', email: null }, driver: given })
let networks = 0
/** Somebody who read reference, surname and day of pick-up in the session of a link asks for a code to an address of his own. */
const askFor = (reference: string, proof: string) => {
  networks += 1
  return api.call('POST', '/api/reservation/lookup', {
    headers: { 'x-checkin-client': `198.51.${networks}.9` }, body: { reference, surname: 'Silva', checkoutdate: '2031-05-02', mail: `thief${networks}@example.com`, proof },
  })
}
/** Opens a link of the company, as whoever got hold of it does. */
async function openedLink(reference: string, purpose: 'verify' | 'precheckout') {
  const names = await api.stored('costaverde', reference, trip)
  const { token: link } = (await api.fleet('costaverde', 'POST', '/links', { reference, purpose })).json<{ token: string }>()
  const opened = await api.call('GET', `/api/reservation/resume/${link}`)
  expect(opened.statusCode).toBe(200)
  const token = (opened.cookies as { name: string; value: string }[]).find(({ name }) => name.endsWith('checkin_session'))?.value ?? ''
  const { sessionKey, reservation } = opened.json<{ sessionKey: string; reservation: { driver: { mobileObj: { phone: string }; driverLicense: { id: string } } } }>()
  await api.call('POST', '/api/termsandconditions', { token, body: { reference, acceptedDate: '2026-01-01', isAccepted: true } })
  return {
    driver: reservation.driver,
    save: (change: object) => api.call('POST', '/api/driver', { token, body: { reservation: names.number, driver: aSentDriver({ mobileObj: given.mobileObj, driverLicense: aLicence({ id: 'FA-800123' }), ...change }), addDriver: false, sessionKey } }),
  }
}

describe('who holds a link to a reservation without an address', () => {
  it('has no second proof for a code to an address of his own, neither by numbers that he reads nor by those that he saves (DEC-255, DEC-247, DEC-99, SEC-10)', () => holds('second proof by a link', async (tried) => {
    for (const purpose of ['verify', 'precheckout'] as const) {
      const read = await openedLink(`READ${purpose}`, purpose)
      for (const [what, number] of Object.entries({ phone: read.driver.mobileObj.phone, licence: read.driver.driverLicense.id })) {
        tried(`the ${what} that a link for ${purpose} shows`, (await askFor(`READ${purpose}`, number.slice(-4))).statusCode === 200)
      }
      for (const [what, change, proof] of [
        ['phone', { mobile: '+351919999876', mobileObj: { prefix: '351', phone: '919999876' } }, '9876'], ['licence', { driverLicense: aLicence({ id: 'FA-554321' }) }, '4321'],
      ] as const) {
        const reference = `OWN${purpose}${what}`
        const { save } = await openedLink(reference, purpose)
        expect((await save(change)).statusCode).toBe(200)
        tried(`an own ${what}, saved by a link for ${purpose}`, (await askFor(reference, proof)).statusCode === 200)
        // The company was told of the driver and sends him back.
        const { reservation } = (await api.fleet('costaverde', 'GET', `/reservations/${reference}`)).json<{ reservation: { driver: object } }>()
        expect((await api.fleet('costaverde', 'PUT', `/reservations/${reference}`, { ...trip, driver: reservation.driver })).statusCode).toBe(200)
        tried(`an own ${what}, sent back by the company`, (await askFor(reference, proof)).statusCode === 200)
      }
    }
    expect(await api.asAdmin("select 1 from mail_outbox where to_address like 'thief%' and kind = 'code'")).toEqual([])
  }))

  it('does not close it before: a link that nobody opened takes nothing from who knows the end of a number (DEC-255)', async () => {
    await api.stored('costaverde', 'UNOPENED', trip)
    await api.fleet('costaverde', 'POST', '/links', { reference: 'UNOPENED', purpose: 'verify' })
    expect((await askFor('UNOPENED', '4567')).statusCode).toBe(200)
  })
})
