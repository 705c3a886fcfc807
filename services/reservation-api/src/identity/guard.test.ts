import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterMiss, missesBeyond, type GuardLimits, type GuardState } from './guard.ts'

const limits: GuardLimits = { misses: 5, windowSeconds: 3600, beyond: 'growing', lockSeconds: 900 }
const counted = (misses: number, pauseSeconds = 0, newWindow = false) => ({ kind: 'count', misses, newWindow, pauseSeconds }) as const
const after = (misses: number): GuardState => ({ misses, windowAgeSeconds: 10, locked: false })

describe('one more miss', () => {
  it.each<[string, GuardState, ReturnType<typeof afterMiss>]>([
    ['the first opens a window', { misses: 0, windowAgeSeconds: 9999, locked: false }, counted(1, 0, true)],
    ['the second counts in it', after(1), counted(2)],
    ['the fourth still counts', after(3), counted(4)],
    ['the fifth is followed by a pause of a second', after(4), counted(5, 1)],
    ['each further one by twice as long', after(7), counted(8, 8)],
    ['and none by more than the longest pause', after(40), counted(41, 900)],
    ['slips of more than an hour ago are forgotten', { misses: 4, windowAgeSeconds: 3600, locked: false }, counted(1, 0, true)],
    ['during a pause it changes nothing, so that nobody waits for longer', { misses: 5, windowAgeSeconds: 10, locked: true }, { kind: 'keep' }],
  ])('%s (DEC-09, DEC-100)', (_case, state, step) => {
    expect(afterMiss(state, limits)).toEqual(step)
  })

  it('never shuts out a reference: it only makes the next try dearer (DEC-100)', () => {
    fc.assert(fc.property(fc.nat({ max: 100_000 }), (misses) => {
      expect(afterMiss(after(misses), { ...limits, beyond: 'work' })).toMatchObject({ pauseSeconds: 0 })
    }))
  })

  it('is one pause at a link, and then all is forgiven (DEC-77)', () => {
    expect(afterMiss(after(4), { ...limits, beyond: 'whole' })).toEqual(counted(0, 900))
  })

  it('never lets more than the limit pass without a price within one window (DEC-09)', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 40 }), (misses) => {
      const own = { ...limits, misses }
      let state = after(0)
      let free = 0
      for (; missesBeyond(state, own) === null; free += 1) {
        const step = afterMiss(state, own)
        state = after(step.kind === 'count' ? step.misses : 0)
      }
      expect(free).toBe(misses)
    }))
  })

  it('costs nothing any more once the window is over', () => {
    expect([missesBeyond(after(7), limits), missesBeyond({ ...after(7), windowAgeSeconds: 3600 }, limits)]).toEqual([2, null])
  })
})
