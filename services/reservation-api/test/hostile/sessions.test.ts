import type { Endpoint } from '@checkin/api'
import { everyCall } from '@checkin/api/every-call'
import { holds } from '@checkin/testing/hostile'
import { logWords } from '@checkin/testing/log-words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { aTrip } from '../fixtures/driver-api.fixture.ts'
import { fitting } from '../fixtures/from-schema.fixture.ts'
import { aRenter, select } from '../fixtures/renter.fixture.ts'
import { aFleetReservation, wholeApi, type WholeApi } from '../fixtures/whole-api.fixture.ts'
import { endSession } from '../../src/identity/session-store.ts'

let api: WholeApi
let mine: { number: string; guid: string; id: string }
let neighbours: typeof mine
let foreign: typeof mine
beforeAll(async () => {
  api = await wholeApi()
  mine = await api.stored('costaverde', 'H1')
  neighbours = await api.stored('costaverde', 'H2')
  foreign = await api.stored('alpen', 'H1')
})
afterAll(() => api.stop())

const calls: readonly Endpoint[] = Object.values(everyCall)
const isIn = ({ statusCode }: { statusCode: number }): boolean => statusCode < 400
const tokenOf = async ({ id }: typeof mine, tenant = 'costaverde') => (await api.session(tenant, id)).token

/** Calls whose address names a reservation, with that name put into it. */
const naming = calls.flatMap((endpoint) => {
  const place = /:guid|:reservation/.exec(endpoint.path)?.[0]
  if (place === undefined || endpoint.name === 'resume') return []
  return [{ endpoint, at: ({ guid, number }: typeof mine) => `/api${endpoint.path.replace(place, place === ':guid' ? guid : number).replace(':provider', 'card').replace(':groupId', 'C')}` }]
})
/** Calls whose body names a reservation. */
const telling: readonly (readonly ['POST' | 'PUT', string, (names: typeof mine) => object])[] = [
  ['PUT', '/reservation', ({ number }) => ({ reservation: { reservation: number }, extras: [], hasClickedUpgrade: false, hasCompletedReservation: false })],
  ['POST', '/reservation/extras/values', ({ number }) => ({ reservationId: number, extras: [] })],
  ['POST', '/check-precheckout', ({ number }) => ({ reservationNumber: number })],
  ['POST', '/payment', ({ number }) => ({ documentId: number, amount: 179.55, provider: 'card', token: 'ix::one', referenceToken: null, transactionType: 'Sale', isRecurrent: false, validated: true })],
  ['POST', '/payment/cancel', ({ number }) => ({ documentId: number })],
  ['POST', '/payment/log', ({ number }) => ({ documentId: number, requestToken: 'r', approvalToken: 'a', uniqueIdentifier: 'u' })],
]

