import { describe, expect, it } from 'vitest'
import { random } from './random.fixture.ts'
import { freshWatch, hasRisen, leastHistory, usualOf, watch, type RiseState } from './rise-test.ts'

/** The session at which a rise is found; null when it never is. Sessions settle in batches of ten. */
function foundAfter(history: { sessions: number; bad: number }, rateAt: (session: number) => number, sessions: number, seed: number): number | null {
  const next = random(seed)
  let state: RiseState = freshWatch(usualOf(history))
  for (let session = 0; session < sessions; session += 10) {
    let bad = 0
    for (let each = 0; each < 10; each += 1) if (next() < rateAt(session)) bad += 1
    state = watch(state, { sessions: 10, bad })
    if (hasRisen(state)) return session + 10
  }
  return null
}
const runs = (count: number, run: (seed: number) => number | null): (number | null)[] => Array.from({ length: count }, (_run, seed) => run(seed + 1))
const found = (times: readonly (number | null)[]): number[] => times.flatMap((time) => time ?? []).sort((one, other) => one - other)

describe('the watch of a version that everybody has', () => {
  it.each([
    ['none of 1,000', { sessions: 1000, bad: 0 }, 0.002], ['one in 100 of 5,000', { sessions: 5000, bad: 50 }, 0.01],
    ['one in 20 of 5,000', { sessions: 5000, bad: 250 }, 0.05], ['nothing known', { sessions: 0, bad: 0 }, 0.03],
  ])('tells nothing in 100 courses of 5,000 usual sessions each: %s', (_what, history, rate) => {
    expect(found(runs(100, (seed) => foundAfter(history, () => rate, 5000, seed)))).toEqual([])
  })

  it.each([
    ['every session', 1, 10], ['half of them', 0.5, 30], ['one in five', 0.2, 110], ['one in ten', 0.1, 500],
  ])('tells of a version that from some moment on breaks %s, in 95 of 100 courses within the sessions of the table', (_what, rate, within) => {
    const times = found(runs(100, (seed) => foundAfter({ sessions: 5000, bad: 25 }, (session) => (session < 1000 ? 0.005 : rate), 3000, seed)))
    expect(times).toHaveLength(100)
    expect(times[0]).toBeGreaterThan(1000)
    expect((times[94] ?? 0) - 1000).toBeLessThanOrEqual(within)
  })

  it('falls silent when the sessions are as usual again', () => {
    let state = watch(freshWatch(usualOf({ sessions: 5000, bad: 25 })), { sessions: 50, bad: 40 })
    expect(hasRisen(state)).toBe(true)
    for (let batch = 0; batch < 30; batch += 1) state = watch(state, { sessions: 10, bad: 0 })
    expect(hasRisen(state)).toBe(false)
  })

  it('learns what is usual from enough sessions only, and never takes less than one in 50 for news', () => {
    expect(usualOf({ sessions: leastHistory - 1, bad: 150 }).rate).toBe(0.05)
    expect(usualOf({ sessions: 10_000, bad: 0 }).rate).toBe(0.02)
    expect(usualOf({ sessions: 999, bad: 99 }).rate).toBeCloseTo(0.15)
  })

  it('never rests on fewer than three broken sessions', () => {
    expect(hasRisen({ ...freshWatch(usualOf({ sessions: 0, bad: 0 })), evidence: [4e6, 4e6, 4e6, 4e6], recent: { sessions: 2, bad: 2 } })).toBe(false)
  })
})
