import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rollout, TenantPointer } from './release-set.ts'
import { inCohort, resolvePointer, splitPoint, type Traits } from './resolve.ts'

const pointer = (change: Partial<TenantPointer> = {}): TenantPointer => ({ host: 'a.example', revision: 3, setId: 10, rollouts: [], variants: [10], lastGood: {}, ...change })
const rollout = (salt: string, percent: number, change: Partial<Rollout> = {}): Rollout => ({ id: salt, modules: { 'mfe-payment': '1.1.0' }, salt, cohorts: [], percent, ...change })
const oneOf = (each: Rollout): TenantPointer => pointer({ rollouts: [each], variants: [10, 20] })
// The same sessions on every run: 0.3 points at 50 percent are 1.9 standard deviations, which other sessions would miss one time in seventeen.
const sessions = Array.from({ length: 100_000 }, (_, index) => createHash('sha256').update(`visit ${index}`).digest().subarray(0, 16).toString('base64url'))

describe('which release set a new session gets', () => {
  it('is the tenant\'s own while nothing rolls out', () => {
    expect(resolvePointer(pointer({ setId: 11, variants: [11] }), 'v')).toEqual({ setId: 11, revision: 3, why: 'pointer', decisions: [] })
  })

  it.each([1, 5, 10, 50])('puts %d percent of 100,000 sessions into the split, to 0.3 points', (percent) => {
    const split = oneOf(rollout(`rollout-${percent}`, percent))
    const share = sessions.filter((session) => resolvePointer(split, session).setId === 20).length / sessions.length
    expect(Math.abs(share * 100 - percent)).toBeLessThanOrEqual(0.3)
  })

  it('moves nobody back when the percentage is raised', () => {
    fc.assert(fc.property(fc.string(), fc.string(), fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (salt, session, one, other) => {
      const inSplit = (percent: number): boolean => resolvePointer(oneOf(rollout(salt, percent)), session).why === 'split'
      return !inSplit(Math.min(one, other)) || inSplit(Math.max(one, other))
    }))
  })

  it('gives everybody the split at 100 percent and nobody at 0', () => {
    const at = (percent: number): number => sessions.slice(0, 5000).filter((session) => resolvePointer(oneOf(rollout('s', percent)), session).why === 'split').length
    expect([at(0), at(100)]).toEqual([0, 5000])
  })

  it('splits two modules independently of each other, to 0.1 points', () => {
    const both = pointer({ rollouts: [rollout('one', 10), rollout('two', 10, { modules: { 'mfe-offers': '2.0.0' } })], variants: [10, 20, 30, 40] })
    const shares = [10, 20, 30, 40].map((set) => sessions.filter((session) => resolvePointer(both, session).setId === set).length / sessions.length)
    const inOne = (shares[1] ?? 0) + (shares[3] ?? 0)
    const inTwo = (shares[2] ?? 0) + (shares[3] ?? 0)
    expect(Math.abs((shares[3] ?? 0) - inOne * inTwo)).toBeLessThan(0.001)
    expect(shares[3]).toBeGreaterThan(0.008)
  })

  it('gives a new rollout other first sessions than the one before it', () => {
    const overlap = sessions.filter((session) => splitPoint('before', session) < 500 && splitPoint('after', session) < 500).length / sessions.length
    expect(Math.abs(overlap - 0.0025)).toBeLessThan(0.001)
  })
})

describe('cohort rules of a rollout', () => {
  const renter: Traits = { language: 'en', device: 'phone', staff: false, source: '' }
  const rules = oneOf(rollout('s', 0, { cohorts: [{ when: { staff: true }, percent: 100 }, { when: { languages: ['pt'], devices: ['phone'] }, percent: 100 }, { when: { languages: ['pt'] }, percent: 0 }, { when: { sources: ['broker', 'corporate'] }, percent: 100 }] }))

  it.each<[string, Partial<Traits>, number, number | null]>([
    ['staff first, whatever they speak', { staff: true, language: 'pt', device: 'desktop' }, 20, 0],
    ['a rule with two conditions only where both hold', { language: 'pt' }, 20, 1],
    ['the next rule where one does not', { language: 'pt', device: 'desktop' }, 10, 2],
    ['where the booking came from, of several', { source: 'corporate' }, 20, 3],
    ['an earlier rule before that of the source', { source: 'broker', language: 'pt', device: 'desktop' }, 10, 2],
    ['no rule by source while it is unknown', { source: '' }, 10, null],
    ['the percentage of the rest where none holds', { language: 'fr', source: 'direct' }, 10, null],
  ])('take %s', (_what, change, setId, rule) => {
    const answer = resolvePointer(rules, 'session', { ...renter, ...change })
    expect([answer.setId, answer.decisions[0]?.rule]).toEqual([setId, rule])
  })

  it('an empty rule is for everybody', () => {
    expect(inCohort({}, renter)).toBe(true)
  })
})
