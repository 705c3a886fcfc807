import { mkdtempSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '@checkin/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consoleService } from '../app.ts'
import { registryPath } from '../upstream/registry-calls.ts'
import { type Answer } from '../../test/test-registry.fixture.ts'
import { upstream } from '../../test/upstream.fixture.ts'
import { testSettings } from '../../test/test-settings.fixture.ts'

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
const bearerOf = ({ headers }: IncomingMessage): string => hashOf((headers.authorization ?? '').replace(/^Bearer /, ''))
const refused = (status: number, code: string): Answer => [status, { code, title: code, data: null, status }]
const viewer = { label: 'Vera', role: 'viewer', hosts: null }

/** A registry that knows one session: what its secret is now, and what it waits for. */
const state = { hash: '', due: 'confirm' as string | null }
const confirming = (request: IncomingMessage, body: string): Answer => {
  if (bearerOf(request) !== state.hash) return refused(401, 'Unauthorized')
  const { hash, response } = JSON.parse(body) as { readonly hash: string; readonly response: { readonly id: string } }
  if (response.id !== 'right') return refused(403, 'PasskeyRefused')
  Object.assign(state, { hash, due: null })
  return [200, { ...view(), id: 'p1', person: 'vera', name: 'Laptop', addedAt: '2026-12-01T12:00:00Z', lastUsedAt: null, revokedAt: null, revokedBy: null, isOwn: true }]
}
const view = () => ({ ...viewer, id: 'one', issuer: null, agent: 'Firefox, Linux', createdAt: '2026-12-01T12:00:00Z', lastSeenAt: '2026-12-01T12:00:00Z', endsAt: new Date(Date.now() + 3_600_000).toISOString(), isPresent: true, passkeyDue: state.due })
const known = (request: IncomingMessage, answer: Answer): Answer => (bearerOf(request) === state.hash ? answer : refused(401, 'Unauthorized'))

let registry: Awaited<ReturnType<typeof upstream>>
let service: Service
beforeAll(async () => {
  registry = await upstream({
    'POST /registry/v1/console-sessions': (_request, body) => { Object.assign(state, { hash: (JSON.parse(body) as { hash: string }).hash }); return [200, view()] },
    'GET /registry/v1/console-sessions/present': (request) => known(request, [200, { ...view(), isCheckDue: false, refresh: null }]),
    'GET /registry/v1/actor': (request) => known(request, state.due === null ? [200, { ...viewer, module: null }] : refused(401, 'PasskeyNeeded')),
    'POST /registry/v1/console-sessions/present/challenge': (request) => known(request, [200, { options: { challenge: 'abc' } }]),
    'POST /registry/v1/passkeys/begin': (request) => known(request, [200, { options: { challenge: 'abc' } }]),
    'PUT /registry/v1/console-sessions/present/passkey': confirming,
    'POST /registry/v1/passkeys': confirming,
  })
  const pages = mkdtempSync(join(tmpdir(), 'console-'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html>')
  service = await consoleService(testSettings(pages), { registry: registry.url, reservations: registry.url }, { level: 'silent' })
})
afterAll(async () => { await service.stop(); registry.stop() })
beforeEach(() => { state.due = 'confirm' })

const call = (method: 'GET' | 'POST', url: string, cookie = '', payload?: object) =>
  service.app.inject({ method, url, headers: { host: 'ops.localhost', 'x-checkin-console': '1', ...(cookie !== '' && { cookie }) }, ...(payload && { payload }) })
const cookieOf = (answer: Awaited<ReturnType<typeof call>>): string => String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''
const signIn = async () => cookieOf(await call('POST', '/api/session', '', { token: 'a-token' }))
const credential = (id: string) => ({ id, rawId: id, type: 'public-key', response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', attestationObject: 'oA' } })

describe('a sign-in that a passkey has to confirm (SEC-8, DEC-300)', () => {
  it('says so, and opens nothing of the two services before', async () => {
    const signedIn = await call('POST', '/api/session', '', { token: 'a-token' })
    expect(signedIn.json()).toMatchObject({ label: 'Vera', passkeyDue: 'confirm' })
    const cookie = cookieOf(signedIn)
    expect((await call('GET', '/api/session', cookie)).json()).toMatchObject({ label: 'Vera', passkeyDue: 'confirm' })
    registry.seen.length = 0
    expect((await call('GET', '/api/internal/v1/tenants', cookie)).json()).toMatchObject({ status: 401, code: 'PasskeyNeeded' })
    expect(registry.seen.map(({ url }) => url)).toEqual(['/registry/v1/actor'])
  })

  it.each([['confirmed by a passkey', '/api/session/passkey/challenge', '/api/session/passkey', {}], ['confirmed by a new passkey', '/api/session/passkeys/begin', '/api/session/passkeys', { name: 'Laptop' }]])(
    'is %s, and gets another secret that no page sees', async (_what, asking, confirmingPath, more) => {
      const cookie = await signIn()
      expect((await call('POST', asking, cookie)).json()).toEqual({ options: { challenge: 'abc' } })
      expect((await call('POST', confirmingPath, cookie, { ...more, response: credential('wrong') })).json()).toMatchObject({ code: 'PasskeyRefused' })
      const confirmed = await call('POST', confirmingPath, cookie, { ...more, response: credential('right') })
      expect(confirmed.json()).toEqual({ ...viewer, passkeyDue: null })
      const next = cookieOf(confirmed)
      expect([next === cookie, String(confirmed.headers['set-cookie']).includes('HttpOnly; SameSite=Strict'), confirmed.body.includes(next.split('=')[1] ?? '-')]).toEqual([false, true, false])
      expect([(await call('GET', '/api/session', cookie)).statusCode, (await call('GET', '/api/session', next)).statusCode]).toEqual([401, 200])
    })

  it('is confirmed by this server\'s own calls alone, which choose the secret', () => {
    for (const [method, path] of [['POST', '/passkeys/begin'], ['POST', '/passkeys'], ['POST', '/console-sessions/present/challenge'], ['PUT', '/console-sessions/present/passkey']] as const) expect(registryPath(method, `/registry/v1${path}`)).toBeNull()
    expect(registryPath('DELETE', '/registry/v1/passkeys/abc')).not.toBeNull()
  })
})
