import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReleaseSet, SignedLink } from '@checkin/releases'
import { PageData } from '@checkin/releases/page-data'
import { pageData } from '../pages/page-data.ts'
import { browserOf, openLink } from './signed-links.ts'
import { aManifest, aSignedLink, aPointer, aSet, browserCookie, ofOwnBrowser, publicKey, releasesOf, snapshotText } from '../../test/release.fixture.ts'
import { readReleases, type Releases } from './snapshot.ts'
import { sessionOf } from './session.ts'

const now = Date.parse('2026-12-01T12:00:00Z')
type SessionInput = Parameters<typeof sessionOf>[1]
const input = (change: Partial<SessionInput> = {}): SessionInput => ({
  host: 'a.example', cookies: {}, secret: 'a secret of sixteen or more', publicKey, now, traits: { language: 'en', device: 'desktop' }, isPaying: false, isPreview: false, ...change,
})
const enter = (releases: Releases) => sessionOf(releases, input())?.cookies ?? {}
const driverOf = (releases: Releases, change: Partial<SessionInput> = {}) => sessionOf(releases, input(change))?.set.modules['mfe-driver']?.version
const sets = [aSet(1, '1.0.0'), aSet(2, '1.1.0'), aSet(3, '1.2.0')]
const before = releasesOf({ pointers: [aPointer(1)], sets })
const after = releasesOf({ revision: 2, pointers: [aPointer(2, { revision: 2, lastGood: { 'mfe-driver': 1 } })], sets })

describe('100 switches in mid-journey', () => {
  const routes = ['/', '/reservation', '/driver', '/licence', '/upselling', '/add-extras', '/overview', '/reservation/t/success', '/completed/signed/t/1', '/complete']

  it('leave every session what it began with, on each page of its journey, until its session ends', () => {
    // The registry says the sets that are served or may be pinned; signing all of them each time would be most of the work.
    const saidAt = (at: number) => [aSet(1, '1.0.0'), aSet(at, `1.${at - 1}.0`)]
    let releases = releasesOf({ pointers: [aPointer(1)], sets: saidAt(2) })
    const cookies = enter(releases)
    for (let at = 2; at <= 101; at += 1) {
      releases = releasesOf({ revision: at, pointers: [aPointer(at, { revision: at })], sets: saidAt(at) }, releases)
      expect(driverOf(releases, { cookies }), routes[at % routes.length]).toBe('1.0.0')
      expect(driverOf(releases)).toBe(`1.${at - 1}.0`)
    }
    expect(driverOf(releases, { cookies: { visit: cookies['visit'] } })).toBe('1.100.0')
  })

  it('and rollouts never give a session first one version and then the other', () => {
    const rollout = { id: 'r', modules: { 'mfe-driver': '1.1.0' }, salt: 's', cohorts: [] }
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 8 }), (percents) => {
      let releases = before
      let cookies: Record<string, string> = {}
      const seen = new Set<string | undefined>()
      percents.forEach((percent, at) => {
        releases = releasesOf({ revision: at + 2, pointers: [aPointer(1, { revision: at + 2, rollouts: [{ ...rollout, percent }], variants: [1, 2] })], sets }, releases)
        const session = sessionOf(releases, input({ cookies }))
        cookies = { ...session?.cookies }
        seen.add(session?.set.modules['mfe-driver']?.version)
      })
      expect(seen.size).toBe(1)
    }), { seed: 3, numRuns: 15 })
  })
})