describe('whose reservation it is', () => {
  it('no other host, identifier or forwarded name makes a call another company\'s (DEC-247, DEC-06)', () => holds('tenant and Host confusion', async (tried) => {
    const token = await tokenOf(mine)
    const path = `/api/reservation/${mine.guid}`
    expect((await api.call('GET', path, { token })).statusCode).toBe(200)
    for (const host of ['alpen.localhost:4000', 'costaverde.localhost.evil.example', 'localhost', 'costaverde', 'costaverde.localhost.', 'xn--costaverde.localhost', '127.0.0.1:4004', 'evil.example'])
      tried(`host ${host}`, isIn(await api.call('GET', path, { token, host })))
    for (const identifier of ['alpen.localhost:4000', 'evil.example', 'costaverde.localhost.evil', 'costaverde.localhost@alpen.localhost']) tried(`identifier ${identifier}`, isIn(await api.call('GET', path, { token, headers: { identifier } })))
    const theirs = await tokenOf(foreign, 'alpen')
    for (const headers of [{ 'x-forwarded-host': 'alpen.localhost' }, { forwarded: 'host=alpen.localhost' }, { 'x-host': 'alpen.localhost' }, { 'x-original-host': 'alpen.localhost' }, { 'x-tenant': 'alpen' }, { 'x-checkin-tenant': 'alpen' }]) {
      tried(`their session with ${Object.keys(headers)[0] ?? ''}`, isIn(await api.call('GET', `/api/reservation/${foreign.guid}`, { token: theirs, headers: headers })))
    }
    tried('my session at their host', isIn(await api.call('GET', `/api/reservation/${foreign.guid}`, { token, host: 'alpen.localhost:4000' })))
    tried('their session at my host', isIn(await api.call('GET', path, { token: theirs })))
  }))

  it('no page of another site makes a call that changes something (DEC-247, DEC-07)', () => holds('cross-site calls', async (tried) => {
    const token = await tokenOf(mine)
    const origins: readonly Readonly<Record<string, string>>[] = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, { origin: 'http://alpen.localhost:4000', 'sec-fetch-site': 'same-site' }, { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://costaverde.localhost:4001' }, { 'sec-fetch-site': 'none' }, { origin: 'https://costaverde.localhost:4000' },
    ]
    const changing = calls.filter(({ method, path }) => method !== 'GET' && !path.includes(':'))
    for (const [at, { method, path }] of changing.entries()) {
      for (const headers of [origins[at % origins.length], origins[(at + 3) % origins.length]]) {
        const answer = await api.call(method, `/api${path}`, { token, body: {}, headers: headers ?? {} })
        tried(`${method} ${path} ${JSON.stringify(headers)}`, answer.statusCode !== 403)
      }
    }
    const form = await api.call('POST', '/api/analytics', { token, headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }, body: '{}' })
    tried('a form of another site', form.statusCode !== 403)
    for (const path of ['/api/config', `/api/reservation/${mine.guid}`]) tried(`read from another site: ${path}`, isIn(await api.call('GET', path, { token, headers: { 'sec-fetch-site': 'cross-site' } })))
    const preflight = await api.app.inject({ method: 'OPTIONS', url: '/api/reservation', headers: { host: 'costaverde.localhost:4000', origin: 'https://evil.example', 'access-control-request-method': 'PUT' } })
    tried('a preflight', preflight.headers['access-control-allow-origin'] !== undefined)
  }))

  it('no session reads or changes what is another one\'s, and no session nothing (DEC-247, DEC-70)', () => holds('foreign names and sessions', async (tried) => {
    const [token, pending, ended] = [await tokenOf(mine), (await api.session('costaverde', mine.id, 'pending')).token, await tokenOf(mine)]
    await api.database.withTenant('costaverde', (transaction) => endSession(transaction, 'costaverde', ended))
    const unknown = { number: '99999999', guid: 'x'.repeat(24), id: '' }
    const whose = { 'a neighbour\'s': neighbours, 'another company\'s': foreign, 'an invented one\'s': unknown }
    const who: Readonly<Record<string, string | undefined>> = { 'no session': undefined, 'an invented session': 'a'.repeat(43), 'a pending session': pending, 'an ended session': ended }
    for (const { endpoint: { method, name }, at } of naming) {
      for (const [what, names] of Object.entries(whose)) tried(`${name}: ${what}`, isIn(await api.call(method, at(names), { token })))
      for (const [what, by] of Object.entries(who)) tried(`${name} with ${what}`, isIn(await api.call(method, at(mine), { ...(by !== undefined && { token: by }) })))
    }
    for (const [method, path, body] of telling) {
      for (const [what, names] of Object.entries(whose)) tried(`${path}: ${what}`, isIn(await api.call(method, `/api${path}`, { token, body: body(names), headers: { 'idempotency-key': `h-${path}-${what}` } })))
      for (const [what, by] of Object.entries(who)) tried(`${path} with ${what}`, isIn(await api.call(method, `/api${path}`, { ...(by !== undefined && { token: by }), body: body(mine) })))
    }
    const { sessionKey } = await api.session('costaverde', neighbours.id)
    tried('another session\'s key', isIn(await api.call('POST', '/api/analytics', { token, body: { sessionKey, analyticsData: [{ viewTag: 'adview', action: 'skip' }] } })))
  }))

  it('drafts, links, papers and outcomes of requests stay with their reservation (DEC-247, DEC-18)', () => holds('keys, drafts and links across sessions', async (tried) => {
    const [owner, thief, stranger] = [await tokenOf(mine), await tokenOf(neighbours), await tokenOf(foreign, 'alpen')]
    await api.call('PUT', '/api/draft', { token: owner, body: { form: 'driver-document/main', texts: { id: 'OWNERS-NUMBER' } } })
    expect((await api.call('GET', '/api/draft', { token: owner })).body).toContain('OWNERS-NUMBER')
    tried('a neighbour\'s draft', (await api.call('GET', '/api/draft', { token: thief })).body.includes('OWNERS-NUMBER'))
    tried('another company\'s draft', (await api.call('GET', '/api/draft', { token: stranger, host: 'alpen.localhost:4000' })).body.includes('OWNERS-NUMBER'))
    const key = 'key-of-the-owner-1'
    await api.call('PUT', '/api/reservation', { token: owner, headers: { 'idempotency-key': key }, body: { reservation: { reservation: mine.number }, extras: [], hasClickedUpgrade: false, hasCompletedReservation: false } })
    const stateOf = (token: string) => api.call('GET', `/api/requests/${key}`, { token })
    const never = (await api.call('GET', '/api/requests/key-of-nobody-at-all', { token: thief })).json<object>()
    const { statusCode, ...seen } = { statusCode: (await stateOf(thief)).statusCode, ...(await stateOf(thief)).json<object>() }
    tried('the outcome of another session\'s request', JSON.stringify({ ...seen, requestId: 0 }) !== JSON.stringify({ ...never, requestId: 0 }) && statusCode < 400)
    tried('a paper of another one', isIn(await api.call('GET', '/api/papers/agreement', { token: thief })) && (await api.call('GET', '/api/papers/agreement', { token: thief })).body.includes(mine.number))
    for (const token of ['x'.repeat(32), mine.guid, key]) tried(`a ticket or link by ${token.slice(0, 8)}`, isIn(await api.call('GET', `/api/ticket/${token}`)))
  }))

  it('no field that is not the renter\'s to say has an effect (DEC-247, DEC-23)', () => holds('mass assignment', async (tried) => {
    const renter = await aRenter(api, 'H3', aFleetReservation())
    const before = await renter.full()
    const fields: readonly object[] = [
      { totalPrice: 0 }, { amountDue: 0 }, { paidValue: 999 }, { pendingValue: 0 }, { depositAmount: 0 }, { guid: foreign.guid }, { isCompleted: true }, { hasRentalAgreement: true },
      { customer: { email: 'thief@example.com' } }, { tenantId: 'alpen' }, { rowVersion: 99 }, { returnDate: '2040-01-01' }, { numberEMG: 'X' },
    ]
    for (const field of fields) {
      await renter.put({ reservation: field as Record<string, unknown> })
      const { reservation, summary } = await renter.full()
      tried(JSON.stringify(field), JSON.stringify([reservation, summary.cashier]) !== JSON.stringify([before.reservation, before.summary.cashier]))
    }
    await renter.put({ extras: [{ ...select('SCDW'), value: 0, totalValue: 0, isIncluded: true }] })
    tried('an extra for nothing', (await renter.full()).summary.cashier.previewValue < before.summary.cashier.previewValue)
  }))
})

