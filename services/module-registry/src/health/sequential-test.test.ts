import { describe, expect, it } from 'vitest'
import { compare, freshComparison, resultOf } from './canary-comparison.ts'
import { random } from './random.fixture.ts'
import { freshTest, look, oddsAgainst } from './sequential-test.ts'

interface Course {
  readonly perMinute: number
  /** Share of sessions that the new version gets. */
  readonly share: number
  readonly canary: (second: number) => number
  readonly baseline: (second: number) => number
  readonly seconds: number
  readonly seed: number
  /** Seconds after which a good session is known to be one; a failure is known at once. */
  readonly settles?: number
}

/** The simulated second in which a version is found worse; null when it never is. Arrivals are random, outcomes come in once a second. */
function foundAfter({ perMinute, share, canary, baseline, seconds, seed, settles = 0 }: Course): number | null {
  const next = random(seed)
  let comparison = freshComparison
  const waiting: { mine: number; other: number }[] = []
  for (let second = 1; second <= seconds; second += 1) {
    const good = waiting[second] ?? { mine: 0, other: 0 }
    const [mine, other] = [{ sessions: good.mine, bad: 0 }, { sessions: good.other, bad: 0 }]
    // A minute's sessions fall on its seconds by chance: at most two arrivals a second each for every 120 a minute.
    const arrivals = Math.max(1, Math.ceil(perMinute / 30))
    for (let arrival = 0; arrival < arrivals; arrival += 1) {
      if (next() >= perMinute / 60 / arrivals) continue
      const isCanary = next() < share
      const side = isCanary ? mine : other
      const isBad = next() < (isCanary ? canary(second) : baseline(second))
      if (isBad) side.bad += 1
      if (isBad || settles === 0) side.sessions += 1
      else (waiting[second + settles] ??= { mine: 0, other: 0 })[isCanary ? 'mine' : 'other'] += 1
    }
    if (mine.sessions + other.sessions > 0) comparison = compare(comparison, { canary: mine, baseline: other, screens: [] })
    if (resultOf(comparison).kind === 'broken') return second
  }
  return null
}

const steady = (rate: number) => () => rate
const timesOf = (course: Omit<Course, 'seed'>, runs: number): number[] =>
  Array.from({ length: runs }, (_run, seed) => foundAfter({ ...course, seed: seed + 1 }) ?? Number.POSITIVE_INFINITY).sort((one, other) => one - other)
const quantile = (sorted: readonly number[], share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN

describe('the canary result of a version', () => {
  it('rolls back at most one in 1,000 good versions: 1,000 rollouts of an hour, at any share, with any common rate, through incidents', () => {
    const rates = [0, 0.002, 0.01, 0.05, 0.2]
    const shares = [0.01, 0.1, 0.5]
    let alarms = 0
    for (let run = 0; run < 1000; run += 1) {
      const rate = rates[run % rates.length] ?? 0
      // Every third rollout sees an outage of five minutes that breaks half of all sessions, whatever version they run.
      const common = (second: number) => (run % 3 === 0 && second > 1200 && second < 1500 ? 0.5 : rate)
      if (foundAfter({ perMinute: 50, share: shares[run % shares.length] ?? 0, canary: common, baseline: common, seconds: 3600, seed: run + 1 }) !== null) alarms += 1
    }
    expect(alarms).toBeLessThanOrEqual(1)
  }, 240_000)

  it('finds a version that breaks every session within 60 s at 50 sessions a minute and a share of 10 %, in four rollouts of five', () => {
    const times = timesOf({ perMinute: 50, share: 0.1, canary: steady(1), baseline: steady(0.005), seconds: 600 }, 400)
    expect(quantile(times, 0.5)).toBeLessThanOrEqual(60)
    expect(quantile(times, 0.8)).toBeLessThanOrEqual(60)
    expect(quantile(times, 0.95)).toBeLessThanOrEqual(90)
  })

  it('finds a version that breaks one session in five within 60 s where it gets 50 sessions a minute, in nine rollouts of ten', () => {
    const times = timesOf({ perMinute: 500, share: 0.1, canary: steady(0.2), baseline: steady(0.005), seconds: 600 }, 400)
    expect(quantile(times, 0.5)).toBeLessThanOrEqual(45)
    expect(quantile(times, 0.9)).toBeLessThanOrEqual(60)
  })

  it('finds it as soon where good sessions are known a quarter of a minute later than broken ones, and blames no more good versions (DEC-308)', () => {
    const found = timesOf({ perMinute: 500, share: 0.1, canary: steady(0.2), baseline: steady(0.005), seconds: 600, settles: 15 }, 400)
    expect(quantile(found, 0.9)).toBeLessThanOrEqual(60)
    const rates = [0.005, 0.05, 0.2, 0.5]
    const alarms = Array.from({ length: 1000 }, (_run, at) => foundAfter({ perMinute: 100, share: at % 2 === 0 ? 0.1 : 0.5, canary: steady(rates[at % 4] ?? 0), baseline: steady(rates[at % 4] ?? 0), seconds: 600, seed: at + 1, settles: 15 }))
    expect(alarms.filter((each) => each !== null).length).toBeLessThanOrEqual(1)
  })

  it('needs minutes for one session in five where only five sessions a minute get the version: they hold no more', () => {
    const times = timesOf({ perMinute: 50, share: 0.1, canary: steady(0.2), baseline: steady(0.005), seconds: 3600 }, 200)
    expect(quantile(times, 0.5)).toBeLessThanOrEqual(360)
    expect(quantile(times, 0.95)).toBeLessThanOrEqual(900)
  })

  it('finds nothing in a version that breaks less than the one beside it', () => {
    expect(quantile(timesOf({ perMinute: 50, share: 0.5, canary: steady(0), baseline: steady(0.2), seconds: 3600 }, 50), 0.01)).toBe(Number.POSITIVE_INFINITY)
  })

  it('never rests on fewer than three broken sessions', () => {
    const after = (broken: number) => Array.from({ length: broken }).reduce<typeof freshComparison>((known) => compare(known, { canary: { sessions: 1, bad: 1 }, baseline: { sessions: 1000, bad: 0 }, screens: [] }), freshComparison)
    expect([oddsAgainst(after(2).sessions) > 2000, resultOf(after(2)).kind, resultOf(after(3)).kind]).toEqual([true, 'open', 'broken'])
  })

  it('learns nothing from one side alone, and nothing is lost while it waits', () => {
    const waiting = look(look(freshTest, { sessions: 3, bad: 3 }, { sessions: 0, bad: 0 }), { sessions: 2, bad: 0 }, { sessions: 0, bad: 0 })
    expect([oddsAgainst(waiting), waiting.canary.sessions]).toEqual([1, 0])
    expect(look(waiting, { sessions: 0, bad: 0 }, { sessions: 40, bad: 0 })).toEqual(look(freshTest, { sessions: 5, bad: 3 }, { sessions: 40, bad: 0 }))
  })
})
