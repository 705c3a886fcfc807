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
  operator: actor('Olga', 'operator'), approver: { ...actor('Paula', 'approver'), identity: { persons: ['paula'], behind: ['olga'] } }, viewer: actor('Vera', 'viewer'), support: actor('Sara', 'support'),
  elsewhere: actor('Otto', 'operator', ['b.example']),
}
const tenant = { host: 'a.example', revision: 1, changedAt: '2026-12-01T12:00:00Z' }
const content = { kind: 'text', title: 'Rental', lead: 'Read it.', sections: [] }
const draftId = '0195a000-0000-7000-8000-000000000003'
const full = {
  draft: { draftId, tag: 'rental', validFrom: '2031-01-01', note: 'for the season', state: 'waiting', texts: [], by: 'Olga', at: '2026-12-01T12:00:00Z', decidedBy: null, decidedAt: null, problem: '' },
  contents: { en: content },
}
const overview = { versions: [], drafts: [full.draft], today: '2026-12-01', needsApproval: true }
const version = { tag: 'rental', language: 'en', validFrom: '2026-01-01', hash: 'a', actor: 'Olga', createdAt: '2026-12-01T12:00:00Z', content }
const base = '/internal/v1/tenants/aa'
const path = `${base}/terms-drafts/${draftId}`

let registry: Awaited<ReturnType<typeof upstream>>
let reservations: Awaited<ReturnType<typeof upstream>>
let service: Service
beforeAll(async () => {
  registry = await upstream(sessionAnswers((bearer) => actors[bearer] ?? null).answers)
  reservations = await upstream({
    'GET /internal/v1/tenant-summaries': () => [200, summariesOf([{ id: 'aa', ...tenant }])], [`GET ${base}/terms`]: () => [200, overview], [`GET ${base}/terms/rental/en/2026-01-01`]: () => [200, version],
    [`GET ${path}`]: () => [200, full], [`PUT ${path}`]: () => [200, full], [`POST ${path}/decision`]: () => [200, full], [`POST ${base}/terms-preview`]: () => [200, 'the bytes of a PDF'],
  })
  const pages = mkdtempSync(join(tmpdir(), 'console-'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Control room</title>')
  service = await consoleService(
    testSettings(pages),
    { registry: registry.url, reservations: reservations.url }, { level: 'silent' },
  )
})
afterAll(async () => { await service.stop(); registry.stop(); reservations.stop() })

type Call = readonly [method: 'GET' | 'POST' | 'PUT', url: string, body?: object]
const headers = { host: 'ops.localhost', 'x-checkin-console': '1' }
async function as(token: string, ...[method, url, body]: Call) {
  const opened = await service.app.inject({ method: 'POST', url: '/api/session', headers, payload: { token } })
  return service.app.inject({ method, url: `/api${url}`, headers: { ...headers, cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' }, ...(body && { payload: body }) })
}
const decided = (action: string): Call => ['POST', `${path}/decision`, { action }]
const kept: Call = ['PUT', path, { tag: 'rental', validFrom: '2031-01-01', note: 'for the season', contents: { en: content } }]
const previewed: Call = ['POST', `${base}/terms-preview`, { language: 'en', validFrom: '2031-01-01', content }]
const changes = () => reservations.seen.filter(({ method, url }) => method !== 'GET' && !url.endsWith('/terms-preview')).length

describe('terms of a company at the console (DEC-348)', () => {
  it('are read and previewed by everybody who signed in', async () => {
    for (const token of ['viewer', 'approver', 'operator']) {
      expect((await as(token, 'GET', `${base}/terms`)).json(), token).toEqual(overview)
      expect((await as(token, 'GET', `${base}/terms/rental/en/2026-01-01`)).json()).toEqual(version)
      expect((await as(token, 'GET', path)).json()).toEqual(full)
      const pdf = await as(token, ...previewed)
      expect([pdf.statusCode, pdf.headers['content-type'], pdf.body]).toEqual([200, 'application/pdf', '"the bytes of a PDF"'])
    }
  })

  it('are drafted and submitted by an operator and approved by an approver, each named with who stands behind the token', async () => {
    expect((await as('operator', ...kept)).json()).toEqual(full)
    expect((await as('operator', ...decided('submit'))).statusCode).toBe(200)
    expect(reservations.seen.at(-1)).toMatchObject({ actor: 'Olga', body: '{"action":"submit"}' })
    expect((await as('approver', ...decided('approve'))).statusCode).toBe(200)
    expect(reservations.seen.at(-1)).toMatchObject({ actor: 'Paula', identity: '{"persons":["paula"],"behind":["olga"]}' })
    for (const token of ['operator', 'approver']) for (const action of ['reject', 'withdraw']) expect((await as(token, ...decided(action))).statusCode, `${token} ${action}`).toBe(200)
  })

  it.each<[string, string, Call]>([
    ['drafted by a viewer', 'viewer', kept], ['drafted by an approver', 'approver', kept], ['drafted by support', 'support', kept], ['submitted by an approver', 'approver', decided('submit')],
    ['approved by an operator', 'operator', decided('approve')], ['given up by a viewer', 'viewer', decided('reject')], ['taken back by support', 'support', decided('withdraw')],
  ])('are not %s', async (_what, token, call) => {
    const before = changes()
    expect([(await as(token, ...call)).statusCode, changes()]).toEqual([403, before])
  })

  it('are out of sight where the token does not reach the company', async () => {
    for (const call of [['GET', `${base}/terms`], ['GET', `${base}/terms/rental/en/2026-01-01`], ['GET', path], kept, decided('submit'), previewed] as readonly Call[]) expect((await as('elsewhere', ...call)).statusCode, call[1]).toBe(404)
    expect(reservations.seen.filter(({ actor: who, url }) => who === 'Otto' && url !== '/internal/v1/tenant-summaries')).toEqual([])
  })

  it('are put by no direct call: a version goes by a draft', async () => {
    const before = changes()
    expect([(await as('operator', 'PUT', `${base}/terms/rental/en/2031-01-01`, content)).statusCode, changes()]).toEqual([404, before])
  })
})
