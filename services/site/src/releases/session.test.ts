import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Pass, ReleaseSet } from '@checkin/releases'
import { pageData } from './page-data.ts'
import { readPass } from './pass.ts'
import { aManifest, aPass, aPointer, aSet, publicKey, releasesOf, snapshotText } from './release.fixture.ts'
import { readReleases, type Releases } from './release-source.ts'
import { visitOf, type VisitInput } from './visit.ts'

const now = Date.parse('2026-12-01T12:00:00Z')
const input = (change: Partial<VisitInput> = {}): VisitInput => ({
  host: 'a.example', cookies: {}, secret: 'a secret of sixteen or more', publicKey, secure: false, now, traits: { language: 'en', device: 'desktop' }, paying: false, ...change,
})
const cookiesOf = (cookies: readonly string[]) => Object.fromEntries(cookies.map((cookie) => cookie.split(';')[0]?.split('=') ?? [])) as Record<string, string>
const enter = (releases: Releases) => cookiesOf(visitOf(releases, input())?.cookies ?? [])
const driverOf = (releases: Releases, change: Partial<VisitInput> = {}) => visitOf(releases, input(change))?.set.modules['mfe-driver']?.version
const sets = [aSet(1, '1.0.0'), aSet(2, '1.1.0'), aSet(3, '1.2.0')]
const before = releasesOf({ pointers: [aPointer(1)], sets })
const after = releasesOf({ revision: 2, pointers: [aPointer(2, { revision: 2, lastGood: { 'mfe-driver': 1 } })], sets })

describe('100 switches in mid-journey', () => {
  const routes = ['/', '/reservation', '/driver', '/licence', '/upselling', '/add-extras', '/overview', '/reservation/t/success', '/completed/signed/t/1', '/complete']

  it('leave every visit what it entered with, on each page of its journey, until its session ends', () => {
    // The registry says the sets that are served or may be held; signing all of them each time would be most of the work.
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

  it('and rollouts never give a visit first one version and then the other', () => {
    const rollout = { id: 'r', modules: { 'mfe-driver': '1.1.0' }, salt: 's', cohorts: [] }
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 8 }), (percents) => {
      let releases = before
      let cookies: Record<string, string> = {}
      const seen = new Set<string | undefined>()
      percents.forEach((percent, at) => {
        releases = releasesOf({ revision: at + 2, pointers: [aPointer(1, { revision: at + 2, rollouts: [{ ...rollout, percent }], variants: [1, 2] })], sets }, releases)
        const visit = visitOf(releases, input({ cookies }))
        cookies = cookiesOf(visit?.cookies ?? [])
        seen.add(visit?.set.modules['mfe-driver']?.version)
      })
      expect(seen.size).toBe(1)
    }), { seed: 3, numRuns: 15 })
  })
})

describe('a killed version', () => {
  const killed = [{ name: 'mfe-driver', version: '1.0.0' }]
  const safe = releasesOf({ revision: 3, pointers: [aPointer(2, { revision: 3 })], sets, killed })

  it('is let go of at the next page load', () => {
    expect(driverOf(safe, { cookies: enter(before) })).toBe('1.1.0')
  })

  it('stays between Pay and its final answer, and goes after it', () => {
    const cookies = enter(before)
    expect(driverOf(safe, { cookies, paying: true })).toBe('1.0.0')
    expect(driverOf(safe, { cookies, paying: false })).toBe('1.1.0')
  })

  it('for which there is nothing else takes its module out of the page and leaves the others', () => {
    const alone = releasesOf({ revision: 3, pointers: [aPointer(1, { revision: 3 })], sets: [aSet(1, '1.0.0')], killed })
    expect(Object.keys(visitOf(alone, input())?.set.modules ?? {})).toEqual(['mfe-payment'])
  })

  it('of the shell leaves nothing to show', () => {
    expect(visitOf(releasesOf({ revision: 3, pointers: [aPointer(1, { revision: 3 })], sets, killed: [{ name: 'shell', version: '1.0.0' }] }), input())).toBeNull()
  })

  it('never stands in as the last good one', () => {
    const replaced = releasesOf({ revision: 3, pointers: [aPointer(2, { revision: 3, lastGood: { 'mfe-driver': 1 } })], sets, killed })
    expect(visitOf(replaced, input())?.lastGood).toBeNull()
  })
})

