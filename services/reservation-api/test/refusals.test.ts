import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fleetToken, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

/** Exactly the one error body. */
const refused = (status: number, code: string) => ({ status, body: { data: expect.anything() as unknown, status, title: expect.any(String) as unknown, code, requestId: expect.any(String) as unknown } })
const answerOf = (answer: { statusCode: number; json: () => object }) => ({ status: answer.statusCode, body: { ...answer.json(), data: 'any' } })

describe('whose site was called (DEC-06)', () => {
  it.each(['unknown.localhost', 'costaverde.localhost.evil.example', 'localhost', 'costaverde', 'costaverde.localhost.', 'xn--costaverde.localhost', '127.0.0.1:4004', ''])(
    'a host that is no tenant is refused: %j', async (host) => {
      expect(answerOf(await api.call('GET', '/api/config', { host, headers: { identifier: host || 'x' } }))).toEqual(refused(421, 'UnknownTenant'))
    },
  )
  it('also for a call that does not exist', async () => {
    expect((await api.call('GET', '/api/nothing', { host: 'unknown.localhost' })).statusCode).toBe(421)
  })
  it.each(['costaverde.localhost', 'COSTAVERDE.localhost:4000', 'costaverde.localhost:443'])('the port and the case of the host do not matter: %s', async (host) => {
    expect((await api.call('GET', '/api/config', { host })).json()).toMatchObject({ firmName: 'Costa Verde', currency: 'EUR' })
  })
  it('two hosts have two configurations (API-01)', async () => {
    expect((await api.call('GET', '/api/config', { host: 'alpen.localhost:4000' })).json()).toMatchObject({ firmName: 'Alpen', currency: 'CHF' })
  })
  it.each(['alpen.localhost:4000', 'evil.example', 'costaverde.localhost.evil'])('an identifier that contradicts the host is refused: %s', async (identifier) => {
    expect(answerOf(await api.call('GET', '/api/config', { headers: { identifier } }))).toEqual(refused(400, 'IdentifierMismatch'))
  })
  it('forwarded host headers are not looked at', async () => {
    const answer = await api.call('GET', '/api/config', { headers: { 'x-forwarded-host': 'alpen.localhost', forwarded: 'host=alpen.localhost' } })
    expect(answer.json()).toMatchObject({ firmName: 'Costa Verde' })
  })
})

describe('which page makes the call (DEC-07)', () => {
  const analytics = (headers: Record<string, string>) => api.call('POST', '/api/reservation/prelookup', { body: { reference: 'X1', surname: 'Y', checkoutdate: '', mail: '' }, headers })
  it.each([
    [{ origin: 'http://alpen.localhost:4000' }], [{ origin: 'http://costaverde.localhost:4001' }], [{ origin: 'https://costaverde.localhost:4000' }], [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'same-site' }], [{ 'sec-fetch-site': 'cross-site' }], [{ 'sec-fetch-site': 'none' }],
  ])('a state-changing call from elsewhere is refused: %j', async (headers) => {
    expect(answerOf(await analytics(headers))).toEqual(refused(403, 'ForeignOrigin'))
  })
  it('one that shows no origin at all is refused', async () => {
    const answer = await api.app.inject({ method: 'POST', url: '/api/reservation/prelookup', headers: { host: 'costaverde.localhost' }, payload: {} })
    expect(answerOf(answer)).toEqual(refused(403, 'ForeignOrigin'))
  })
  it('one from the own page reaches its handler', async () => { expect((await analytics({})).statusCode).toBe(404) })
  it.each([['cross-site', 403], ['same-site', 403], ['none', 200], ['same-origin', 200]] as const)('reading from %s answers %i', async (site, status) => {
    expect((await api.call('GET', '/api/config', { headers: { 'sec-fetch-site': site } })).statusCode).toBe(status)
  })
})

