import Fastify, { type FastifyInstance } from 'fastify'
import { aConfig } from '@checkin/api/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPointer, aSet, publicKey, releasesOf } from '../../test/release.fixture.ts'
import { useSiteCookies } from '../releases/site-cookies.ts'
import type { Releases } from '../releases/snapshot.ts'
import { pageRoutes, type PageDependencies } from './page-routes.ts'

const host = 'a.example'
const running = releasesOf({ pointers: [aPointer(1)], sets: [aSet(1, '1.0.0')] })
const withdrawn = releasesOf({ pointers: [aPointer(1)], sets: [aSet(1, '1.0.0')], killed: [{ name: 'mfe-driver', version: '1.0.0' }] })

let app: FastifyInstance
let releases: Releases
const pageSent = vi.fn()

beforeEach(async () => {
  releases = running
  pageSent.mockClear()
  app = Fastify()
  await useSiteCookies(app, false)
  const config = aConfig()
  pageRoutes(app, {
    settings: { demo: false, devReload: false, earlyHints: false, providerOrigins: [], registryPublicKey: publicKey, releaseSecret: 'secret of the test' },
    assets: vi.fn(), releases: () => releases, tenantPage: async () => ({ host, config, terms: [] }), draftPage: async () => undefined,
    underWay: { has: () => false }, reporter: { pageSent, levels: { answered: vi.fn(), resolving: (work: () => unknown) => work() } }, address: () => '192.0.2.1',
  } as unknown as PageDependencies)
})
afterEach(() => app.close())

const ahead = { 'sec-purpose': 'prefetch' }
const get = (url: string, { cookies = {}, headers = {} }: { cookies?: Record<string, string>; headers?: Record<string, string> } = {}) => app.inject({ method: 'GET', url, cookies, headers: { host, ...headers } })

/** The cookies of a session that is pinned to the set. */
async function aSession(): Promise<Record<string, string>> {
  const { cookies } = await get('/')
  pageSent.mockClear()
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
}

describe('a page that a browser asks for ahead (DEC-371)', () => {
  it('is the one that its session would get, writes no cookie and is no visit', async () => {
    const cookies = await aSession()
    const given = await get('/overview', { cookies, headers: ahead })
    expect([given.statusCode, given.headers['set-cookie'], pageSent.mock.calls.length]).toEqual([200, undefined, 0])
    const gone = await get('/overview', { cookies })
    expect([gone.body === given.body, gone.headers.etag === given.headers.etag, pageSent.mock.calls.length]).toEqual([true, true, 1])
    expect(gone.headers['content-security-policy']).toBe(given.headers['content-security-policy'])
  })

  it('is not given to who has no session, nor by a changed cookie: no version is chosen ahead', async () => {
    const cookies = await aSession()
    for (const of of [{}, { ...cookies, release: `2${cookies['release']?.slice(1)}` }]) {
      const { statusCode, headers, body } = await get('/overview', { cookies: of, headers: ahead })
      expect([statusCode, headers['cache-control'], headers['set-cookie'], body]).toEqual([412, 'no-store', undefined, 'Not ahead'])
    }
    expect(pageSent).not.toHaveBeenCalled()
  })

  it('is not given once a version of the session is withdrawn, whether or not its pages were told', async () => {
    const cookies = await aSession()
    expect((await get('/overview', { cookies: { ...cookies, 'release-ended': '1' }, headers: ahead })).statusCode).toBe(412)
    releases = withdrawn
    expect((await get('/overview', { cookies, headers: ahead })).statusCode).toBe(412)
  })
})

describe('what browsers may ask for ahead (DEC-371)', () => {
  it('is named by a header of plain pages alone, and no policy allows rules within a page', async () => {
    const [plain, payment] = [await get('/'), await get('/overview')]
    expect([plain.headers['speculation-rules'], payment.headers['speculation-rules']]).toEqual(['"/ahead.json"', undefined])
    for (const { headers } of [plain, payment]) expect(headers['content-security-policy']).not.toContain('inline-speculation-rules')
  })

  it('is what the shell marks, and none of it is run', async () => {
    const { headers, body } = await get('/ahead.json')
    expect(headers['content-type']).toMatch(/^application\/speculationrules\+json\b/)
    expect(JSON.parse(body)).toEqual({ prefetch: [{ where: { selector_matches: 'a[data-ahead]' }, eagerness: 'immediate' }] })
  })
})