it('a suspended rollout gives new sessions what the others have, and leaves running ones theirs, before, meanwhile and after (DEC-351)', () => {
  const rollout = { id: 'r', modules: { 'mfe-driver': '1.1.0' }, salt: 's', cohorts: [] }
  const at = (revision: number, percent: number) => releasesOf({ revision, pointers: [aPointer(1, { revision, rollouts: [{ ...rollout, percent }], variants: [1, 2] })], sets })
  const [tried, suspended, resumed] = [at(2, 100), at(3, 0), at(4, 100)]
  const [running, later] = [enter(tried), enter(suspended)]
  expect([tried, suspended, resumed].map((releases) => driverOf(releases, { cookies: running }))).toEqual(['1.1.0', '1.1.0', '1.1.0'])
  expect([suspended, resumed].map((releases) => driverOf(releases, { cookies: later }))).toEqual(['1.0.0', '1.0.0'])
  expect([driverOf(tried), driverOf(suspended), driverOf(resumed)]).toEqual(['1.1.0', '1.0.0', '1.1.0'])
  // What stands in for a version that cannot be loaded is the version beside it.
  expect(sessionOf(suspended, input({ cookies: running }))?.lastGood?.modules['mfe-driver']?.version).toBe('1.0.0')
})

describe('a killed version', () => {
  const killed = [{ name: 'mfe-driver', version: '1.0.0' }]
  const safe = releasesOf({ revision: 3, pointers: [aPointer(2, { revision: 3 })], sets, killed })

  it('is left at the next page load', () => {
    expect(driverOf(safe, { cookies: enter(before) })).toBe('1.1.0')
  })

  it('stays between Pay and its final answer, and goes after it', () => {
    const cookies = enter(before)
    expect(driverOf(safe, { cookies, isPaying: true })).toBe('1.0.0')
    expect(driverOf(safe, { cookies, isPaying: false })).toBe('1.1.0')
  })

  it('for which there is nothing else takes its module out of the page and leaves the others', () => {
    const alone = releasesOf({ revision: 3, pointers: [aPointer(1, { revision: 3 })], sets: [aSet(1, '1.0.0')], killed })
    expect(Object.keys(sessionOf(alone, input())?.set.modules ?? {})).toEqual(['mfe-payment'])
  })

  it('of the shell leaves nothing to show', () => {
    expect(sessionOf(releasesOf({ revision: 3, pointers: [aPointer(1, { revision: 3 })], sets, killed: [{ name: 'shell', version: '1.0.0' }] }), input())).toBeNull()
  })

  it('never stands in as the last good one', () => {
    const replaced = releasesOf({ revision: 3, pointers: [aPointer(2, { revision: 3, lastGood: { 'mfe-driver': 1 } })], sets, killed })
    expect(sessionOf(replaced, input())?.lastGood).toBeNull()
  })
})

describe('the last good version of each module', () => {
  const lastGood = (releases: Releases, change: Partial<SessionInput> = {}) =>
    Object.fromEntries(Object.entries(sessionOf(releases, input(change))?.lastGood?.modules ?? {}).map(([name, { version }]) => [name, version]))

  it('is the one that served before, module by module', () => {
    expect(lastGood(after)).toEqual({ 'mfe-driver': '1.0.0' })
    const twice = releasesOf({ pointers: [aPointer(5, { lastGood: { 'mfe-driver': 1, 'mfe-payment': 4 } })], sets: [aSet(1, '1.0.0'), aSet(4, '1.1.0'), aSet(5, '1.1.0', '1.1.0')] })
    expect(lastGood(twice)).toEqual({ 'mfe-driver': '1.0.0', 'mfe-payment': '1.0.0' })
  })

  it('is for a session in a rollout what everybody else has', () => {
    const canary = releasesOf({ pointers: [aPointer(2, { rollouts: [{ id: 'r', modules: { 'mfe-driver': '1.2.0' }, salt: 's', cohorts: [], percent: 100 }], variants: [2, 3], lastGood: { 'mfe-driver': 1 } })], sets })
    expect([driverOf(canary), lastGood(canary)]).toEqual(['1.2.0', { 'mfe-driver': '1.1.0' }])
  })

  it('is none that needs more of the shell than this page has', () => {
    const old = { ...aSet(1, '1.0.0'), modules: { 'mfe-driver': aManifest('mfe-driver', '1.0.0', { contracts: { shell: '^2.0.0' } }) } }
    expect(lastGood(releasesOf({ pointers: [aPointer(2, { lastGood: { 'mfe-driver': 1 } })], sets: [old, aSet(2, '1.1.0')] }))).toEqual({})
  })

  it('has what was set of it when it served', () => {
    const settings = { 'mfe-driver': { cards: 1 } }
    const own = (set: ReleaseSet): ReleaseSet => ({ ...set, modules: { ...set.modules, 'mfe-driver': aManifest('mfe-driver', set.modules['mfe-driver']?.version ?? '', { settings: { cards: { kind: 'number', says: 'Cards at first', default: 3, least: 1, most: 6 } } }) } })
    const session = sessionOf(releasesOf({ pointers: [aPointer(2, { lastGood: { 'mfe-driver': 1 } })], sets: [{ ...own(aSet(1, '1.0.0')), settings }, own(aSet(2, '1.1.0'))] }), input())
    if (!session) throw new Error('no session')
    const data = pageData({ tenant: { host: 'a.example', name: 'A', timeZone: 'UTC' }, language: 'en', config: {}, terms: [], set: session.set, lastGood: session.lastGood })
    // The shell reads it by the same schema, and drops nothing.
    expect(PageData.parse(JSON.parse(JSON.stringify(data)))).toEqual(data)
    expect(data.modules['mfe-driver']).toMatchObject({ version: '1.1.0', settings: { cards: 3 }, lastGood: { version: '1.0.0', settings: { cards: 1 } } })
    expect(data.modules['mfe-payment']).not.toHaveProperty('settings')
  })

  it('has a number of its own, so that pages with other fallbacks are other pages', () => {
    const one = sessionOf(after, input())?.lastGood?.id
    const other = sessionOf(releasesOf({ pointers: [aPointer(3, { lastGood: { 'mfe-driver': 2 } })], sets }), input())?.lastGood?.id
    expect([typeof one, one === other]).toEqual(['number', false])
  })
})

