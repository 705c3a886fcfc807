import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TenantPointer } from './release-set.ts'
import { resolve, resolvePointer, splitPoint } from './resolve.ts'

const pointer = (change: Partial<TenantPointer> = {}): TenantPointer => ({ host: 'a.example', revision: 3, setId: 10, split: null, lastGoodSetId: null, ...change })
// The same visits on every run: 0.3 points at 50 percent are 1.9 standard deviations, which other visits would miss one time in seventeen.
const visits = Array.from({ length: 100_000 }, (_, index) => createHash('sha256').update(`visit ${index}`).digest().subarray(0, 16).toString('base64url'))

describe('which release set a new session gets', () => {
  it('is the tenant\'s own, and nothing for an unknown host', () => {
    const snapshot = { revision: 1, tenants: [pointer(), pointer({ host: 'b.example', setId: 11 })], sets: [] }
    expect(resolve(snapshot, { host: 'b.example', visit: 'v' })).toEqual({ setId: 11, revision: 3, why: 'pointer' })
    expect(resolve(snapshot, { host: 'c.example', visit: 'v' })).toBeNull()
  })

  it.each([1, 5, 10, 50])('puts %d percent of 100,000 sessions into the split, to 0.3 points', (percent) => {
    const split = { setId: 20, percent, salt: `rollout-${percent}` }
    const share = visits.filter((visit) => resolvePointer(pointer({ split }), visit).why === 'split').length / visits.length
    expect(Math.abs(share * 100 - percent)).toBeLessThanOrEqual(0.3)
  })

  it('moves nobody back when the percentage is raised', () => {
    fc.assert(fc.property(fc.string(), fc.string(), fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (salt, visit, one, other) => {
      const inSplit = (percent: number): boolean => resolvePointer(pointer({ split: { setId: 20, percent, salt } }), visit).why === 'split'
      return !inSplit(Math.min(one, other)) || inSplit(Math.max(one, other))
    }))
  })

  it('gives everybody the split at 100 percent and nobody at 0', () => {
    const at = (percent: number): number => visits.slice(0, 5000).filter((visit) => resolvePointer(pointer({ split: { setId: 20, percent, salt: 's' } }), visit).why === 'split').length
    expect([at(0), at(100)]).toEqual([0, 5000])
  })

  it('splits two rollouts independently of each other', () => {
    const both = visits.filter((visit) => splitPoint('one', visit) < 5000 && splitPoint('two', visit) < 5000).length / visits.length
    expect(Math.abs(both - 0.25)).toBeLessThan(0.006)
  })
})
