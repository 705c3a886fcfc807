import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleService } from './app.ts'
import { sealedSessions, sessionHours } from './session/sealed-session.ts'
import type { Service } from '@checkin/server'

interface Seen { readonly method: string; readonly url: string; readonly authorization: string; readonly actor: string; readonly identity: string; readonly ifMatch: string; readonly body: string }

/** A service behind the console: says what it was asked and answers by address. */
async function upstream(answers: Readonly<Record<string, (request: IncomingMessage) => readonly [number, unknown]>>) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => { body += part.toString() })
    request.on('end', () => {
      const { authorization = '', 'x-checkin-actor': actor = '', 'x-checkin-identity': identity = '', 'if-match': ifMatch = '' } = request.headers
      seen.push({ method: request.method ?? '', url: request.url ?? '', authorization, actor: String(actor), identity: decodeURIComponent(String(identity)), ifMatch, body })
      const [status, answer] = (answers[`${request.method} ${request.url?.split('?')[0]}`] ?? (() => [404, {}] as const))(request)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  const address = server.address()
  return { seen, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, stop: () => server.close() }
}

const actors: Readonly<Record<string, object>> = {
  'Bearer an-operator': { label: 'Olga', role: 'operator', module: null, hosts: null },
  'Bearer an-approver': { label: 'Paula', role: 'approver', module: null, hosts: null, identity: { persons: ['paula'], behind: ['olga'] } },
  'Bearer a-viewer': { label: 'Vera', role: 'viewer', module: null, hosts: null },
  'Bearer of-one-tenant': { label: 'Ola', role: 'operator', module: null, hosts: ['a.example'] },
}
const settings = {
  firmName: 'A', firmLogo: '', currency: 'EUR', timeZone: 'Europe/Lisbon', phone: '1', sender: 'a@example.com', isUploadAvailable: false, isUploadMandatory: false, modules: [],
  fieldRules: { main: { fields: {}, second: {} }, additional: {} },
}
const changedAt = '2026-12-01T12:00:00Z'
const tenants = { tenants: [{ id: 'aa', host: 'a.example', revision: 1, changedAt, settings }, { id: 'bb', host: 'b.example', revision: 4, changedAt, settings }], unreadable: [] }
const funnel = ['a.example', 'b.example'].map((host) => ({ host, viewTag: 'exview', action: 'accept', reservations: 1 }))

const orderId = '0195a000-0000-7000-8000-000000000001'
const moneyOrder = {
  orderId, reference: 'CV1001', kind: 'release', paymentId: null, amount: null, currency: 'EUR', reason: 'returned early', state: 'waiting', orderedBy: 'Olga', orderedAt: changedAt,
  decidedBy: null, decidedAt: null, result: null,
}
const money = { reference: 'CV1001', currency: 'EUR', total: 1, paid: 0, due: 1, payments: [], ledger: [], orders: [moneyOrder], approvalAbove: 0 }

let registry: Awaited<ReturnType<typeof upstream>>
let reservations: Awaited<ReturnType<typeof upstream>>
let service: Service

beforeAll(async () => {
  registry = await upstream({
    'GET /registry/v1/actor': ({ headers }) => { const actor = actors[headers.authorization ?? '']; return actor ? [200, actor] : [401, {}] },
    'GET /registry/v1/tenants': () => [200, { tenants: [] }],
    'PUT /registry/v1/tenants/a.example/pointer': () => [412, { code: 'RevisionChanged', title: 'Somebody was quicker', data: null, status: 412 }],
  })
  reservations = await upstream({
    'GET /internal/v1/tenants': () => [200, tenants],
    'GET /internal/v1/funnel': () => [200, { rows: funnel }],
    'GET /internal/v1/tenants/aa/reservations/CV1001/money': () => [200, money],
    [`PUT /internal/v1/tenants/aa/reservations/CV1001/money/orders/${orderId}`]: () => [200, moneyOrder],
    [`POST /internal/v1/tenants/aa/money-orders/${orderId}/decision`]: () => [200, { ...moneyOrder, state: 'done', decidedBy: 'Paula' }],
    'GET /internal/v1/money-orders': () => [200, { rows: ['a.example', 'b.example'].map((host) => ({ host, tenant: 'aa', ...moneyOrder })) }],
    'PUT /internal/v1/tenants/aa': () => [200, { id: 'aa', host: 'a.example', revision: 2 }],
  })
  const pages = mkdtempSync(join(tmpdir(), 'console-'))
  mkdirSync(join(pages, 'assets'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Control room</title>')
  writeFileSync(join(pages, 'assets', 'main.js'), 'void 0')
  service = await consoleService(
    { port: 0, listenOn: '127.0.0.1', names: ['ops.localhost'], secret: 'a secret of this test', adminToken: 'the-admin-token', demo: true, openId: null, pages },
    { registry: registry.url, reservations: reservations.url }, { level: 'silent' },
  )
})
afterAll(async () => { await service.stop(); registry.stop(); reservations.stop() })

const page = { host: 'ops.localhost', 'x-checkin-console': '1' }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, url: string, { cookie = '', headers = {}, body }: { cookie?: string; headers?: Record<string, string>; body?: object } = {}) =>
  service.app.inject({ method, url, headers: { ...page, ...(cookie && { cookie }), ...headers }, ...(body && { payload: body }) })

async function signedIn(token: string): Promise<string> {
  const answer = await call('POST', '/api/session', { body: { token } })
  expect(answer.statusCode).toBe(200)
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

describe('signing in', () => {
  it('gives a cookie that scripts cannot read and other sites cannot send, and never the token', async () => {
    const answer = await call('POST', '/api/session', { body: { token: 'an-operator' } })
    expect(answer.json()).toEqual({ label: 'Olga', role: 'operator', hosts: null })
    expect(answer.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Strict/)
    expect(JSON.stringify(answer.headers) + answer.body).not.toContain('an-operator')
  })

  it.each([['an unknown token', { token: 'guess' }, 401], ['no token', {}, 400], ['a token with a line break', { token: 'a\r\nb' }, 401]])('refuses %s', async (_what, body, status) => {
    expect((await call('POST', '/api/session', { body })).statusCode).toBe(status)
  })

  it('ends by signing out, and a cookie that was changed is worth nothing', async () => {
    const cookie = await signedIn('a-viewer')
    expect((await call('GET', '/api/session', { cookie })).statusCode).toBe(200)
    expect((await call('GET', '/api/session', { cookie: `${cookie.slice(0, -2)}AA` })).statusCode).toBe(401)
    expect((await call('DELETE', '/api/session', { cookie })).headers['set-cookie']).toMatch(/checkin_ops=;/)
  })

  it('lasts eight hours', () => {
    let now = 0
    const sessions = sealedSessions('a secret', () => now)
    const cookie = sessions.seal({ token: 't', label: 'l', role: 'viewer', hosts: null })
    now = sessionHours * 3_600_000 - 1
    expect(sessions.open(cookie)).not.toBeNull()
    now += 2
    expect(sessions.open(cookie)).toBeNull()
    expect(sealedSessions('another secret').open(cookie)).toBeNull()
  })
})

describe('calls of other pages', () => {
  it.each([
    ['without the console\'s header', { 'x-checkin-console': '' }, 403],
    ['from another origin', { origin: 'http://costaverde.localhost' }, 403],
    ['from another site', { 'sec-fetch-site': 'same-site' }, 403],
    ['by another name', { host: 'evil.example' }, 421],
  ])('%s are refused', async (_what, headers, status) => {
    expect((await call('GET', '/api/registry/v1/tenants', { cookie: await signedIn('an-operator'), headers })).statusCode).toBe(status)
  })
})

describe('the registry behind the console', () => {
  it('is asked with the operator\'s own token and revision, and its refusal arrives as it is', async () => {
    const answer = await call('PUT', '/api/registry/v1/tenants/a.example/pointer', { cookie: await signedIn('an-operator'), headers: { 'if-match': '"7"' }, body: { setId: 3 } })
    expect(answer.statusCode).toBe(412)
    expect(answer.json()).toMatchObject({ code: 'RevisionChanged' })
    expect(registry.seen.at(-1)).toMatchObject({ authorization: 'Bearer an-operator', ifMatch: '"7"', body: '{"setId":3}' })
  })

  it.each(['GET', 'POST'] as const)('needs a session for %s', async (method) => {
    expect((await call(method, '/api/registry/v1/tenants', { ...(method === 'POST' && { body: {} }) })).statusCode).toBe(401)
  })

  it('is reached below its own address only', async () => {
    const cookie = await signedIn('an-operator')
    const before = registry.seen.length
    expect((await call('GET', '/api/registry/..%2f..%2fmetrics', { cookie })).statusCode).toBe(404)
    expect((await call('POST', '/api/registry/v1/modules/mfe-payment/versions', { cookie, body: {} })).statusCode).toBe(404)
    expect(registry.seen).toHaveLength(before)
  })
})

describe('tenants', () => {
  it('are changed by operators in their own name', async () => {
    const answer = await call('PUT', '/api/internal/v1/tenants/aa', { cookie: await signedIn('an-operator'), headers: { 'if-match': '"1"' }, body: { host: 'a.example', settings } })
    expect(answer.json()).toEqual({ id: 'aa', host: 'a.example', revision: 2 })
    expect(reservations.seen.at(-1)).toMatchObject({ authorization: 'Bearer the-admin-token', actor: 'Olga', ifMatch: '"1"' })
  })

  it.each([
    ['a viewer', 'a-viewer', 'aa', 'a.example', 403],
    ['an operator of another tenant', 'of-one-tenant', 'bb', 'b.example', 403],
    ['an operator of another tenant under a wrong name', 'of-one-tenant', 'bb', 'a.example', 404],
  ])('are not changed by %s', async (_who, token, id, host, status) => {
    expect((await call('PUT', `/api/internal/v1/tenants/${id}`, { cookie: await signedIn(token), body: { host, settings } })).statusCode).toBe(status)
    expect(reservations.seen.filter(({ method }) => method === 'PUT').every(({ actor }) => actor === 'Olga')).toBe(true)
  })

  it('of others are out of sight for a token that reaches one', async () => {
    const cookie = await signedIn('of-one-tenant')
    expect((await call('GET', '/api/internal/v1/tenants', { cookie })).json()).toMatchObject({ tenants: [{ id: 'aa' }] })
    expect((await call('GET', '/api/internal/v1/funnel', { cookie })).json()).toEqual({ rows: funnel.slice(0, 1) })
  })
})

describe('renters\' money', () => {
  const orderPath = `/api/internal/v1/tenants/aa/reservations/CV1001/money/orders/${orderId}`
  const decisionPath = `/api/internal/v1/tenants/aa/money-orders/${orderId}/decision`
  const release = { kind: 'release', reason: 'returned early' }

  it('is ordered by an operator and approved by an approver, each named with who stands behind the token', async () => {
    expect((await call('PUT', orderPath, { cookie: await signedIn('an-operator'), body: release })).json()).toMatchObject({ state: 'waiting' })
    expect(reservations.seen.at(-1)).toMatchObject({ actor: 'Olga', identity: '{"persons":["olga"],"behind":[]}', body: JSON.stringify(release) })
    expect((await call('POST', decisionPath, { cookie: await signedIn('an-approver'), body: { approve: true } })).json()).toMatchObject({ state: 'done' })
    expect(reservations.seen.at(-1)).toMatchObject({ actor: 'Paula', identity: '{"persons":["paula"],"behind":["olga"]}' })
  })

  it.each([
    ['a viewer orders', 'a-viewer', 'PUT', orderPath, release], ['an approver orders', 'an-approver', 'PUT', orderPath, release],
    ['an operator approves', 'an-operator', 'POST', decisionPath, { approve: true }], ['a viewer rejects', 'a-viewer', 'POST', decisionPath, { approve: false }],
  ] as const)('is refused where %s', async (_case, token, method, path, body) => {
    const before = reservations.seen.length
    expect((await call(method, path, { cookie: await signedIn(token), body })).statusCode).toBe(403)
    expect(reservations.seen).toHaveLength(before)
  })

  it('of tenants that a token does not reach is out of sight', async () => {
    const cookie = await signedIn('of-one-tenant')
    expect((await call('GET', '/api/internal/v1/tenants/bb/reservations/CV1001/money', { cookie })).statusCode).toBe(404)
    expect((await call('GET', '/api/internal/v1/tenants/aa/reservations/CV1001/money', { cookie })).json()).toEqual(money)
    expect((await call('GET', '/api/internal/v1/money-orders', { cookie })).json<{ rows: object[] }>().rows).toHaveLength(1)
  })
})

describe('pages', () => {
  it('are one page for every address, under a strict policy', async () => {
    const answer = await call('GET', '/releases/a.example')
    expect(answer.body).toContain('Control room')
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self'/)
  })

  it.each(['/assets/missing.js', '/assets/..%2f..%2fpackage.json', '/assets/main.ts'])('%s is an honest 404', async (url) => {
    expect((await call('GET', url)).statusCode).toBe(404)
  })
})
