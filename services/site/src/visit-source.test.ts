import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aPointer, aSet, releasesOf } from './release.fixture.ts'
import { newVisit } from './session-release.ts'
import { openSource, sealSource, setBySource, sourceNamed } from './visit-source.ts'

const secret = 'a secret of sixteen or more'
const host = 'a.example'

describe('where the booking of a visit came from', () => {
  const visit = newVisit()
  const sealed = sealSource('broker', visit, host, secret)

  it('is kept for its visit', () => {
    expect(openSource(sealed, visit, host, secret)).toBe('broker')
  })

  it.each([
    ['no cookie', undefined, visit, host, secret],
    ['another source under the same seal', sealed.replace('broker', 'direct'), visit, host, secret],
    ['a cookie of another visit', sealed, newVisit(), host, secret],
    ['a cookie of another tenant', sealed, visit, 'b.example', secret],
    ['a cookie that another secret sealed', sealed, visit, host, 'another secret of that length'],
    ['a cut cookie', sealed.slice(0, -1), visit, host, secret],
    ['a word alone', 'broker', visit, host, secret],
  ])('is not believed of %s', (_what, cookie, ofVisit, ofHost, by) => {
    expect(openSource(cookie, ofVisit, ofHost, by)).toBe('')
  })

  it('is one short word or nothing', () => {
    expect([undefined, '', 'Broker', 'a b', 'x'.repeat(31), ['broker'], 'broker-2'].map(sourceNamed)).toEqual([null, null, null, null, null, null, 'broker-2'])
  })
})

describe('the set that a source asks for', () => {
  const traits = { language: 'en', device: 'desktop', staff: false } as const
  const sets = [aSet(1, '1.0.0'), aSet(2, '1.1.0'), aSet(3, '1.2.0')]
  const withRule = (percent: number, rest: number, setId = 1) => releasesOf({ sets, pointers: [aPointer(setId, {
    rollouts: [{ id: 'r', modules: { 'mfe-driver': '1.1.0' }, salt: 's', cohorts: [{ when: { sources: ['broker'] }, percent }], percent: rest }], variants: [setId, 2],
  })] })

  it.each([
    ['a rule that takes it in', withRule(100, 0), 1, 'broker', 2],
    ['a rule that leaves it out', withRule(0, 100), 2, 'broker', 1],
    ['a rule for others', withRule(100, 0), 1, 'direct', null],
    ['a rule that gives what it holds', withRule(100, 0), 2, 'broker', null],
    ['a rule that changes nothing', withRule(100, 100), 1, 'broker', null],
    ['no rule by source, though everybody gets another set by now', releasesOf({ sets, pointers: [aPointer(3)] }), 1, 'broker', null],
    ['another tenant\'s rule', releasesOf({ sets, pointers: [aPointer(1, { host: 'b.example' })] }), 1, 'broker', null],
  ])('is chosen by %s', (_rule, releases, held, source, setId) => {
    expect(setBySource(releases, { host, visit: newVisit(), held, traits }, source)).toBe(setId)
  })

  it('never changes a second time for the same rule', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), fc.string(), (percent, rest, visit) => {
      const releases = withRule(percent, rest)
      const next = setBySource(releases, { host, visit, held: 1, traits }, 'broker')
      return next === null || setBySource(releases, { host, visit, held: next, traits }, 'broker') === null
    }), { seed: 7, numRuns: 100 })
  })
})
