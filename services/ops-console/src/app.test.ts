import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleService } from './app.ts'
import { registryPath } from './upstream/registry-calls.ts'
import type { Service } from '@checkin/server'
import { sessionAnswers } from '../test/test-registry.fixture.ts'
import { summariesOf, upstream } from '../test/upstream.fixture.ts'
import { testSettings } from '../test/test-settings.fixture.ts'

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

const workItem = { host: 'a.example', tenant: 'aa', id: 'abcdefghijklmnopqrstuv', kind: 'mail-undelivered', reference: 'CV1001', since: changedAt, version: 3, assignee: null, dueAt: changedAt, resolution: null }
const fleetTokenView = { id: '3f0e6a2c-7a40-4d0e-9a3f-0d6f7f1c2b11', createdAt: changedAt, expiresAt: changedAt, lastUsedOn: null, madeBy: null }
const draftId = '0195a000-0000-7000-8000-000000000002'
const draft = {
  draft: { draftId, note: 'for the season', state: 'waiting', baseRevision: 1, fields: ['phone'], by: 'Olga', at: changedAt, applyAt: null, decidedBy: null, decidedAt: null, appliedRevision: null, problem: '' },
  base: settings, settings: { ...settings, phone: '2' },
}
const registrySessions = sessionAnswers((bearer) => actors[`Bearer ${bearer}`] ?? null)
let registry: Awaited<ReturnType<typeof upstream>>
let reservations: Awaited<ReturnType<typeof upstream>>
let service: Service

