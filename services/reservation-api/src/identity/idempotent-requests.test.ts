import { DatabaseUnavailable, OutcomeUnknown } from '@checkin/server'
import { breakCommits } from '@checkin/testing/database-outage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeApi, type WholeApi } from '../../test/fixtures/whole-api.fixture.ts'
import { keepState, stateOf, cleanUpIdempotentRequests } from './idempotent-requests.ts'

let api: WholeApi
let mine: { number: string; guid: string; id: string }
let token: string
beforeAll(async () => {
  api = await wholeApi()
  mine = await api.stored('costaverde', 'KC1')
  token = (await api.session('costaverde', mine.id)).token
})
afterAll(() => api.stop())

const asked = async (key: string, by = token): Promise<unknown> => (await api.call('GET', `/api/requests/${key}`, { token: by })).json()
const loaded = async () => (await api.call('GET', `/api/reservation/full/${mine.guid}`, { token })).json<{ reservation: object; rowVersion: number }>()

describe('what became of a write (DEC-48)', () => {
  it('is unknown before it was made, and "done" with its effect', async () => {
    expect(await asked('key-of-a-write')).toEqual({ state: 'unknown' })
    const { reservation, rowVersion } = await loaded()
    const put = await api.call('PUT', '/api/reservation', { token, body: { reservation, rowVersion, hasClickedUpgrade: false, hasCompletedReservation: false, extras: [] }, headers: { 'idempotency-key': 'key-of-a-write' } })
    expect([put.statusCode, await asked('key-of-a-write')]).toEqual([200, { state: 'done' }])
  })

  it('is "refused" when it had no effect', async () => {
    const put = await api.call('PUT', '/api/reservation', { token, body: { reservation: { reservation: 'another' }, hasClickedUpgrade: false, hasCompletedReservation: false, extras: [] }, headers: { 'idempotency-key': 'refused-key' } })
    expect([put.statusCode, await asked('refused-key')]).toEqual([400, { state: 'refused' }])
  })

  it('is "working" while it is under way, and unknown again when its process has died', async () => {
    const session = { id: '00000000-0000-7000-8000-000000000001', tenantId: 'costaverde', reservationId: mine.id }
    const call = { name: 'saveDriver', key: 'under-way-key' }
    await keepState(api.database, session, call, async () => { expect(await stateOf(api.database, session, call.key)).toEqual({ state: 'working' }) })
    await api.asAdmin('update keyed_call set state = \'working\', started_at = now() - interval \'11 minutes\' where request_key = \'under-way-key\'')
    expect(await stateOf(api.database, session, call.key)).toEqual({ state: 'unknown' })
  })

  it('is nobody else\'s business: another session, another tenant and no session learn nothing', async () => {
    const other = await api.session('costaverde', mine.id)
    expect(await asked('key-of-a-write', other.token)).toEqual({ state: 'unknown' })
    expect((await api.call('GET', '/api/requests/key-of-a-write')).statusCode).toBe(401)
    expect((await api.call('GET', '/api/requests/key-of-a-write', { token, host: 'alpen.localhost:4000' })).statusCode).toBe(401)
  })

  it('a write without a usable key is made like any other, and leaves no trace', async () => {
    const count = async () => (await api.asAdmin('select count(*)::int as n from keyed_call'))[0]?.['n']
    const before = await count()
    const { reservation, rowVersion } = await loaded()
    for (const headers of [{}, { 'idempotency-key': '' }, { 'idempotency-key': 'short' }, { 'idempotency-key': 'x'.repeat(500) }]) {
      expect((await api.call('PUT', '/api/reservation', { token, body: { reservation, rowVersion, hasClickedUpgrade: false, hasCompletedReservation: false, extras: [] }, headers })).statusCode).toBe(200)
    }
    expect(await count()).toBe(before)
  })

  it('is forgotten after seven days, and with the reservation\'s personal data', async () => {
    await api.asAdmin('update keyed_call set started_at = now() - interval \'8 days\' where request_key = \'refused-key\'')
    await cleanUpIdempotentRequests(api.database, 'costaverde')
    expect([await asked('refused-key'), await asked('key-of-a-write')]).toEqual([{ state: 'unknown' }, { state: 'done' }])
    await api.fleet('costaverde', 'DELETE', '/reservations/KC1/personal-data')
    expect((await api.asAdmin('select count(*)::int as n from keyed_call'))[0]?.['n']).toBe(0)
  })
})

describe('a write during which the database goes away (DEC-48)', () => {
  const session = () => ({ id: '00000000-0000-7000-8000-000000000002', tenantId: 'costaverde', reservationId: mine.id })
  const endAllConnections = () => api.asAdmin("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'checkin-reservation'")

  it('is told as undecided and kept as unknown, never as refused: a part of it may be stored', async () => {
    const call = { name: 'postPayment', key: 'cut-on-its-way' }
    await expect(keepState(api.database, session(), call, () => Promise.reject(new DatabaseUnavailable('away')))).rejects.toBeInstanceOf(OutcomeUnknown)
    expect(await stateOf(api.database, session(), call.key)).toEqual({ state: 'unknown' })
  })

  it('is told as done when only the note of its end could not be written, which follows', async () => {
    const call = { name: 'saveDriver', key: 'done-then-cut' }
    expect(await keepState(api.database, session(), call, async () => {
      await endAllConnections()
      return 'saved'
    })).toBe('saved')
    await expect.poll(() => stateOf(api.database, session(), call.key)).toEqual({ state: 'done' })
  })

  it('answers 504 OutcomeUnknown when its commit broke off, and made again under its key it comes to its end', async () => {
    const renter = await api.stored('costaverde', 'KC2')
    const mend = await breakCommits(api.database.adminUrl, 'reservation.reservation')
    const own = (await api.session('costaverde', renter.id)).token
    const { reservation, rowVersion } = (await api.call('GET', `/api/reservation/full/${renter.guid}`, { token: own })).json<{ reservation: object; rowVersion: number }>()
    const put = () => api.call('PUT', '/api/reservation', {
      token: own, headers: { 'idempotency-key': 'cut-at-its-commit' }, body: { reservation, rowVersion, hasClickedUpgrade: false, hasCompletedReservation: false, extras: [{ extraID: 'CSI', quantity: 3 }] },
    })
    const cut = await put()
    expect([cut.statusCode, cut.json<{ code: string }>().code, cut.headers['retry-after']]).toEqual([504, 'OutcomeUnknown', '2'])
    await expect.poll(() => asked('cut-at-its-commit', own)).toEqual({ state: 'unknown' })
    await mend()
    expect((await put()).statusCode).toBe(200)
    expect(await asked('cut-at-its-commit', own)).toEqual({ state: 'done' })
  })
})