describe('what is sent', () => {
  it('no body makes the service fail, change its own objects, or wait (DEC-247, DEC-81)', () => holds('hostile bodies', async (tried) => {
    const token = await tokenOf(mine)
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const send = (path: string, payload: string | Buffer, headers: Readonly<Record<string, string>> = {}) => api.app.inject({
      method: 'POST', url: `/api${path}`, payload,
      headers: { host: 'costaverde.localhost:4000', identifier: 'costaverde.localhost:4000', origin: 'http://costaverde.localhost:4000', 'content-type': 'application/json', cookie: `checkin_session=${token}`, ...headers },
    })
    const lookup = (change: object) => JSON.stringify({ reference: 'X1', surname: 'Y', checkoutdate: '', mail: '', ...change })
    const bodies: Readonly<Record<string, readonly [string, string | Buffer, Record<string, string>?]>> = {
      'lists in lists': ['/analytics', deep], 'objects in objects': ['/analytics', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`], 'a prototype': ['/reservation/prelookup', '{"__proto__":{"polluted":true},"reference":"a"}'],
      'a constructor': ['/reservation/prelookup', '{"constructor":{"prototype":{"polluted":true}}}'], 'one name twice': ['/reservation/prelookup', '{"reference":"H1","reference":"H2","surname":"Silva","surname":"x","checkoutdate":"","mail":""}'],
      'zeros said to be gzip': ['/analytics', Buffer.alloc(30_000), { 'content-encoding': 'gzip' }], 'another type': ['/reservation/prelookup', '<a/>', { 'content-type': 'application/xml' }], 'half a body': ['/reservation/prelookup', '{"reference":'],
      'too much': ['/reservation/prelookup', JSON.stringify({ a: 'x'.repeat(70_000) })], 'a number for a text': ['/reservation/prelookup', lookup({ reference: 1e308 })], 'a list for a text': ['/reservation/prelookup', lookup({ surname: ['a'] })],
      'a null byte': ['/reservation/prelookup', lookup({ surname: 'a\u0000b' })], 'an address to search for ever': ['/reservation/lookup', lookup({ mail: `${'a.'.repeat(20_000)}@` })], 'a surname of combining marks': ['/reservation/prelookup', lookup({ surname: `a${'\u0301'.repeat(20_000)}` })],
      'half a character': ['/reservation/prelookup', '{"reference":"\\ud800","surname":"\\udfff","checkoutdate":"","mail":""}'],
    }
    for (const [what, [path, payload, headers]] of Object.entries(bodies)) {
      const { statusCode } = await send(path, payload, headers)
      tried(what, statusCode >= 500 || statusCode < 400 || 'polluted' in {})
    }
    expect((await api.call('GET', '/api/config')).statusCode).toBe(200)
  }))

  it('nothing that a renter typed or got stands in a log, and nothing personal readable in the database (DEC-247, DEC-80, DEC-213)', () => holds('logs and database', async (tried) => {
    const person = { name: 'Needlina', surname: 'Needlewood', birthDate: '1971-09-13', address: 'Travessa das Agulhas 7', zipCode: '8670-320', taxNumber: '501964843', mobileObj: { prefix: '351', phone: '963258741' }, email: 'needle@example.com' }
    const { id, guid } = await api.stored('costaverde', 'NEEDLE-1', aTrip({ driver: { id: 501, ...person }, customer: { name: 'Needlina', surname: 'Needlewood', email: 'needle@example.com' } }))
    const { token, sessionKey } = await api.session('costaverde', id)
    for (const path of [`/reservation/${guid}`, `/reservation/full/${guid}`, '/draft', `/driver?name=Needlina&surname=Needlewood&birthDate=1971-09-13&email=needle@example.com`]) await api.call('GET', `/api${path}`, { token })
    const logs = logWords(api.logs())
    for (const needle of ['Needlina', 'Needlewood', '1971-09-13', 'Travessa das Agulhas', '501964843', '963258741', 'needle@example.com', token, sessionKey, guid, id]) tried(`log: ${needle.slice(0, 12)}`, logs.includes(needle))
    const driver = JSON.stringify(await api.asAdmin('select * from driver'))
    for (const needle of ['1971-09-13', 'Travessa das Agulhas', '501964843', '963258741']) tried(`database: ${needle}`, driver.includes(needle))
  }))

  it('any request that fits its schema is answered by the contract for a stranger too: nothing but refusals where a session is needed (DEC-247)', async () => {
    for (const endpoint of calls.filter(({ access }) => access !== 'open')) {
      const [body] = endpoint.body && endpoint.body !== 'text' ? fc.sample(fitting(endpoint.body), 1) : [undefined]
      const answer = await api.call(endpoint.method, `/api${endpoint.path.replaceAll(/:\w+/g, 'x'.repeat(24))}`, { ...(body !== undefined && { body }) })
      expect([400, 401, 403], endpoint.name).toContain(answer.statusCode)
    }
  })
})
