import { describe, expect, it } from 'vitest'
import { compare, freshComparison, describeResult, mostScreens, resultOf, type Comparison } from './canary-comparison.ts'
import { random } from './random.fixture.ts'

/** How often renters do not go on from each screen of a module in its time, by themselves. */
const natural = { upselling: 0.3, 'add-extras': 0.15, extras: 0.25, 'additional-driver': 0.1 } as const
type Screen = keyof typeof natural
const screens = Object.keys(natural) as Screen[]
const none = { sessions: 0, bad: 0 }

interface Course {
  readonly sessions: number
  /** Share of sessions that get the new version. */
  readonly share: number
  /** The part of a screen's renters that the new version holds, of those who would have gone on. */
  readonly holds: Partial<Record<Screen, number>>
  /** Renters who give up for a reason that both versions share, at the so-many-th session: an outage. */
  readonly common?: (session: number) => number
  readonly seed: number
}

/** After how many sessions of both versions together the new one is found; null when it never is. A session goes from screen to screen until it does not go on. */
function foundAfter({ sessions, share, holds, common = () => 0, seed }: Course): { readonly sessions: number; readonly screen: string } | null {
  const next = random(seed)
  let comparison: Comparison = freshComparison
  for (let session = 1; session <= sessions; session += 1) {
    const isCanary = next() < share
    for (const step of screens) {
      const gaveUp = next() < natural[step] || next() < common(session)
      const isHeld = isCanary && next() < (holds[step] ?? 0)
      const mine = { sessions: 1, bad: gaveUp || isHeld ? 1 : 0 }
      comparison = compare(comparison, { canary: none, baseline: none, screens: [{ step, canary: isCanary ? mine : none, baseline: isCanary ? none : mine }] })
      if (mine.bad > 0) break
    }
    const result = resultOf(comparison)
    if (result.kind === 'stuck') return { sessions: session, screen: result.step }
  }
  return null
}

const sessionsNeeded = (course: Omit<Course, 'seed'>, runs: number): number[] =>
  Array.from({ length: runs }, (_run, seed) => foundAfter({ ...course, seed: seed + 1 })?.sessions ?? Number.POSITIVE_INFINITY).sort((one, other) => one - other)
const quantile = (sorted: readonly number[], share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN

describe('a version that is broken without any report', () => {
  it('is found by its dead buttons within 100 sessions where half of the sessions get it and three renters in ten leave the screen by themselves (ROL-2)', () => {
    const needed = sessionsNeeded({ sessions: 2000, share: 0.5, holds: { upselling: 1 } }, 200)
    expect(quantile(needed, 0.5)).toBeLessThanOrEqual(60)
    expect(quantile(needed, 0.95)).toBeLessThanOrEqual(100)
  })

  it('is found within some hundred sessions where it holds half of the renters, or one tenth of the sessions get it', () => {
    expect(quantile(sessionsNeeded({ sessions: 5000, share: 0.5, holds: { upselling: 0.5 } }, 100), 0.95)).toBeLessThanOrEqual(400)
    expect(quantile(sessionsNeeded({ sessions: 5000, share: 0.1, holds: { upselling: 1 } }, 100), 0.95)).toBeLessThanOrEqual(300)
  })

  it('is found also where its last screen is the one that nobody leaves, and the result names that screen', () => {
    expect(foundAfter({ sessions: 1000, share: 0.5, holds: { 'additional-driver': 1 }, seed: 1 })).toMatchObject({ screen: 'additional-driver' })
  })

  it('is not seen in a good one: at most one of 1,000 rollouts is rolled back, at any share, through outages that hold everybody (ROL-2)', () => {
    const shares = [0.02, 0.1, 0.5]
    let alarms = 0
    for (let run = 0; run < 1000; run += 1) {
      const common = (session: number) => (run % 3 === 0 && session > 100 && session < 200 ? 0.6 : 0)
      if (foundAfter({ sessions: 400, share: shares[run % shares.length] ?? 0, holds: {}, common, seed: run + 1 }) !== null) alarms += 1
    }
    expect(alarms).toBeLessThanOrEqual(1)
  })

  it('does not find one that holds fewer renters than the version beside it', () => {
    const better = { canary: { sessions: 200, bad: 20 }, baseline: { sessions: 200, bad: 120 } }
    expect(resultOf(compare(freshComparison, { canary: none, baseline: none, screens: [{ step: 'upselling', ...better }] }))).toEqual({ kind: 'open' })
  })
})

describe('a canary result', () => {
  const one = (step: string, canary: object, baseline: object) => ({ step, canary, baseline }) as Parameters<typeof compare>[1]['screens'][number]

  it('names in a sentence which screen was not left, and how often', () => {
    const comparison = compare(freshComparison, { canary: none, baseline: none, screens: [one('upselling', { sessions: 45, bad: 40 }, { sessions: 44, bad: 12 })] })
    const result = resultOf(comparison)
    expect(result.kind === 'stuck' && describeResult('mfe-offers@1.0.22', result, comparison)).toMatch(/^mfe-offers@1\.0\.22: upselling was reached and not left 40 of 45, beside it 12 of 44 \(odds \d+ to 1\)$/)
  })

  it('never rests on fewer than five stays that nobody left', () => {
    const comparison = compare(freshComparison, { canary: none, baseline: none, screens: [one('upselling', { sessions: 4, bad: 4 }, { sessions: 100_000, bad: 0 })] })
    expect(resultOf(comparison)).toEqual({ kind: 'open' })
  })

  it('watches the eight screens that renters reach first', () => {
    const names = Array.from({ length: 12 }, (_none, at) => `screen-${at}`)
    const comparison = names.reduce<Comparison>((known, step) => compare(known, { canary: none, baseline: none, screens: [one(step, none, { sessions: 1, bad: 0 })] }), freshComparison)
    expect(comparison.screens.map(({ step }) => step)).toEqual(names.slice(0, mostScreens))
  })
})
