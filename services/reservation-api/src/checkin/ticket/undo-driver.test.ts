import type { Ticket } from '@checkin/api/ticket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aLicence, anAdditionalDriver, aSentDriver, aTripWithAgeFee, driverApi, type DriverApi } from '../../../test/fixtures/driver-api.fixture.ts'
import { photo } from '../../../test/fixtures/hostile-files.fixture.ts'
import { ticketOf } from '../../../test/fixtures/ticket-renter.fixture.ts'

let api: DriverApi
let picture: string
beforeAll(async () => {
  api = await driverApi({ terms: [], isUploadAvailable: true, ticketUndoHours: 24, ticketUndoIncludes: ['driver'] })
  picture = (await photo(300, 200).jpeg().toBuffer()).toString('base64')
})
afterAll(() => api.stop())

/** 23 years old on the day of pick-up, so that a fee of 60.00 for the trip applies. */
const young = '2008-01-01'
let count = 0

/** A renter who completed with an additional driver, whom the renter or the company named; nothing is paid. */
async function completed({ byCompany = false, trip = {} }: { readonly byCompany?: boolean; readonly trip?: object } = {}) {
  const reference = `UD${count += 1}`
  const renter = await api.renter(reference, { ...aTripWithAgeFee(), paidValue: 0, ...trip, ...(byCompany && { addDriver: { name: 'Rui', surname: 'Costa' } }) })
  await renter.save(aSentDriver())
  const saved = await renter.save(anAdditionalDriver({ birthDate: young, driverLicense: aLicence({ id: `FA-${count}`, imageFront: picture }) }), true)
  expect([saved.statusCode, saved.body]).toEqual([200, expect.any(String)])
  const answer = await api.call('PUT', '/api/reservation', { token: renter.token, body: { reservation: { reservation: renter.number }, extras: [], hasClickedUpgrade: false, hasCompletedReservation: true } })
  expect(answer.statusCode).toBe(200)
  return { renter, reference, ...await ticketOf(api, renter) }
}
const additions = ({ undo }: Ticket) => undo?.additions.map(({ extraID, amount, isPaid }) => [extraID, amount, isPaid])

describe('the additional driver is taken back where the tenant says so (DEC-282)', () => {
  it('with price, the fee of that driver’s age and all that is held of the person; the company is told (DEC-41, DEC-96)', async () => {
    const rental = await completed()
    const before = await rental.read()
    expect([additions(before), before.drivers.map(({ firstName }) => firstName)]).toEqual([[['ADDDRV', 90, false]], ['Maria', 'Rui']])
    const answer = await rental.undo(await rental.proof('ADDDRV'))
    expect(answer.statusCode).toBe(200)
    const after = answer.json<Ticket>()
    expect([before.total - after.total, after.drivers.map(({ firstName }) => firstName), after.undo]).toEqual([90, ['Maria'], undefined])
    const { reservation, pictures } = await rental.renter.fleet()
    expect([reservation.addDriver, pictures, reservation.extras.filter(({ isAccepted }) => isAccepted).map(({ extraID }) => extraID)]).toEqual([null, [], ['DAYS']])
    const { events } = (await api.fleet('costaverde', 'GET', '/events?after=0&limit=1000')).json<{ events: { kind: string; reference: string; data: object }[] }>()
    expect(events.findLast(({ reference }) => reference === rental.reference)).toMatchObject({ kind: 'reservation.updated', data: { extras: [{ extraID: 'ADDDRV', from: 1, to: 0 }], total: after.total } })
    expect(await api.asAdmin(`select role from driver where reservation_id = '${rental.renter.id}'`)).toEqual([{ role: 'main' }])
  })

  it('once, however often it is sent, and what stands in no stock goes back to none', async () => {
    const rental = await completed()
    await api.asAdmin("insert into extra_stock (tenant_id, place, extra_id, units_left) values ('costaverde', 'Faro Airport', 'ADDDRV', 3) on conflict (tenant_id, place, extra_id) do update set units_left = 3")
    const body = await rental.proof('ADDDRV')
    expect((await Promise.all([rental.undo(body), rental.undo(body)])).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await api.asAdmin("select units_left from extra_stock where extra_id = 'ADDDRV'")).toEqual([{ units_left: 3 }])
    await api.asAdmin("delete from extra_stock where extra_id = 'ADDDRV'")
  })

  it('not one whom the company named, nor one that is part of the price', async () => {
    expect(additions(await (await completed({ byCompany: true })).read())).toBe(undefined)
    const { extras = [] } = aTripWithAgeFee()
    expect(additions(await (await completed({ trip: { extras: extras.map((line) => (line.extraID === 'ADDDRV' ? { ...line, isAccepted: true, isIncluded: true } : line)) } })).read())).toBe(undefined)
  })

  it('not where the tenant does not say so: a hand-made request changes nothing', async () => {
    const rental = await completed()
    const body = await rental.proof('ADDDRV')
    await api.settings({ ticketUndoIncludes: ['paid', 'upgrade'] })
    const before = await rental.read()
    expect([additions(before), (await rental.undo(body)).json<Ticket>().total]).toEqual([undefined, before.total])
    await api.settings()
  })
})
