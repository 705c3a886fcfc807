import { saleBounds, stayBounds } from '@checkin/telemetry'
import { describe, expect, it } from 'vitest'
import { compare, describeResult, freshComparison, resultOf, type Comparison, type Samples } from './canary-comparison.ts'
import { noJourneySamples, type JourneySamples } from './journey-comparison.ts'
import { random } from './random.fixture.ts'

const none = { sessions: 0, bad: 0 }
const screens = ['upselling', 'extras'] as const

/** What a version does to its renters. */
interface Version {
  /** By how much longer a step takes, as a factor. */
  readonly slows?: number
  /** The part of renters who would have completed check-in and do not. */
  readonly loses?: number
  /** The part of renters who would have added something and do not. */
  readonly forgoes?: number
}

interface Course extends Version {
  readonly sessions: number
  /** Share of sessions that get the new version. */
  readonly share: number
  readonly seed: number
  /** Renters of both versions who give up at the so-many-th session: an outage. */
  readonly common?: (session: number) => number
}

/** After how many sessions of both versions together the new one is found, and by what; null when it never is. */
function foundAfter({ sessions, share, slows = 1, loses = 0, forgoes = 0, seed, common = () => 0 }: Course): { readonly sessions: number; readonly by: string } | null {
  const next = random(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  let comparison: Comparison = freshComparison
  for (let session = 1; session <= sessions; session += 1) {
    const isCanary = next() < share
    const pair = (isBad: boolean) => { const mine = { sessions: 1, bad: isBad ? 1 : 0 }; return { canary: isCanary ? mine : none, baseline: isCanary ? none : mine } }
    // Half of the renters go on within 20 seconds, one in six takes more than twice as long.
    const slow = screens.map((step, at) => { const took = 20_000 * Math.exp(0.8 * normal()) * (isCanary && at === 0 ? slows : 1); return { step, bounds: stayBounds.map((bound) => pair(took > bound)) } })
    const isCompleted = next() >= 0.3 && next() >= common(session) && !(isCanary && next() < loses)
    const added = next() < 0.4 && !(isCanary && next() < forgoes) ? 4000 * Math.exp(0.8 * normal()) : 0
    const journeys: JourneySamples = { ...noJourneySamples, slow, completion: pair(!isCompleted), sales: isCompleted ? saleBounds.map((bound) => pair(added <= bound)) : [] }
    comparison = compare(comparison, { canary: none, baseline: none, screens: [], journeys })
    const result = resultOf(comparison)
    if (result.kind !== 'open') return { sessions: session, by: result.kind }
  }
  return null
}

const found = (course: Omit<Course, 'seed'>, runs = 100) => Array.from({ length: runs }, (_run, seed) => foundAfter({ ...course, seed: seed + 1 }))
const needed = (course: Omit<Course, 'seed'>, part: number): number => found(course).map((each) => each?.sessions ?? Number.POSITIVE_INFINITY).sort((one, other) => one - other)[Math.ceil(100 * part) - 1] ?? Number.NaN

describe('a version whose renters report nothing (DEC-295)', () => {
  it('is found where a step takes three times as long, within 300 sessions of which it has half', () => {
    expect(needed({ sessions: 2000, share: 0.5, slows: 3 }, 0.95)).toBeLessThanOrEqual(300)
    expect(found({ sessions: 2000, share: 0.5, slows: 3 }, 20).every((each) => each?.by === 'slow')).toBe(true)
  })

  it('is found where it loses half of the completions, within 500 sessions of which it has half', () => {
    expect(needed({ sessions: 2000, share: 0.5, loses: 0.5 }, 0.95)).toBeLessThanOrEqual(500)
    expect(found({ sessions: 2000, share: 0.5, loses: 0.5 }, 20).every((each) => each?.by === 'completion')).toBe(true)
  })

  it('is found where it sells to nobody, within 400 sessions of which it has half', () => {
    expect(needed({ sessions: 2000, share: 0.5, forgoes: 1 }, 0.95)).toBeLessThanOrEqual(400)
    expect(found({ sessions: 2000, share: 0.5, forgoes: 1 }, 20).every((each) => each?.by === 'sales')).toBe(true)
  })

  it('is not seen in a good one: at most one of 1,000 rollouts is rolled back, at any share, through outages that keep everybody from completing', () => {
    const shares = [0.02, 0.1, 0.5]
    const alarms = Array.from({ length: 1000 }, (_run, run) => foundAfter({
      sessions: 400, share: shares[run % shares.length] ?? 0, seed: run + 1, common: (session) => (run % 3 === 0 && session > 100 && session < 200 ? 0.6 : 0),
    })).filter((each) => each !== null)
    expect(alarms.length).toBeLessThanOrEqual(1)
  })

  it('is not found where it is quicker, completes more and sells more than the one beside it', () => {
    const better = { canary: { sessions: 200, bad: 20 }, baseline: { sessions: 200, bad: 120 } }
    const journeys = { slow: [{ step: 'extras', bounds: stayBounds.map(() => better) }], completion: better, sales: saleBounds.map(() => better) }
    expect(resultOf(compare(freshComparison, { canary: none, baseline: none, screens: [], journeys }))).toEqual({ kind: 'open' })
  })
})

describe('a canary result about journeys', () => {
  const worse = { canary: { sessions: 60, bad: 50 }, baseline: { sessions: 60, bad: 12 } }
  it.each<[string, Partial<JourneySamples>, RegExp]>([
    ['how long a step takes', { slow: [{ step: 'extras', bounds: stayBounds.map(() => worse) }] }, /^mfe-offers@1\.0\.30: extras took longer than \d+ s 50 of 60 times, beside it 12 of 60 \(odds \d+ to 1\)$/],
    ['how many do not complete check-in', { completion: worse }, /^mfe-offers@1\.0\.30: check-in was not completed 50 of 60 times, beside it 12 of 60 \(odds \d+ to 1\)$/],
    ['how many add nothing', { sales: saleBounds.map(() => worse) }, /^mfe-offers@1\.0\.30: nothing was added 50 of 60 times, beside it 12 of 60 \(odds \d+ to 1\)$/],
  ])('says in a sentence %s (DEC-295)', (_what, samples, sentence) => {
    const ended: Samples = { canary: none, baseline: none, screens: [], journeys: { ...noJourneySamples, ...samples } }
    const comparison = compare(freshComparison, ended)
    const result = resultOf(comparison)
    if (result.kind === 'open') throw new Error('nothing was found')
    expect(describeResult('mfe-offers@1.0.30', result, comparison)).toMatch(sentence)
  })
})
