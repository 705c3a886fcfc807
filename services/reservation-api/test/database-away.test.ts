import { errorsOf, type Endpoint } from '@checkin/api'
import { everyCall } from '@checkin/api/every-call'
import { databaseOutage } from '@checkin/testing/database-outage'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fitting } from './fixtures/from-schema.fixture.ts'
import { aFleetReservation, adminToken, fleetToken, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
let token: string
let outage: ReturnType<typeof databaseOutage>
beforeAll(async () => {
  api = await wholeApi()
  token = (await api.session('costaverde', (await api.stored('costaverde', 'AWAY1')).id)).token
  outage = databaseOutage(api.database.adminUrl)
  await outage.begin()
})
afterAll(() => api.stop())

const endpoints: readonly Endpoint[] = Object.values(everyCall)
const sample = (schema: Parameters<typeof fitting>[0] | undefined): unknown => schema && fc.sample(fitting(schema), { numRuns: 1, seed: 7 })[0]

/** A call that fits its contract, by a renter with a session. */
function made(endpoint: Endpoint) {
  const params = sample(endpoint.params) as Readonly<Record<string, string>> | undefined
  const query = Object.entries((sample(endpoint.query) ?? {}) as Record<string, unknown>).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
  const path = `/api${endpoint.path.replace(/:(\w+)/g, (_place, name: string) => encodeURIComponent(params?.[name] ?? 'x'))}${query.length > 0 ? `?${new URLSearchParams(query).toString()}` : ''}`
  const body = sample(endpoint.body)
  return api.call(endpoint.method, path, { token, headers: { 'idempotency-key': 'while-it-is-away' }, ...(body !== undefined && { body }) })
}

describe('while the database is away', () => {
  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s is told so, with when to come back, and that nothing was begun', async (_name, endpoint) => {
    const answer = await made(endpoint)
    expect([answer.statusCode, answer.json<{ code: string }>().code, answer.headers['retry-after']]).toEqual([503, 'DatabaseUnavailable', '2'])
    expect(errorsOf(endpoint)).toContainEqual({ status: 503, code: 'DatabaseUnavailable' })
  })

  it.each([
    ['the company\'s own system', 'PUT', '/fleet/v1/reservations/AWAY2', { authorization: `Bearer ${fleetToken('costaverde')}` }, aFleetReservation()],
    ['an operator', 'GET', '/internal/v1/tenants', { authorization: `Bearer ${adminToken}` }, undefined],
  ] as const)('%s is told so, too', async (_who, method, url, headers, payload) => {
    const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
  })

  it('the process is alive and not ready, and ready again as soon as the database is back', async () => {
    const probes = async () => [(await api.app.inject('/healthz')).statusCode, (await api.app.inject('/readyz')).statusCode]
    expect(await probes()).toEqual([200, 503])
    await outage.end()
    expect(await probes()).toEqual([200, 200])
    expect((await api.call('GET', '/api/config', { token })).statusCode).toBe(200)
  })
})