describe('the last good version of each module', () => {
  const lastGood = (releases: Releases, change: Partial<VisitInput> = {}) =>
    Object.fromEntries(Object.entries(visitOf(releases, input(change))?.lastGood?.modules ?? {}).map(([name, { version }]) => [name, version]))

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
    const visit = visitOf(releasesOf({ pointers: [aPointer(2, { lastGood: { 'mfe-driver': 1 } })], sets: [{ ...own(aSet(1, '1.0.0')), settings }, own(aSet(2, '1.1.0'))] }), input())
    if (!visit) throw new Error('no visit')
    const { modules } = pageData({ tenant: { host: 'a.example', name: 'A', timeZone: 'UTC' }, language: 'en', config: {}, terms: [], set: visit.set, lastGood: visit.lastGood })
    expect(modules['mfe-driver']).toMatchObject({ version: '1.1.0', settings: { cards: 3 }, lastGood: { version: '1.0.0', settings: { cards: 1 } } })
    expect(modules['mfe-payment']).not.toHaveProperty('settings')
  })

  it('has a number of its own, so that pages with other fallbacks are other pages', () => {
    const one = visitOf(after, input())?.lastGood?.id
    const other = visitOf(releasesOf({ pointers: [aPointer(3, { lastGood: { 'mfe-driver': 2 } })], sets }), input())?.lastGood?.id
    expect([typeof one, one === other]).toEqual(['number', false])
  })
})

describe('a signed preview', () => {
  const pass: Pass = { kind: 'preview', id: 'p1', host: 'a.example', setId: 3, shows: ['mfe-driver@1.2.0'], expires: '2026-12-01T13:00:00Z', issuer: 'demo-operator' }

  it('shows its set and leaves the visit\'s own cookies alone', () => {
    const own = enter(before)
    const cookies = { ...own, preview: aPass(pass) }
    const visit = visitOf(after, input({ cookies }))
    expect([visit?.set.id, visit?.preview?.shows, visit?.cookies]).toEqual([3, ['mfe-driver@1.2.0'], []])
    expect(driverOf(after, { cookies: own })).toBe('1.0.0')
  })

  const stranger = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  it.each([
    ['signed by another key', aPass(pass, stranger), now],
    ['of another tenant', aPass({ ...pass, host: 'b.example' }), now],
    ['that expired', aPass(pass), now + 3_600_001],
    ['that was changed', [aPass({ ...pass, setId: 2 }).split('.')[0], aPass(pass).split('.')[1]].join('.'), now],
    ['unsigned', Buffer.from(JSON.stringify(pass)).toString('base64url'), now],
    ['without a word', '', now],
  ])('%s shows nothing', (_case, token, at) => {
    expect(readPass(token, 'a.example', publicKey, at)).toBeNull()
    expect(visitOf(after, input({ cookies: { preview: token }, now: at }))?.preview).toBeNull()
  })

  it('of a version that was killed meanwhile shows nothing', () => {
    const killed = releasesOf({ revision: 3, pointers: [aPointer(1, { revision: 3 })], sets, killed: [{ name: 'mfe-driver', version: '1.2.0' }] })
    expect(visitOf(killed, input({ cookies: { preview: aPass(pass) } }))?.preview).toBeNull()
  })

  it('for staff counts in cohort rules, and is no preview', () => {
    const rollout = { id: 'r', modules: { 'mfe-driver': '1.1.0' }, salt: 's', cohorts: [{ when: { staff: true }, percent: 100 }], percent: 0 }
    const releases = releasesOf({ pointers: [aPointer(1, { rollouts: [rollout], variants: [1, 2] })], sets })
    const staff = aPass({ kind: 'staff', id: 's1', host: 'a.example', expires: '2026-12-01T13:00:00Z', issuer: 'demo-operator' })
    expect([driverOf(releases), driverOf(releases, { cookies: { staff } }), driverOf(releases, { cookies: { staff: 'true' } }), driverOf(releases, { cookies: { preview: staff } })]).toEqual(['1.0.0', '1.1.0', '1.0.0', '1.0.0'])
  })
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
