import type { RentalPapers } from '@checkin/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFleetReservation } from '../../../test/fixtures/whole-api.fixture.ts'
import { aRenter } from '../../../test/fixtures/renter.fixture.ts'
import { payingApi, type PayingApi } from '../../../test/fixtures/paying-renter.fixture.ts'
import type { PdfKind } from '../../documents/tables.ts'

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())

const keep = ({ id }: { readonly id: string }, kind: PdfKind, text: string, tenantId = 'costaverde') =>
  world.api.documents.pdfs.store(world.api.database, { tenantId, reservationId: id, kind, language: 'en', pdf: Buffer.from(text) })

describe('the papers of a rental (API-42, API-43, DEC-185)', () => {
  it('are given to its session alone: receipts and the signed agreement, oldest first, as files that nothing stores', async () => {
    const renter = await world.renter()
    const receipt = await keep(renter, 'receipt', 'a receipt')
    await keep(renter, 'agreement', 'not signed yet')
    const signed = await keep(renter, 'signed-agreement', 'signed')
    const { reservation, papers } = (await renter.call('GET', '/papers')).json<RentalPapers>()
    expect([reservation.reservation, papers.map(({ id, kind }) => [id, kind])]).toEqual([renter.number, [[receipt, 'receipt'], [signed, 'signed-agreement']]])
    const file = await renter.call('GET', `/papers/${signed}`)
    expect([file.statusCode, file.body, file.headers['content-type'], file.headers['cache-control']]).toEqual([200, 'signed', 'application/pdf', 'no-store'])
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="signed-agreement-P\d+\.pdf"$/)
  })

  it('of somebody else, of another company, unsigned or unknown answer the same 404, and nothing at all without a session', async () => {
    const [renter, neighbour] = [await world.renter(), await world.renter()]
    const abroad = await aRenter(world.api, 'ABROAD', aFleetReservation({}), 'alpen')
    const foreign = [
      await keep(neighbour, 'receipt', 'of a neighbour'), await keep(abroad, 'receipt', 'of another company', 'alpen'),
      await keep(renter, 'agreement', 'not signed'), '0197d000-0000-7000-8000-000000000000',
    ]
    const bodies = []
    for (const id of foreign) {
      const { statusCode, json } = await renter.call('GET', `/papers/${id}`)
      const { requestId: _, ...body } = json<{ requestId: string }>()
      bodies.push({ statusCode, ...body })
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body)))).toEqual(new Set([JSON.stringify(bodies[0])]))
    expect(bodies[0]).toMatchObject({ statusCode: 404, code: 'NotFound' })
    expect((await renter.call('GET', '/papers')).json<RentalPapers>().papers).toEqual([])
    for (const path of ['/papers', `/papers/${foreign[0] ?? ''}`]) expect((await world.api.call('GET', `/api${path}`)).statusCode).toBe(401)
  })

  it('stand there with the rental where the company heard of the signature before the tab came back (DEC-185, S3.49)', async () => {
    const renter = await world.renter()
    await keep(renter, 'signed-agreement', 'signed')
    await world.api.asAdmin(`update reservation set has_rental_agreement = true where id = '${renter.id}'`)
    const { reservation, papers } = (await renter.call('GET', '/papers')).json<RentalPapers>()
    expect([reservation.reservation, papers.map(({ kind }) => kind)]).toEqual([renter.number, ['signed-agreement']])
  })
})

describe('what the company says of a station (DEC-185)', () => {
  const hours = [{ days: [1, 2, 3, 4, 5, 6], from: '14:30', to: '19:00' }, { days: [1, 2, 3, 4, 5, 6], from: '09:00', to: '13:00' }]
  const station = { address: 'Avenida da Liberdade 36', latitude: 37.0893, longitude: -8.2507, hours, keys: 'keybox' as const }

  it.each([
    ['a Saturday: both parts of the day in order', '2027-06-12', [{ from: '09:00', to: '13:00' }, { from: '14:30', to: '19:00' }]],
    ['a Sunday: closed', '2027-06-13', []],
  ])('reaches renters with the hours of the day of the stop, and the company as it was put: %s', async (_, day, open) => {
    const body = aFleetReservation({})
    const renter = await world.renter({ checkOut: { ...body.checkOut, dateAndTime: `${day}T10:00`, station }, checkIn: { ...body.checkIn, dateAndTime: '2027-06-20T10:00' } })
    const { reservation } = (await renter.call('GET', '/papers')).json<RentalPapers>()
    expect(reservation.checkOut.station).toEqual({ address: station.address, latitude: station.latitude, longitude: station.longitude, keys: 'keybox', open })
    expect(reservation.checkIn.station).toBeUndefined()
    expect((await renter.company()).reservation).toMatchObject({ checkOut: { station } })
  })
})