describe('a call by GET that opens a session (DEC-312, ASVS 3.5.3)', () => {
  const addresses = ['/api/validate/123456', `/api/reservation/resume/${'x'.repeat(43)}`, `/api/precheckout/${'x'.repeat(43)}`]
  const elsewhere: readonly Readonly<Record<string, string>>[] = [
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, { 'sec-fetch-site': 'none' },
  ]
  it.each(addresses)('is made by a script of the own page alone: %s', async (address) => {
    for (const headers of elsewhere) expect(answerOf(await api.call('GET', address, { headers })), JSON.stringify(headers)).toEqual(refused(403, 'ForeignOrigin'))
    expect(answerOf(await api.app.inject({ method: 'GET', url: address, headers: { host: 'costaverde.localhost:4000' } }))).toEqual(refused(403, 'ForeignOrigin'))
    expect((await api.call('GET', address, { headers: { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' } })).json()).not.toMatchObject({ code: 'ForeignOrigin' })
    expect((await api.app.inject({ method: 'GET', url: address, headers: { host: 'costaverde.localhost:4000', identifier: 'costaverde.localhost:4000' } })).json()).not.toMatchObject({ code: 'ForeignOrigin' })
  })
})

describe('bad requests', () => {
  it('a path that does not exist answers 404, whatever its method', async () => {
    for (const [method, path] of [['GET', '/api/nothing'], ['DELETE', '/api/config/more'], ['POST', '/api/reservation/full/some-guid/more'], ['GET', '/fleet/v1/nothing']] as const) {
      expect(answerOf(await api.call(method, path)), `${method} ${path}`).toEqual(refused(404, 'NotFound'))
    }
  })
  it.each([
    ['DELETE', '/api/config', 'GET, HEAD'], ['POST', '/api/countries?page=1', 'GET, HEAD'], ['PATCH', '/api/reservation', 'PUT'], ['PUT', '/api/reservation/full/some-guid', 'GET, HEAD'],
    ['DELETE', '/api/driver', 'GET, HEAD, POST'], ['POST', '/fleet/v1/reservations/CV1', 'GET, HEAD, PUT'], ['PUT', '/fleet/v1/events', 'GET, HEAD'], ['DELETE', '/internal/v1/tenants/alpen', 'GET, HEAD, PUT'],
    ['GET', '/provider/v1/card/callback/costaverde', 'POST'],
  ] as const)('a method that %s %s does not have answers 405 with those that it has: %s', async (method, path, allow) => {
    const answer = await api.call(method, path)
    expect(answerOf(answer)).toEqual(refused(405, 'MethodNotAllowed'))
    expect(answer.headers['allow']).toBe(allow)
  })
  it('a host that is no tenant learns nothing of the calls there are', async () => {
    const answer = await api.call('DELETE', '/api/config', { host: 'unknown.localhost' })
    expect([answer.statusCode, answer.headers['allow']]).toEqual([421, undefined])
  })
  it('malformed JSON answers 400', async () => {
    const answer = await api.call('POST', '/api/reservation/prelookup', { body: '{"reference":', headers: { 'content-type': 'application/json' } })
    expect(answerOf(answer)).toEqual(refused(400, 'MalformedJson'))
  })
  it('a body beyond the limit of its call answers 413, and a driver may be far larger (DEC-81)', async () => {
    const body = { reference: 'X', surname: 'x'.repeat(70_000), checkoutdate: '', mail: '' }
    expect(answerOf(await api.call('POST', '/api/reservation/prelookup', { body }))).toEqual(refused(413, 'TooLarge'))
    expect((await api.call('POST', '/api/driver', { body: { ...body, surname: 'x'.repeat(3_000_000) } })).statusCode).toBe(401)
  })
  it('a request that does not fit says where, and never repeats what was typed', async () => {
    const answer = await api.call('POST', '/api/reservation/prelookup', { body: { reference: 'CV1', surname: ['Marker-Surname'], checkoutdate: '', mail: '' } })
    expect(answer.json()).toMatchObject({ code: 'InvalidRequest', data: { issues: [{ path: 'surname', code: 'invalid_type' }] } })
    expect(answer.body + api.logs()).not.toContain('Marker-Surname')
  })
  it('a field that nobody knows is refused where it could change who is meant', async () => {
    const answer = await api.call('POST', '/api/reservation/prelookup', { body: { reference: 'CV1', surname: 'S', checkoutdate: '', mail: '', tenant: 'alpen' } })
    expect(answerOf(answer)).toEqual(refused(400, 'InvalidRequest'))
  })
})

describe('what only operators may do', () => {
  const put = (authorization: string, id = 'newtenant', body: object = {}) => api.app.inject({ method: 'PUT', url: `/internal/v1/tenants/${id}`, headers: { authorization }, payload: body })
  it.each(['', 'Bearer wrong', 'admin-token-of-tests'])('a tenant is not changed with the token %j', async (authorization) => {
    expect(answerOf(await put(authorization))).toEqual(refused(401, 'Unauthorized'))
  })
  it('settings that do not fit are refused, and a host or token of another tenant too', async () => {
    const { settings } = (await api.asAdmin('select settings from tenant where id = \'alpen\''))[0] as { settings: object }
    const admin = 'Bearer admin-token-of-tests'
    expect((await put(admin, 'newtenant', { host: 'new.localhost', settings: { ...settings, timeZone: 'Mars/Base' } })).statusCode).toBe(400)
    expect(answerOf(await put(admin, 'newtenant', { host: 'alpen.localhost', settings }))).toEqual(refused(409, 'CannotUpdate'))
    expect(answerOf(await put(admin, 'newtenant', { host: 'new.localhost', settings, fleetToken: fleetToken('alpen') }))).toEqual(refused(409, 'CannotUpdate'))
    expect(await api.asAdmin('select id from tenant order by id')).toEqual([{ id: 'alpen' }, { id: 'costaverde' }])
  })
  it('fleet tokens lie in the database as hashes only', async () => {
    expect(JSON.stringify(await api.asAdmin('select encode(token_hash, \'escape\') as token from fleet_token'))).not.toContain('fleet-token')
  })
})
