import { randomUUID } from 'node:crypto'
import { fleetContract } from '@checkin/fleet'
import { fleetClient, HttpError, type FleetClient } from '@checkin/fleet/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFleetReservation, fleetToken, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
let company: FleetClient
let baseUrl: string
beforeAll(async () => {
  api = await wholeApi()
  baseUrl = await api.app.listen({ port: 0, host: '127.0.0.1' })
  company = fleetClient({ baseUrl, token: fleetToken('costaverde') })
})
afterAll(() => api.stop())

describe('the client of the fleet API', () => {
  it('puts, imports, lists page by page, reads and erases at a real server (API-89)', async () => {
    expect(await company.putReservation({ params: { reference: 'CL1' }, body: aFleetReservation() })).toMatchObject({ outcome: 'created' })
    const { created } = await company.importReservations({ params: { importId: randomUUID() }, body: { reservations: ['CL2', 'CL3', 'CL4'].map((reference) => ({ reference, reservation: aFleetReservation() })) } })
    const listed: string[] = []
    for await (const { reference } of company.everyReservation({ limit: 2 })) listed.push(reference)
    expect([created, listed.sort()]).toEqual([3, ['CL1', 'CL2', 'CL3', 'CL4']])
    expect((await company.getReservation({ params: { reference: 'CL1' } })).reservation.customer).toMatchObject({ surname: 'Silva' })
    expect((await company.listEvents({ query: { limit: 2 } })).events.map(({ kind }) => kind)).toEqual(['reservation.stored', 'reservation.stored'])
    const { id } = await api.stored('costaverde', 'CL1')
    const picture = await api.documents.store.write('costaverde', Buffer.from('a picture'))
    await api.database.withTenant('costaverde', (transaction) => api.documents.store.keep(transaction, { tenantId: 'costaverde', reservationId: id, role: 'main', part: 'licence', side: 'front' }, picture))
    const read = await company.getPicture({ params: { reference: 'CL1', role: 'main', part: 'licence', side: 'front' } })
    expect([read.type, await read.text()]).toEqual(['image/webp', 'a picture'])
    expect((await company.listReadings({ query: {} })).readings).toMatchObject([{ reference: 'CL1', kind: 'picture' }])
    await company.erasePersonalData({ params: { reference: 'CL1' } })
    expect((await company.listReservations({ query: { status: 'erased' } })).reservations.map(({ reference }) => reference)).toEqual(['CL1'])
  })
  it('has a function for each call, and says why one is refused (API-89)', async () => {
    expect(Object.keys(company).sort()).toEqual([...Object.keys(fleetContract), 'everyReservation'].sort())
    const refused = await company.getReservation({ params: { reference: 'NOBODY' } }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(HttpError)
    expect(refused).toMatchObject({ status: 404, code: 'ReservationNotFound' })
    await expect(fleetClient({ baseUrl, token: 'wrong' }).listTokens()).rejects.toMatchObject({ status: 401, code: 'Unauthorized' })
  })
})
