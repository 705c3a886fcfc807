import { describe, expect, it } from 'vitest'
import { compare, freshComparison, isSuspect, resultOf } from './canary-comparison.ts'
import { random } from './random.fixture.ts'

const none = { sessions: 0, bad: 0 }

interface Course {
  /** Sessions a minute of both versions together, and the part of them that gets the new one. */
  readonly perMinute: number
  readonly share: number
  readonly rate: (second: number) => number
  readonly seconds: number
  readonly seed: number
}

/** Whether a version that breaks as often as the one beside it is ever suspected. Its first five broken sessions are set aside; good ones are known a quarter of a minute later. */
function isEverSuspected({ perMinute, share, rate, seconds, seed }: Course): boolean {
  const next = random(seed)
  let comparison = freshComparison
  let setAside = 0
  const good: { mine: number; other: number }[] = []
  for (let second = 1; second <= seconds; second += 1) {
    const known = good[second] ?? { mine: 0, other: 0 }
    const [mine, other] = [{ sessions: known.mine, bad: 0 }, { sessions: known.other, bad: 0 }]
    let aside = 0
    for (let arrivals = perMinute / 60; next() < arrivals; arrivals -= 1) {
      const isCanary = next() < share
      if (next() >= rate(second)) {
        (good[second + 15] ??= { mine: 0, other: 0 })[isCanary ? 'mine' : 'other'] += 1
      } else if (isCanary && setAside < 5) {
        aside += 1
        setAside += 1
      } else {
        const side = isCanary ? mine : other
        side.sessions += 1
        side.bad += 1
      }
    }
    if (mine.sessions + other.sessions + aside > 0) comparison = compare(comparison, { canary: mine, baseline: other, aside, screens: [] })
    if (isSuspect(comparison)) return true
  }
  return false
}

describe('a version that nothing is set aside of (DEC-351)', () => {
  it('is suspected though it is good in at most one of 1,000 rollouts, at any share, with any common rate, through incidents', () => {
    const rates = [0.002, 0.01, 0.05, 0.2]
    const suspected = Array.from({ length: 1000 }, (_run, at) => isEverSuspected({
      perMinute: 100, share: [0.02, 0.1, 0.5][at % 3] ?? 0, seconds: 1800, seed: at + 1,
      // Every third rollout sees an outage of five minutes that breaks half of all sessions, whatever version they run.
      rate: (second) => (at % 3 === 0 && second > 600 && second < 900 ? 0.5 : rates[at % 4] ?? 0),
    }))
    expect(suspected.filter(Boolean).length).toBeLessThanOrEqual(1)
  }, 600_000)

  const after = (aside: number, bad = 0) => compare(freshComparison, { canary: { sessions: 40 + bad, bad }, baseline: { sessions: 400, bad: 1 }, aside, screens: [] })

  it('is suspected by what was set aside, and never rolled back by it', () => {
    expect([isSuspect(after(5)), resultOf(after(5)).kind, resultOf(after(50)).kind]).toEqual([true, 'open', 'open'])
  })

  it('never rests on fewer than three, nor on what the roll-back knows too', () => {
    expect([isSuspect(after(2)), isSuspect(after(0, 12)), resultOf(after(0, 12)).kind]).toEqual([false, false, 'broken'])
    // Where hardly any session ever breaks, two that do are unlikely enough.
    const quiet = compare(freshComparison, { canary: { sessions: 1, bad: 0 }, baseline: { sessions: 10_000, bad: 0 }, screens: [] })
    const then = (aside: number) => isSuspect(compare(quiet, { canary: none, baseline: { sessions: 10_000, bad: 0 }, aside, screens: [] }))
    expect([then(2), then(3)]).toEqual([false, true])
  })

  it('waits for 40 samples of the version beside it', () => {
    const waiting = (beside: number) => isSuspect(compare(freshComparison, { canary: none, baseline: { sessions: beside, bad: 0 }, aside: 9, screens: [] }))
    expect([waiting(39), waiting(40)]).toEqual([false, true])
  })
})
