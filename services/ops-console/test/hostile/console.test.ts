import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '@checkin/server'
import { holds } from '@checkin/testing/hostile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleService } from '../../src/app.ts'
import { consoleSettings } from '../../src/settings.ts'
import { sessionAnswers } from '../test-registry.fixture.ts'
import { upstream } from '../upstream.fixture.ts'
import { testSettings } from '../test-settings.fixture.ts'

const sessions = sessionAnswers((bearer) => (bearer === 'an-operator' ? { label: 'Olga', role: 'operator', module: null, hosts: null } : null))
let registry: Awaited<ReturnType<typeof upstream>>
let service: Service
beforeAll(async () => {
  registry = await upstream({ ...sessions.answers, 'GET /registry/v1/tenants': sessions.needsSession([200, { tenants: [] }]), 'GET /metrics': () => [200, { secret: 'of the inside' }] })
  const pages = mkdtempSync(join(tmpdir(), 'console-'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Control room</title>')
  service = await consoleService(
    testSettings(pages, { securityTxt: { contacts: new Map([['', 'mailto:security@example.com']]), expires: '2099-01-01T00:00:00Z' } }), { registry: registry.url, reservations: registry.url }, { level: 'silent' },
  )
})
afterAll(async () => { await service.stop(); registry.stop() })

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, cookie = '', headers: Readonly<Record<string, string>> = {}, payload?: object) =>
  service.app.inject({ method, url, headers: { host: 'ops.localhost', 'x-checkin-console': '1', ...(cookie !== '' && { cookie }), ...headers }, ...(payload && { payload }) })
const signedIn = async (): Promise<string> => String((await call('POST', '/api/session', '', {}, { token: 'an-operator' })).headers['set-cookie']).split(';')[0] ?? ''
const isIn = ({ statusCode }: { statusCode: number }) => statusCode < 400

describe('the console', () => {
  it('leads no signed-in person\'s call to anything but the calls of its list (DEC-247, SEC-17)', () => holds('paths of the console', async (tried) => {
    const cookie = await signedIn()
    expect((await call('GET', '/api/registry/v1/tenants', cookie)).statusCode).toBe(200)
    for (const path of ['%252e%252e/%252e%252e/metrics', '%2e%2e/%2e%2e/metrics', '..%2f..%2fmetrics', '..%5c..%5cmetrics', 'v1/%252e%252e/%252e%252e/metrics', 'v1/tenants/%2e%2e/%2e%2e/%2e%2e/metrics', 'v1//../../metrics', 'v1/tenants;/../../../metrics', '%00/metrics']) {
      registry.seen.length = 0
      const answer = await call('GET', `/api/registry/${path}`, cookie)
      tried(path, registry.seen.some(({ url }) => !/^\/registry\/v1\/(?!.*\.\.)/.test(decodeURIComponent(url))) || answer.body.includes('of the inside'))
    }
  }))

  it('knows no session that was changed, ended, sent by another page or is of another kind (DEC-247, SEC-8)', () => holds('sessions of the console', async (tried) => {
    const read = (cookie: string, headers: Readonly<Record<string, string>> = {}) => call('GET', '/api/registry/v1/tenants', cookie, headers)
    const cookie = await signedIn()
    const [name = '', value = ''] = cookie.split('=')
    expect(isIn(await read(cookie))).toBe(true)
    tried('a changed value', isIn(await read(`${name}=${value.slice(0, -2)}AA`)))
    tried('an invented value', isIn(await read(`${name}=${'A'.repeat(value.length)}`)))
    tried('a token in its place', isIn(await read(`${name}=an-operator`)))
    tried('no header of the console', isIn(await read(cookie, { 'x-checkin-console': '' })))
    tried('another origin', isIn(await read(cookie, { origin: 'http://costaverde.localhost' })))
    tried('another site', isIn(await read(cookie, { 'sec-fetch-site': 'same-site' })))
    tried('another name', isIn(await read(cookie, { host: 'evil.example' })))
    tried('the session as a token', isIn(await call('POST', '/api/session', '', {}, { token: value })))
    await call('DELETE', '/api/session', cookie)
    tried('after signing out', isIn(await read(cookie)))
  }))

  it('says under its own name whom to tell about a weakness (DEC-252)', async () => {
    expect((await call('GET', '/.well-known/security.txt')).body).toContain('Contact: mailto:security@example.com')
    expect((await call('GET', '/.well-known/security.txt', '', { host: 'evil.example' })).statusCode).toBe(421)
  })

  it('does not start in production with a secret that anybody could know (DEC-247, SEC-11)', () => holds('weak secrets in production', (tried) => {
    const good = { CHECKIN_MODE: 'production', CHECKIN_OPS_SECRET: 'qM3vT8xK1nR5wZ7pL2dY9sB4', CHECKIN_ADMIN_TOKEN: 'hG6jF2aV8cX4eU1iO7tQ3kN9' }
    const starts = (change: Readonly<Record<string, string>>): boolean => { try { consoleSettings({ ...good, ...change }); return true } catch { return false } }
    expect(starts({})).toBe(true)
    for (const value of ['demo-admin', 'demo-admin-with-a-long-name-behind', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'hunter2hunter2hunter2hunter2', 'abcdefghijklmnopqrstuvwxyz', 'change-me-change-me-change-me', 'short', '']) {
      tried(`token ${value}`, starts({ CHECKIN_ADMIN_TOKEN: value }))
      tried(`secret ${value}`, starts({ CHECKIN_OPS_SECRET: value }))
    }
    return Promise.resolve()
  }))
})
