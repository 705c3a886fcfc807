import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPerson, openPersonToken, type Service } from '@checkin/server'
import { securityEvents } from '@checkin/server/security-events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consoleService } from '../app.ts'
import { consoleSettings } from '../settings.ts'
import { openId, personOf } from './open-id.ts'
import { testClient, testIssuer, type Fault, type TestIssuer } from '../../test/test-issuer.fixture.ts'
import { sessionAnswers } from '../../test/test-registry.fixture.ts'
import { upstream } from '../../test/upstream.fixture.ts'

const personSecret = 'a secret of registry and console'
const env = { CHECKIN_OPS_SECRET: 'a session secret of this test', CHECKIN_ADMIN_TOKEN: 'a token of nobody but this test', CHECKIN_OIDC_CLIENT_ID: testClient.id, CHECKIN_OIDC_CLIENT_SECRET: testClient.secret, CHECKIN_PERSON_SECRET: personSecret }

let issuer: TestIssuer
let registry: Awaited<ReturnType<typeof upstream>>
const registrySessions = sessionAnswers((bearer) => { const person = openPerson(personSecret, bearer); return person && { ...person, module: null } })
let service: Service
beforeAll(async () => {
  issuer = await testIssuer()
  registry = await upstream({ ...registrySessions.answers, 'GET /registry/v1/tenants': registrySessions.needsSession([200, { tenants: [] }]) })
  const pages = mkdtempSync(join(tmpdir(), 'console-'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html>')
  const settings = consoleSettings({ ...env, CHECKIN_OIDC_ISSUER: issuer.url, CHECKIN_OIDC_ROLES: 'operator=checkin-ops', CHECKIN_OIDC_TENANTS_CLAIM: 'tenants' })
  service = await consoleService({ ...settings, pages }, { registry: registry.url, reservations: 'http://127.0.0.1:9' }, { level: 'silent' })
})
afterAll(async () => { await service.stop(); issuer.stop(); registry.stop() })
beforeEach(() => {
  issuer.fault = 'none'
  issuer.claims = { email: 'olga@example.com', email_verified: true, roles: ['checkin-ops', 'other'], tenants: ['a.example'] }
})

const go = (url: string, cookie = '') => service.app.inject({ method: 'GET', url, headers: { host: 'ops.localhost', ...(cookie && { cookie }) } })
const cookieOf = (answer: { headers: Record<string, unknown> }, name: string): string =>
  [answer.headers['set-cookie']].flat().map(String).find((each) => each.startsWith(`${name}=`))?.split(';')[0] ?? ''
const asked = (url: string, cookie: string) => service.app.inject({ method: 'GET', url, headers: { 'host': 'ops.localhost', cookie, 'x-checkin-console': '1' } })
/** Away to the provider and back, as a browser does it. */
async function signIn(change: (back: URL) => void = () => undefined) {
  const start = await go('/sign-in/start')
  const back = await issuer.visit(String(start.headers['location']))
  change(back)
  return go(`${back.pathname}${back.search}`, cookieOf(start, 'checkin_ops_attempt'))
}

it('security events of the console each name a call that it has (DEC-216)', () => {
  for (const { name, call } of securityEvents.filter((event) => event.service === 'ops-console')) {
    const [method = '', url = ''] = call?.split(' ') ?? []
    if (call !== undefined) expect(service.app.hasRoute({ method: method, url }), `${name}: ${call}`).toBe(true)
  }
})

describe('signing in at an identity provider', () => {
  it('makes a session in the person\'s own name, role and tenants, which the registry believes', async () => {
    const done = await signIn()
    expect([done.statusCode, done.headers['location']]).toEqual([302, '/releases'])
    const cookie = cookieOf(done, 'checkin_ops')
    expect(cookie).toMatch(/^checkin_ops=cse_[\w-]{43}$/)
    const opened = registry.seen.findLast(({ method }) => method === 'POST')
    const vouched = openPersonToken(personSecret, opened?.authorization.replace('Bearer ', '') ?? '')
    expect(vouched?.person).toEqual({ label: 'olga@example.com', issuer: issuer.url, subject: 'person-1', role: 'operator', hosts: ['a.example'] })
    expect((vouched?.until ?? 0) - Date.now()).toBeLessThanOrEqual(15 * 60_000)
    expect(opened?.body).not.toContain('refresh-')
    const shown = await service.app.inject({ method: 'GET', url: '/api/session', headers: { 'host': 'ops.localhost', cookie, 'x-checkin-console': '1' } })
    expect(shown.json()).toEqual({ label: 'olga@example.com', role: 'operator', hosts: ['a.example'] })
  })

  it('asks with PKCE, a state and a nonce of its own each time, and keeps them out of sight of scripts', async () => {
    const [one, other] = [await go('/sign-in/start'), await go('/sign-in/start')]
    const [asked, again] = [new URL(String(one.headers['location'])), new URL(String(other.headers['location']))]
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', client_id: 'console', scope: 'openid email', redirect_uri: 'http://ops.localhost/sign-in/done' })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.searchParams.get(name)).not.toBe(again.searchParams.get(name))
    expect(one.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Lax/)
    expect(String(one.headers['set-cookie'])).not.toContain(asked.searchParams.get('state'))
  })

  it.each<Fault>(['other-key', 'other-nonce', 'other-audience', 'other-issuer', 'over'])('keeps everybody out when the provider\'s answer is wrong: %s', async (fault) => {
    issuer.fault = fault
    const done = await signIn()
    expect([done.statusCode, cookieOf(done, 'checkin_ops')]).toEqual([401, ''])
  })

  it.each<[string, (back: URL) => void]>([
    ['another state', (back) => { back.searchParams.set('state', 'x') }],
    ['another code', (back) => { back.searchParams.set('code', 'x') }],
    ['no code', (back) => { back.searchParams.delete('code') }],
  ])('refuses to come back with %s', async (_what, change) => {
    expect((await signIn(change)).statusCode).toBe(401)
  })

  it('refuses to come back in a browser that did not begin, and a code that was used', async () => {
    const start = await go('/sign-in/start')
    const back = await issuer.visit(String(start.headers['location']))
    expect((await go(`${back.pathname}${back.search}`)).statusCode).toBe(401)
    const cookie = cookieOf(start, 'checkin_ops_attempt')
    expect((await go(`${back.pathname}${back.search}`, cookie)).statusCode).toBe(302)
    expect((await go(`${back.pathname}${back.search}`, cookie)).statusCode).toBe(401)
  })

  it.each([
    ['without a role', { email: 'eve@example.com', email_verified: true, roles: ['other'] }, 'NoRole'],
    ['with the role\'s own word where the provider has another', { email: 'eve@example.com', email_verified: true, roles: ['operator'] }, 'NoRole'],
    ['as a publisher, which needs a module\'s key', { email: 'eve@example.com', email_verified: true, roles: ['publisher'] }, 'NoRole'],
    ['without a name', { roles: ['checkin-ops'] }, 'NoName'],
    ['whose address nobody verified (SEC-29)', { email: 'eve@example.com', email_verified: false, roles: ['checkin-ops'] }, 'NameNotVerified'],
    ['of whose address the provider does not say that it is verified (SEC-29)', { email: 'eve@example.com', roles: ['checkin-ops'] }, 'NameNotVerified'],
    ['whose address is verified in some other sense (SEC-29)', { email: 'eve@example.com', email_verified: 'no', roles: ['checkin-ops'] }, 'NameNotVerified'],
  ])('leaves out somebody %s', async (_who, claims, code) => {
    issuer.claims = claims
    const done = await signIn()
    expect([done.statusCode, done.json<{ code: string }>().code]).toEqual([403, code])
  })

  describe('where a strength of the sign-in is asked for (ASVS 6.8.4)', () => {
    const strong = () => openId(consoleSettings({ ...env, CHECKIN_OIDC_ISSUER: issuer.url, CHECKIN_OIDC_ACR: 'phr urn:mfa' }).openId ?? expect.fail('no provider'))
    const comesBack = async () => {
      const provider = strong()
      const { address, attempt } = await provider.start('https://ops.example/sign-in/done')
      return { asked: new URL(address).searchParams.get('acr_values'), finish: async () => provider.finish(await issuer.visit(address), attempt) }
    }
    beforeEach(() => { issuer.claims = { ...issuer.claims, roles: ['operator'] } })

    it.each(['phr', 'urn:mfa'])('somebody whom the provider checked by %s comes in', async (acr) => {
      issuer.claims = { ...issuer.claims, acr }
      const { asked: requested, finish } = await comesBack()
      expect([requested, (await finish()).person.label]).toEqual(['phr urn:mfa', 'olga@example.com'])
    })

    it.each([['by a weaker way', { acr: 'pwd' }], ['by a word that only contains the strength', { acr: 'phrase' }], ['and does not say how', {}]])('somebody whom it checked %s stays outside', async (_how, claims) => {
      issuer.claims = { ...issuer.claims, ...claims }
      await expect((await comesBack()).finish()).rejects.toMatchObject({ status: 403, code: 'SignInTooWeak' })
    })
  })

  it('takes a name of another claim, where the provider verifies no addresses (SEC-29)', () => {
    const settings = consoleSettings({ ...env, CHECKIN_OIDC_ISSUER: 'https://login.example', CHECKIN_OIDC_NAME_CLAIM: 'preferred_username' }).openId ?? expect.fail('no provider')
    expect(personOf({ preferred_username: 'olga', sub: '1', roles: ['operator'] }, settings, settings.issuer).label).toBe('olga')
    expect(personOf({ email: 'olga@example.com', email_verified: 'true', sub: '1', roles: ['operator'] }, { ...settings, nameClaim: 'email' }, settings.issuer).label).toBe('olga@example.com')
  })

  it('lets somebody reach no tenant whose tenants the provider does not name', async () => {
    issuer.claims = { email: 'olga@example.com', email_verified: true, roles: 'viewer' }
    const cookie = cookieOf(await signIn(), 'checkin_ops')
    expect((await asked('/api/session', cookie)).json()).toMatchObject({ role: 'viewer', hosts: [] })
  })
})

describe('a person who is signed in (SEC-8, DEC-143)', () => {
  const lost = async (): Promise<number> => Number(/event="console\.role\.lost",service="[a-z-]+"\} (\d+)/.exec(await service.metrics.metrics())?.[1])
  const status = async (cookie: string, url = '/api/registry/v1/tenants') => (await asked(url, cookie)).statusCode

  it('is asked for at the provider again after a while, once for many calls, and goes on', async () => {
    const cookie = cookieOf(await signIn(), 'checkin_ops')
    registrySessions.needCheck()
    const before = issuer.refreshes
    expect(await Promise.all([status(cookie), status(cookie), status(cookie, '/api/session')])).toEqual([200, 200, 200])
    expect(issuer.refreshes - before).toBe(1)
  })

  it('has the role that the provider says now', async () => {
    const cookie = cookieOf(await signIn(), 'checkin_ops')
    issuer.claims = { email: 'olga@example.com', email_verified: true, roles: ['viewer'], tenants: [] }
    registrySessions.needCheck()
    expect((await asked('/api/session', cookie)).json()).toEqual({ label: 'olga@example.com', role: 'viewer', hosts: [] })
  })

  it.each<[string, () => void]>([
    ['the role is gone', () => { issuer.claims = { email: 'olga@example.com', email_verified: true, roles: ['other'] } }],
    ['the provider ended the sign-in', () => { issuer.fault = 'ended' }],
  ])('is signed out when %s, which is told as a security event (DEC-216)', async (_what, change) => {
    const cookie = cookieOf(await signIn(), 'checkin_ops')
    change()
    registrySessions.needCheck()
    const before = await lost()
    expect(await status(cookie)).toBe(401)
    expect(await lost() - before).toBe(1)
    issuer.fault = 'none'
    issuer.claims = { email: 'olga@example.com', email_verified: true, roles: ['checkin-ops'] }
    expect(await status(cookie)).toBe(401)
  })

  it('waits while the provider is away: nothing is possible, and nothing has ended', async () => {
    const cookie = cookieOf(await signIn(), 'checkin_ops')
    issuer.fault = 'away'
    registrySessions.needCheck()
    expect(await status(cookie)).toBe(503)
    issuer.fault = 'none'
    expect(await status(cookie)).toBe(200)
  })

  it('is signed out after an hour by a provider that gives nothing to ask it again with', async () => {
    issuer.fault = 'no-refresh'
    const cookie = cookieOf(await signIn(), 'checkin_ops')
    const vouched = openPersonToken(personSecret, registry.seen.findLast(({ method }) => method === 'POST')?.authorization.replace('Bearer ', '') ?? '')
    expect(Math.round(((vouched?.until ?? 0) - Date.now()) / 60_000)).toBe(60)
    registrySessions.needCheck()
    expect(await status(cookie)).toBe(401)
  })
})

describe('its settings', () => {
  it.each([
    ['CHECKIN_PERSON_SECRET', { CHECKIN_PERSON_SECRET: '' }],
    ['CHECKIN_OIDC_CLIENT_SECRET', { CHECKIN_OIDC_CLIENT_SECRET: '' }],
    ['CHECKIN_OIDC_ROLES', { CHECKIN_OIDC_ROLES: 'publisher=all' }],
    ['CHECKIN_OIDC_SCOPE', { CHECKIN_OIDC_SCOPE: 'email' }],
    ['CHECKIN_OIDC_CHECK_MINUTES', { CHECKIN_OIDC_CHECK_MINUTES: '0' }],
    ['CHECKIN_OIDC_ISSUER', { CHECKIN_MODE: 'production', CHECKIN_OIDC_ISSUER: 'http://login.example' }],
  ])('name %s when it cannot be used', (variable, change) => {
    expect(() => consoleSettings({ ...env, CHECKIN_OIDC_ISSUER: 'https://login.example', ...change })).toThrow(`${variable}: `)
  })

  it('leave tokens as the only way to sign in where no provider is named', () => {
    expect(consoleSettings(env).openId).toBeNull()
  })
})
