import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '@checkin/server'
import { sessionAnswers } from '../../test/test-registry.fixture.ts'
import { summariesOf, upstream } from '../../test/upstream.fixture.ts'
import { consoleService } from '../app.ts'
import { testSettings } from '../../test/test-settings.fixture.ts'

const actor = (label: string, role: string, hosts: readonly string[] | null = null) => ({ label, role, module: null, hosts })
const actors: Readonly<Record<string, object>> = {
  operator: actor('Olga', 'operator'), approver: actor('Paula', 'approver'), viewer: actor('Vera', 'viewer'), support: { ...actor('Sara', 'support'), identity: { persons: ['sara'], behind: ['olga'] } },
  elsewhere: actor('Simon', 'support', ['b.example']),
}
const tenant = { host: 'a.example', revision: 1, changedAt: '2026-12-01T12:00:00Z' }
const found = { rows: [{ reference: 'CV1', renter: 'M. Silva', pickUpAt: '2031-05-02T10:30:00', pickUpPlace: 'Faro', returnAt: '2031-05-07T10:00:00', state: 'begun' }], more: false }
const state = {
  reference: 'CV1', pickUpAt: '', pickUpPlace: '', returnAt: '', returnPlace: '', email: null, phone: null, termsAccepted: true, isCompleted: false, hasAgreement: false, agreement: null, steps: [],
  missing: { complete: [], pay: [], precheckout: [] }, money: { currency: 'EUR', total: 1, paid: 0, due: 1 }, payments: [], sessions: [], messages: [], waitsForCode: false,
}
const details = { customer: { name: 'Maria', surname: 'Silva', email: null }, drivers: [], readings: [] }
const sent = { email: 'm•••@example.com', goodUntil: '2026-12-01T12:00:00Z' }
const path = '/internal/v1/tenants/aa/reservations/CV1/support'

let registry: Awaited<ReturnType<typeof upstream>>
let reservations: Awaited<ReturnType<typeof upstream>>
let service: Service
beforeAll(async () => {
  registry = await upstream(sessionAnswers((bearer) => actors[bearer] ?? null).answers)
  reservations = await upstream({
    'GET /internal/v1/tenant-summaries': () => [200, summariesOf([{ id: 'aa', ...tenant }])], 'POST /internal/v1/tenants/aa/reservation-search': () => [200, found],
    [`GET ${path}`]: () => [200, state], [`POST ${path}/details`]: () => [200, details], [`POST ${path}/link`]: () => [200, sent], [`POST ${path}/code`]: () => [200, sent],
  })
  const pages = mkdtempSync(join(tmpdir(), 'console-'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Control room</title>')
  service = await consoleService(
    testSettings(pages),
    { registry: registry.url, reservations: reservations.url }, { level: 'silent' },
  )
})
afterAll(async () => { await service.stop(); registry.stop(); reservations.stop() })

type Call = readonly [method: 'GET' | 'POST', url: string, body?: object]
const headers = { host: 'ops.localhost', 'x-checkin-console': '1' }
async function as(token: string, ...[method, url, body]: Call) {
  const opened = await service.app.inject({ method: 'POST', url: '/api/session', headers, payload: { token } })
  return service.app.inject({ method, url: `/api${url}`, headers: { ...headers, cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' }, ...(body && { payload: body }) })
}

const search: Call = ['POST', '/internal/v1/tenants/aa/reservation-search', { by: 'surname', value: 'Silva' }]
const look: Call = ['GET', path]
const read: Call = ['POST', `${path}/details`, { reason: 'calls' }]
const link: Call = ['POST', `${path}/link`]
const code: Call = ['POST', `${path}/code`]

describe('what is about a renter (DEC-328)', () => {
  it.each([['searched for', search], ['looked at', look], ['sent a link', link], ['sent a code', code]] as const)('is %s by support and operators, and by nobody else', async (_what, call) => {
    for (const token of ['support', 'operator']) {
      const answer = await as(token, ...call)
      expect([answer.statusCode, answer.json<object>()]).toEqual([200, [found, state, sent].find((each) => JSON.stringify(each) === answer.body)])
    }
    const before = reservations.seen.length
    for (const token of ['approver', 'viewer']) expect((await as(token, ...call)).statusCode, token).toBe(403)
    expect(reservations.seen).toHaveLength(before)
  })

  it('is read with names and addresses by support alone, named with who stands behind the token', async () => {
    expect((await as('support', ...read)).json()).toEqual(details)
    expect(reservations.seen.at(-1)).toMatchObject({ actor: 'Sara', identity: '{"persons":["sara"],"behind":["olga"]}', body: '{"reason":"calls"}' })
    const before = reservations.seen.length
    for (const token of ['operator', 'approver', 'viewer']) expect((await as(token, ...read)).statusCode, token).toBe(403)
    expect(reservations.seen).toHaveLength(before)
  })

  it.each([['searched for', search], ['looked at', look], ['read', read], ['sent a link', link], ['sent a code', code]] as const)('is not %s where the token does not reach the company', async (_what, call) => {
    expect((await as('elsewhere', ...call)).statusCode).toBe(404)
    expect(reservations.seen.filter(({ actor: who, url }) => who === 'Simon' && url !== '/internal/v1/tenant-summaries')).toEqual([])
  })

  it('leaves everything else to operators: support changes no company, orders no money and takes on no work', async () => {
    const item = '/internal/v1/tenants/aa/attention/abcdefghijklmnopqrstuv'
    const calls: readonly Call[] = [['POST', item, { action: 'comment', comment: 'x' }], ['POST', '/internal/v1/tenants/aa/fleet-tokens', {}]]
    for (const call of calls) expect((await as('support', ...call)).statusCode).toBe(403)
  })

  it('is kept by no cache', async () => {
    for (const call of [search, look, read]) expect((await as('support', ...call)).headers['cache-control']).toBe('no-store')
  })
})