describe('a signed preview, at the origin for previews (DEC-299)', () => {
  const link: SignedLink = { kind: 'preview', id: 'p1', host: 'a.example', setId: 3, shows: ['mfe-driver@1.2.0'], expires: '2026-12-01T13:00:00Z', issuer: 'demo-operator', ...ofOwnBrowser }

  const shown = (releases: Releases, change: Partial<SessionInput>) => sessionOf(releases, input({ isPreview: true, ...change }))

  it('shows its set and begins no session', () => {
    const session = shown(after, { cookies: { ...browserCookie, preview: aSignedLink(link) } })
    expect([session?.set.id, session?.preview?.shows, session?.cookies]).toEqual([3, ['mfe-driver@1.2.0'], {}])
  })

  it('shows nothing at the tenant\'s own, whose sessions go on with their sets; and without one nothing is shown at the origin for previews', () => {
    const own = enter(before)
    expect(sessionOf(after, input({ cookies: { ...own, ...browserCookie, preview: aSignedLink(link) } }))).toMatchObject({ set: { id: 1 }, preview: null })
    expect(shown(after, { cookies: { ...own, ...browserCookie } })).toBeNull()
  })

  const stranger = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  it.each([
    ['signed by another key', aSignedLink(link, stranger), now],
    ['of another tenant', aSignedLink({ ...link, host: 'b.example' }), now],
    ['that expired', aSignedLink(link), now + 3_600_001],
    ['that was changed', [aSignedLink({ ...link, setId: 2 }).split('.')[0], aSignedLink(link).split('.')[1]].join('.'), now],
    ['unsigned', Buffer.from(JSON.stringify(link)).toString('base64url'), now],
    ['without a word', '', now],
  ])('%s shows nothing', (_case, token, at) => {
    expect(openLink(token, 'a.example', publicKey, at)).toBeNull()
    expect(shown(after, { cookies: { ...browserCookie, preview: token }, now: at })).toBeNull()
  })

  it.each([
    ['by a browser that has no secret', aSignedLink(link), {}],
    ['by another browser', aSignedLink(link), { 'preview-browser': 'B'.repeat(22) }],
    ['while it is nobody\'s', aSignedLink({ ...link, browser: undefined }), browserCookie],
    ['with what the link says for a secret', aSignedLink({ ...link, browser: browserOf('') }), { 'preview-browser': '' }],
  ])('is not seen %s (DEC-316)', (_case, preview, cookies) => {
    expect(shown(after, { cookies: { ...cookies, preview } })).toBeNull()
  })

  it('of a version that was killed meanwhile shows nothing', () => {
    const killed = releasesOf({ revision: 3, pointers: [aPointer(1, { revision: 3 })], sets, killed: [{ name: 'mfe-driver', version: '1.2.0' }] })
    expect(shown(killed, { cookies: { ...browserCookie, preview: aSignedLink(link) } })).toBeNull()
  })

  it('that somebody ended before its hour shows nothing (SEC-8, DEC-143)', () => {
    const ended = releasesOf({ revision: 3, pointers: [aPointer(1, { revision: 3 })], sets, revokedLinks: [link.id] })
    expect(shown(ended, { cookies: { ...browserCookie, preview: aSignedLink(link) } })).toBeNull()
  })

  it('for staff counts in cohort rules, and is no preview', () => {
    const rollout = { id: 'r', modules: { 'mfe-driver': '1.1.0' }, salt: 's', cohorts: [{ when: { staff: true }, percent: 100 }], percent: 0 }
    const releases = releasesOf({ pointers: [aPointer(1, { rollouts: [rollout], variants: [1, 2] })], sets })
    const staff = aSignedLink({ kind: 'staff', id: 's1', host: 'a.example', expires: '2026-12-01T13:00:00Z', issuer: 'demo-operator' })
    const ended = releasesOf({ pointers: [aPointer(1, { rollouts: [rollout], variants: [1, 2] })], sets, revokedLinks: ['s1'] })
    expect(driverOf(ended, { cookies: { staff } })).toBe('1.0.0')
    expect([driverOf(releases), driverOf(releases, { cookies: { staff } }), driverOf(releases, { cookies: { staff: 'true' } }), driverOf(releases, { cookies: { preview: staff } })]).toEqual(['1.0.0', '1.1.0', '1.0.0', '1.0.0'])
  })
})

