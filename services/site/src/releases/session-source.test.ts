import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aPointer, aSet, publicKey, releasesOf } from '../../test/release.fixture.ts'
import { newSession } from './cookies.ts'
import { setBySource } from './session.ts'

const request = { host: 'a.example', cookies: {}, secret: 'a secret of sixteen or more', publicKey, now: Date.now(), traits: { language: 'en', device: 'desktop' } } as const

describe('the set that a source asks for', () => {
  const sets = [aSet(1, '1.0.0'), aSet(2, '1.1.0'), aSet(3, '1.2.0')]
  const withRule = (percent: number, rest: number, setId = 1) => releasesOf({ sets, pointers: [aPointer(setId, {
    rollouts: [{ id: 'r', modules: { 'mfe-driver': '1.1.0' }, salt: 's', cohorts: [{ when: { sources: ['broker'] }, percent }], percent: rest }], variants: [setId, 2],
  })] })

  it.each([
    ['a rule that takes it in', withRule(100, 0), 1, 'broker', 2],
    ['a rule that leaves it out', withRule(0, 100), 2, 'broker', 1],
    ['a rule for others', withRule(100, 0), 1, 'direct', null],
    ['a rule that gives what it has', withRule(100, 0), 2, 'broker', null],
    ['a rule that changes nothing', withRule(100, 100), 1, 'broker', null],
    ['no rule by source, though everybody gets another set by now', releasesOf({ sets, pointers: [aPointer(3)] }), 1, 'broker', null],
    ['another tenant\'s rule', releasesOf({ sets, pointers: [aPointer(1, { host: 'b.example' })] }), 1, 'broker', null],
  ])('is chosen by %s', (_rule, releases, pinned, source, setId) => {
    expect(setBySource(releases, { session: newSession(), set: aSet(pinned, '1.0.0') }, request, source)?.id ?? null).toBe(setId)
  })

  it('never changes a second time for the same rule', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), fc.string(), (percent, rest, session) => {
      const releases = withRule(percent, rest)
      const next = setBySource(releases, { session, set: aSet(1, '1.0.0') }, request, 'broker')
      return next === null || setBySource(releases, { session, set: next }, request, 'broker') === null
    }), { seed: 7, numRuns: 100 })
  })
})