beforeAll(async () => {
  registry = await upstream({
    ...registrySessions.answers,
    'GET /registry/v1/tenants': registrySessions.needsSession([200, { tenants: [] }]),
    'POST /registry/v1/mail-subscriptions/unsubscribe': (_request, body) => (body.includes('away') ? [500, {}] : body.includes('short') ? [400, {}] : [200, { ended: true }]),
    'PATCH /registry/v1/tokens/Vera': registrySessions.needsSession([202, {}]),
    'PUT /registry/v1/tenants/a.example/pointer': () => [412, { code: 'RevisionChanged', title: 'Somebody was quicker', data: null, status: 412 }],
  })
  reservations = await upstream({
    'GET /internal/v1/tenants': () => [200, tenants],
    'GET /internal/v1/tenant-summaries': () => [200, summariesOf(tenants.tenants)],
    'GET /internal/v1/tenants/aa': () => [200, tenants.tenants[0] ?? {}],
    'GET /internal/v1/tenants/aa/fleet-tokens': () => [200, { tokens: [fleetTokenView] }],
    'POST /internal/v1/tenants/aa/fleet-tokens': () => [201, { ...fleetTokenView, token: 'cft_new' }],
    [`DELETE /internal/v1/tenants/aa/fleet-tokens/${fleetTokenView.id}`]: () => [200, {}],
    [`GET /internal/v1/tenants/aa/attention/${workItem.id}`]: () => [200, { item: workItem, changes: [] }],
    [`POST /internal/v1/tenants/aa/attention/${workItem.id}`]: () => [200, { item: { ...workItem, version: 4, assignee: 'Paula' }, changes: [] }],
    'GET /internal/v1/attention': () => [200, { rows: [workItem, { ...workItem, host: 'b.example', tenant: 'bb' }] }],
    'GET /internal/v1/funnel': () => [200, { rows: funnel }],
    'GET /internal/v1/tenants/aa/reservations/CV1001/money': () => [200, money],
    [`PUT /internal/v1/tenants/aa/reservations/CV1001/money/orders/${orderId}`]: () => [200, moneyOrder],
    [`POST /internal/v1/tenants/aa/money-orders/${orderId}/decision`]: () => [200, { ...moneyOrder, state: 'done', decidedBy: 'Paula' }],
    'GET /internal/v1/money-orders': () => [200, { rows: ['a.example', 'b.example'].map((host) => ({ host, tenant: 'aa', ...moneyOrder })) }],
    'GET /internal/v1/tenants/aa/stations': () => [200, { rows: [{ place: 'Faro', reservations: 1, said: null }] }],
    'GET /internal/v1/tenants/aa/settings': () => [200, { revision: 1, needsApproval: true, revisions: [], drafts: [draft.draft] }],
    [`PUT /internal/v1/tenants/aa/settings/drafts/${draftId}`]: () => [200, draft],
    [`POST /internal/v1/tenants/aa/settings/drafts/${draftId}/decision`]: () => [200, draft],
    'POST /internal/v1/tenants/aa/settings/revisions/1/restore': () => [200, { revision: 3 }],
    'GET /internal/v1/texts/pt': () => [200, { texts: { 'common:Back': 'Voltar' }, mails: ['code'] }],
    'POST /internal/v1/tenants/aa/mails/code/preview': () => [200, { subject: 's', text: 't', html: '<p>h</p>' }],
    'PUT /internal/v1/tenants/aa': () => [200, { id: 'aa', host: 'a.example', revision: 2 }],
  })
  const pages = mkdtempSync(join(tmpdir(), 'console-'))
  mkdirSync(join(pages, 'assets'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Control room</title>')
  writeFileSync(join(pages, 'assets', 'main.js'), 'void 0')
  service = await consoleService(
    testSettings(pages),
    { registry: registry.url, reservations: reservations.url }, { level: 'silent' },
  )
})
afterAll(async () => { await service.stop(); registry.stop(); reservations.stop() })

const page = { host: 'ops.localhost', 'x-checkin-console': '1' }
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
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

  it('ends by signing out, also for whoever kept the cookie, and a cookie that was changed is worth nothing (SEC-8)', async () => {
    const cookie = await signedIn('a-viewer')
    expect((await call('GET', '/api/session', { cookie })).json()).toEqual({ label: 'Vera', role: 'viewer', hosts: null })
    expect((await call('GET', '/api/session', { cookie: `${cookie.slice(0, -2)}AA` })).statusCode).toBe(401)
    expect((await call('DELETE', '/api/session', { cookie })).headers['set-cookie']).toMatch(/checkin_ops=;/)
    for (const path of ['/api/session', '/api/registry/v1/tenants', '/api/internal/v1/tenants']) expect((await call('GET', path, { cookie })).statusCode, path).toBe(401)
  })

  it('ends everywhere where its person asks for that (DEC-143)', async () => {
    const [one, two, other] = [await signedIn('an-operator'), await signedIn('an-operator'), await signedIn('a-viewer')]
    expect((await call('DELETE', '/api/session?everywhere=yes', { cookie: one })).statusCode).toBe(204)
    expect(await Promise.all([one, two, other].map(async (cookie) => (await call('GET', '/api/session', { cookie })).statusCode))).toEqual([401, 401, 200])
  })

  it('takes no session\'s secret and no vouching in the place of a token', async () => {
    const secret = (await signedIn('an-operator')).split('=')[1] ?? ''
    for (const token of [secret, 'person.x.y']) expect((await call('POST', '/api/session', { body: { token } })).statusCode).toBe(401)
  })

  it('leaves no session to pages that only ask by themselves: what a person does is told to the registry (SEC-8)', async () => {
    const cookie = await signedIn('an-operator')
    await call('GET', '/api/registry/v1/tenants', { cookie })
    expect(registry.seen.at(-1)?.active).toBe('')
    await call('GET', '/api/registry/v1/tenants', { cookie, headers: { 'x-checkin-active': '1' } })
    expect(registry.seen.at(-1)?.active).toBe('1')
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
  it('is asked with the operator\'s own session and revision, and its refusal arrives as it is', async () => {
    const cookie = await signedIn('an-operator')
    const answer = await call('PUT', '/api/registry/v1/tenants/a.example/pointer', { cookie, headers: { 'if-match': '"7"' }, body: { setId: 3 } })
    expect(answer.statusCode).toBe(412)
    expect(answer.json()).toMatchObject({ code: 'RevisionChanged' })
    expect(registry.seen.at(-1)).toMatchObject({ authorization: `Bearer ${cookie.split('=')[1] ?? ''}`, ifMatch: '"7"', body: '{"setId":3}' })
  })

  it.each(['GET', 'POST'] as const)('needs a session for %s', async (method) => {
    expect((await call(method, '/api/registry/v1/tenants', { ...(method === 'POST' && { body: {} }) })).statusCode).toBe(401)
  })

  it('takes a narrower token, which is a PATCH', async () => {
    expect((await call('PATCH', '/api/registry/v1/tokens/Vera', { cookie: await signedIn('an-operator'), body: {} })).statusCode).toBe(202)
  })

  it('is reached below its own address only', async () => {
    const cookie = await signedIn('an-operator')
    const before = registry.seen.length
    for (const path of ['console-sessions/present', './console-sessions/present', '/console-sessions/present', 'console-sessions%2Fpresent']) expect((await call('GET', `/api/registry/v1/${path}`, { cookie })).statusCode, path).toBe(404)
    expect((await call('POST', '/api/registry/v1/console-sessions', { cookie, body: {} })).statusCode).toBe(404)
    expect((await call('POST', '/api/registry/v1/modules/mfe-payment/versions', { cookie, body: {} })).statusCode).toBe(404)
    expect(registry.seen).toHaveLength(before)
  })

  it.each([
    '%252e%252e/%252e%252e/metrics', '..%2f..%2fmetrics', '..%5c..%5cmetrics', 'v1/%252e%252e/%252e%252e/metrics', 'v1/tenants/%2e%2e', 'v1/tenants/%252e%252e/%252e%252e/%252e%252e/metrics',
    'v1/tenants%2fa.example%2fpointer', 'v1//tenants', 'v1/openapi.json', 'v1/reference', 'v1/snapshot', 'v1/nothing', 'v1/tenants/%ZZ/why',
  ])('is asked for what people ask for only, however a path is written: %s (SEC-17)', async (path) => {
    const cookie = await signedIn('a-viewer')
    const before = registry.seen.length
    const { statusCode } = await call('GET', `/api/registry/${path}`, { cookie })
    expect([[400, 404].includes(statusCode), registry.seen.slice(before)]).toEqual([true, []])
  })

  it('is asked with the very name that the page wrote, encoded once (SEC-17)', () => {
    expect(registryPath('DELETE', '/registry/v1/tokens/Ann%2525%20%C3%A9')).toBe('/registry/v1/tokens/Ann%2525%20%C3%A9')
    expect(registryPath('POST', '/registry/v1/tokens/Ann')).toBeNull()
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
    expect((await call('GET', '/api/internal/v1/tenant-summaries', { cookie })).json()).toEqual(summariesOf(tenants.tenants.slice(0, 1)))
    expect((await call('GET', '/api/internal/v1/tenants/aa', { cookie })).json()).toMatchObject({ id: 'aa', settings })
    expect((await call('GET', '/api/internal/v1/tenants/bb', { cookie })).statusCode).toBe(404)
    expect(reservations.seen.some(({ url }) => url === '/internal/v1/tenants/bb')).toBe(false)
    expect((await call('GET', '/api/internal/v1/funnel', { cookie })).json()).toEqual({ rows: funnel.slice(0, 1) })
  })
})

describe('tokens of companies\' own systems (DEC-143)', () => {
  const path = '/api/internal/v1/tenants/aa/fleet-tokens'

  it('are listed, made and revoked in the operator\'s name, for tenants within reach', async () => {
    const cookie = await signedIn('an-operator')
    expect((await call('GET', path, { cookie })).json()).toEqual({ tokens: [fleetTokenView] })
    expect(await call('POST', path, { cookie, body: {} })).toMatchObject({ statusCode: 201 })
    expect(reservations.seen.at(-1)).toMatchObject({ method: 'POST', actor: 'Olga', body: '{"days":180}' })
    expect((await call('DELETE', `${path}/${fleetTokenView.id}`, { cookie })).statusCode).toBe(204)
    expect((await call('GET', '/api/internal/v1/tenants/bb/fleet-tokens', { cookie: await signedIn('of-one-tenant') })).statusCode).toBe(404)
  })

  it.each(['a-viewer', 'an-approver'])('are not made or revoked by %s', async (token) => {
    const cookie = await signedIn(token)
    expect([(await call('POST', path, { cookie, body: {} })).statusCode, (await call('DELETE', `${path}/${fleetTokenView.id}`, { cookie })).statusCode]).toEqual([403, 403])
  })
})

describe('texts and mails (DEC-324, DEC-325)', () => {
  const preview = (cookie: string, id: string) => call('POST', `/api/internal/v1/tenants/${id}/mails/code/preview`, { cookie, body: { language: 'pt', texts: {} } })

  it('are read by everybody who signed in, mails of companies within reach alone', async () => {
    for (const token of ['a-viewer', 'an-operator']) {
      const cookie = await signedIn(token)
      expect((await call('GET', '/api/internal/v1/texts/pt', { cookie })).json()).toMatchObject({ texts: { 'common:Back': 'Voltar' } })
      expect([(await preview(cookie, 'aa')).statusCode, (await preview(cookie, 'nobody')).statusCode], token).toEqual([200, 404])
    }
    expect((await call('GET', '/api/internal/v1/texts/pt')).statusCode).toBe(401)
    expect((await preview('', 'aa')).statusCode).toBe(401)
  })
})

it('stations are read by everybody who signed in, of companies within reach alone (DEC-356)', async () => {
  const of = (token: string, id: string) => signedIn(token).then((cookie) => call('GET', `/api/internal/v1/tenants/${id}/stations`, { cookie }))
  expect((await of('a-viewer', 'aa')).json()).toMatchObject({ rows: [{ place: 'Faro' }] })
  expect((await of('of-one-tenant', 'bb')).statusCode).toBe(404)
  expect(reservations.seen.some(({ url }) => url === '/internal/v1/tenants/bb/stations')).toBe(false)
})

describe('drafts of settings (DEC-320)', () => {
  const path = `/api/internal/v1/tenants/aa/settings/drafts/${draftId}`
  const keep = { body: { note: 'for the season', settings }, headers: { 'if-match': '"1"' } }

  it('are kept and submitted by an operator, and approved by an approver, each named with who stands behind the token', async () => {
    const operator = await signedIn('an-operator')
    expect(await call('PUT', path, { cookie: operator, ...keep })).toMatchObject({ statusCode: 200 })
    expect(reservations.seen.at(-1)).toMatchObject({ method: 'PUT', actor: 'Olga', ifMatch: '"1"' })
    expect(await call('POST', `${path}/decision`, { cookie: operator, body: { action: 'submit' } })).toMatchObject({ statusCode: 200 })
    expect(await call('POST', `${path}/decision`, { cookie: await signedIn('an-approver'), body: { action: 'approve' } })).toMatchObject({ statusCode: 200 })
    expect(reservations.seen.at(-1)).toMatchObject({ method: 'POST', actor: 'Paula', identity: '{"persons":["paula"],"behind":["olga"]}' })
    expect((await call('POST', '/api/internal/v1/tenants/aa/settings/revisions/1/restore', { cookie: operator, headers: { 'if-match': '"2"' } })).json()).toEqual({ revision: 3 })
  })

  it.each([
    ['kept by an approver', 'an-approver', 'PUT', path, keep, 403],
    ['submitted by an approver', 'an-approver', 'POST', `${path}/decision`, { body: { action: 'submit' } }, 403],
    ['approved by an operator', 'an-operator', 'POST', `${path}/decision`, { body: { action: 'approve' } }, 403],
    ['given up by a viewer', 'a-viewer', 'POST', `${path}/decision`, { body: { action: 'reject' } }, 403],
    ['taken back by an approver', 'an-approver', 'POST', '/api/internal/v1/tenants/aa/settings/revisions/1/restore', { headers: { 'if-match': '"2"' } }, 403],
    ['looked at out of reach', 'of-one-tenant', 'GET', '/api/internal/v1/tenants/bb/settings', {}, 404],
  ] as const)('are not %s', async (_what, token, method, url, options, status) => {
    const cookie = await signedIn(token)
    const before = reservations.seen.filter(({ method: asked }) => asked !== 'GET').length
    expect((await call(method, url, { cookie, ...options })).statusCode).toBe(status)
    expect(reservations.seen.filter(({ method: asked }) => asked !== 'GET')).toHaveLength(before)
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

describe('what needs a person (DEC-222)', () => {
  const path = `/api/internal/v1/tenants/aa/attention/${workItem.id}`
  const taken = { action: 'assign', assignee: 'Paula', comment: '' }
  const headers = { 'if-match': '"3"' }

  it.each(['an-operator', 'an-approver'])('is changed by %s against the version that was seen, named with who stands behind the session (DEC-222)', async (token) => {
    expect((await call('POST', path, { cookie: await signedIn(token), headers, body: taken })).json()).toMatchObject({ item: { version: 4 } })
    expect(reservations.seen.at(-1)).toMatchObject({ ifMatch: '"3"', body: JSON.stringify(taken), identity: JSON.stringify(token === 'an-approver' ? { persons: ['paula'], behind: ['olga'] } : { persons: ['olga'], behind: [] }) })
  })

  it('is not changed by a viewer, nor without a version or for another reason than those of the list (DEC-222)', async () => {
    const before = reservations.seen.length
    expect((await call('POST', path, { cookie: await signedIn('a-viewer'), headers, body: taken })).statusCode).toBe(403)
    const cookie = await signedIn('an-operator')
    expect((await call('POST', path, { cookie, body: taken })).statusCode).toBe(428)
    expect((await call('POST', path, { cookie, headers, body: { action: 'resolve', reason: 'too tired' } })).statusCode).toBe(400)
    expect(reservations.seen).toHaveLength(before)
  })

  it('of tenants that a token does not reach is out of sight (DEC-222)', async () => {
    const cookie = await signedIn('of-one-tenant')
    expect((await call('GET', '/api/internal/v1/attention', { cookie })).json()).toEqual({ rows: [workItem] })
    const other = path.replace('/aa/', '/bb/')
    expect([(await call('GET', other, { cookie })).statusCode, (await call('POST', other, { cookie, headers, body: taken })).statusCode]).toEqual([404, 404])
  })
})

describe('the way off a list of mails (DEC-354, RFC 8058)', () => {
  const path = '/unsubscribe/a-code-of-some-length'
  const press = (url: string) => service.app.inject({ method: 'POST', url, headers: { host: 'ops.localhost', 'content-type': 'application/x-www-form-urlencoded' }, payload: 'List-Unsubscribe=One-Click' })

  it('is a page with one button for whoever opens it, signed in or not, and opening it ends nothing', async () => {
    const before = registry.seen.length
    const answer = await call('GET', path)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('<form method="post"><button>End these mails</button></form>')
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*form-action 'self'/)
    expect(registry.seen).toHaveLength(before)
  })

  it('is one press, also by the mail program itself', async () => {
    const answer = await press(path)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('No more mails')])
    expect(registry.seen.at(-1)).toMatchObject({ method: 'POST', url: '/registry/v1/mail-subscriptions/unsubscribe', body: '{"code":"a-code-of-some-length"}', authorization: '' })
  })

  it('says what to do where the address is cut off, and offers it again where the registry is away', async () => {
    expect((await press('/unsubscribe/short')).body).toContain('Open the link of the mail again, the whole of it.')
    const answer = await press('/unsubscribe/away-from-here-for-now')
    expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('<button>Try again</button>')])
  })
})

describe('pages', () => {
  it('are one page for every address, under a strict policy', async () => {
    const answer = await call('GET', '/releases/a.example')
    expect(answer.body).toContain('Control room')
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self'.*webrtc 'block'/)
  })

  it.each(['/assets/missing.js', '/assets/..%2f..%2fpackage.json', '/assets/main.ts'])('%s is an honest 404', async (url) => {
    expect((await call('GET', url)).statusCode).toBe(404)
  })
})