it('10,000 resolves during switches of two modules each get the old set or the new one, never a mix', () => {
  const served = Array.from({ length: 20 }, (_set, at) => aSet(at + 1, `1.${at}.0`, `2.${at}.0`))
  let releases = releasesOf({ pointers: [aPointer(1)], sets: served.slice(0, 1) })
  let mixed = 0
  const seen = new Set<number>()
  for (let at = 0; at < 10_000; at += 1) {
    // A switch in the middle of every 500.
    if (at % 500 === 250 && at > 500) {
      const next = Math.floor(at / 500) + 1
      releases = releasesOf({ revision: next, pointers: [aPointer(next, { revision: next })], sets: served.slice(next - 2, next) }, releases)
    }
    const set = sessionOf(releases, input())?.set
    const [driver, payment] = [set?.modules['mfe-driver']?.version, set?.modules['mfe-payment']?.version]
    if (driver?.slice(2) !== payment?.slice(2) || driver === undefined) mixed += 1
    seen.add(set?.id ?? 0)
  }
  expect([mixed, seen.size]).toEqual([0, 20])
})

describe('what the registry says', () => {
  it('is refused when it is an older word, as a whole or for one tenant', () => {
    const current = releasesOf({ revision: 7, pointers: [aPointer(2, { revision: 4 })], sets })
    expect(() => readReleases(snapshotText({ revision: 6, pointers: [aPointer(2, { revision: 4 })], sets }), current, publicKey)).toThrow('older')
    expect(() => readReleases(snapshotText({ revision: 8, pointers: [aPointer(1, { revision: 3 })], sets }), current, publicKey)).toThrow('revision 3 of a.example is older')
  })

  it('is refused when one letter of a set was changed under a good signature of the whole', () => {
    const signed = JSON.parse(snapshotText({ pointers: [aPointer(1)], sets })) as { payload: string }
    expect(() => readReleases(JSON.stringify({ ...signed, payload: signed.payload.replace('1.1.0', '1.1.1') }), null, publicKey)).toThrow('signature')
  })
})
