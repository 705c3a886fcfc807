import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterMiss, type GuardLimits, type GuardState } from './guard.ts'

const limits: GuardLimits = { misses: 5, windowSeconds: 3600, lockSeconds: 900 }

describe('one more miss', () => {
  it.each<[string, GuardState, ReturnType<typeof afterMiss>]>([
    ['the first opens a window', { misses: 0, windowAgeSeconds: 9999, locked: false }, { kind: 'count', misses: 1, newWindow: true }],
    ['the second counts in it', { misses: 1, windowAgeSeconds: 10, locked: false }, { kind: 'count', misses: 2, newWindow: false }],
    ['the fourth still counts', { misses: 3, windowAgeSeconds: 10, locked: false }, { kind: 'count', misses: 4, newWindow: false }],
    ['the fifth locks', { misses: 4, windowAgeSeconds: 10, locked: false }, { kind: 'lock' }],
    ['slips of more than an hour ago are forgotten', { misses: 4, windowAgeSeconds: 3600, locked: false }, { kind: 'count', misses: 1, newWindow: true }],
    ['while locked it changes nothing, so that nobody is kept out for longer', { misses: 0, windowAgeSeconds: 10, locked: true }, { kind: 'keep' }],
  ])('%s (DEC-09)', (_case, state, step) => {
    expect(afterMiss(state, limits)).toEqual(step)
  })

  it('never lets more than the limit pass within one window (DEC-09)', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 40 }), (misses) => {
      let state: GuardState = { misses: 0, windowAgeSeconds: 0, locked: false }
      let counted = 0
      for (;;) {
        const step = afterMiss(state, { ...limits, misses })
        counted += 1
        if (step.kind !== 'count') break
        state = { misses: step.misses, windowAgeSeconds: 1, locked: false }
      }
      expect(counted).toBe(misses)
    }))
  })
})
