import type { PersonalData } from '@checkin/fleet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFleetReservation, wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const read = (reference: string, tenant = 'costaverde') => api.fleet(tenant, 'GET', `/reservations/${reference}/personal-data`)

describe('everything that is held about a person, for who asks the company (REL-14)', () => {
  it('has the reservation, what was typed and not saved, visits, links and what the feed told', async () => {
    const { id, guid } = await api.stored('costaverde', 'EXPORT1', aFleetReservation())
    const { token } = await api.session('costaverde', id)
    await api.call('GET', `/api/reservation/${guid}`, { token })
    expect((await api.call('PUT', '/api/draft', { token, body: { form: 'driver-details/main', texts: { address: 'Rua da Praia 7' } } })).statusCode).toBe(200)
    await api.fleet('costaverde', 'POST', '/links', { reference: 'EXPORT1', purpose: 'verify' })
    await api.fleet('costaverde', 'PUT', '/reservations/EXPORT1', aFleetReservation({ numberEMG: 'EMG-2' }))

    const answer = await read('export1')
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    const data = answer.json<PersonalData>()
    expect(data.stored).toMatchObject({ reference: 'EXPORT1', reservation: { customer: { email: 'maria.silva@example.com' } } })
    expect(data.drafts).toEqual([{ form: 'driver-details/main', texts: { address: 'Rua da Praia 7' } }])
    expect(data.sessions).toMatchObject([{ level: 'verified', endedAt: null }])
    expect(data.links).toMatchObject([{ purpose: 'verify', uses: 0 }])
    expect(data.events.map((event) => [event.kind, event.data['created']])).toEqual([['reservation.stored', true], ['reservation.stored', false]])
  })

  it('says who read it before, each reading of its own', async () => {
    await api.stored('costaverde', 'EXPORT2', aFleetReservation())
    await read('EXPORT2')
    const { readings } = (await read('EXPORT2')).json<PersonalData>()
    expect(readings).toHaveLength(2)
    expect(readings[0]?.reader).toMatch(/^fleet token [0-9a-f]{8}$/)
  })

  it('is not there for another company, for no company, and after it was deleted', async () => {
    await api.stored('costaverde', 'EXPORT3', aFleetReservation())
    expect((await read('EXPORT3', 'alpen')).json()).toMatchObject({ code: 'ReservationNotFound' })
    expect((await api.app.inject({ url: '/fleet/v1/reservations/EXPORT3/personal-data' })).statusCode).toBe(401)
    await api.fleet('costaverde', 'DELETE', '/reservations/EXPORT3/personal-data')
    expect((await read('EXPORT3')).statusCode).toBe(404)
  })
})
