import type { ExperimentMetric } from '@checkin/registry'
import { describe, expect, it } from 'vitest'
import { random } from '../health/random.fixture.ts'
import { added, betterArm, freshTally, leastInArm, oddsOf } from './tally.ts'

type Next = () => number

const bell = (next: Next): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())

/** An experiment, and what one session brings of its metric where its version is better by so much. */
interface Case {
  readonly metric: ExperimentMetric
  readonly sessionValue: (next: Next, better: number) => number
}

/** So many add something, most of them little and some much; the middle one adds `usual`. */
const amounts = (part: number, usual: number, spread: number): Case['sessionValue'] => (next, better) => (next() < part ? Math.round((usual + better / part) * Math.exp(spread * bell(next))) : 0)

const cases: Readonly<Record<string, Case>> = {
  completion: { metric: { kind: 'completion', smallestEffect: 0.05 }, sessionValue: (next, better) => (next() < 0.65 + better ? 1 : 0) },
  'amounts that one in three adds': { metric: { kind: 'added', currency: 'EUR', smallestEffect: 400 }, sessionValue: amounts(0.35, 2500, 0.9) },
  'amounts that one in twelve adds': { metric: { kind: 'added', currency: 'EUR', smallestEffect: 400 }, sessionValue: amounts(0.08, 5000, 1) },
  time: { metric: { kind: 'time', smallestEffect: 30 }, sessionValue: (next, better) => Math.min(2700, Math.round((420 - better) * Math.exp(0.6 * bell(next)))) },
}
const rule = { errorRate: 0.05 }

interface Course extends Case {
  /** Share of the sessions in B. */
  readonly share: number
  readonly better: number
  readonly sessions: number
  readonly seed: number
}

/** What an experiment says that is looked at after each report of one to three sessions; null where it never says anything. */
function saidBy({ metric, sessionValue, share, better, sessions, seed }: Course): { readonly arm: 'a' | 'b'; readonly after: number } | null {
  const next = random(seed)
  let tally = freshTally(metric)
  for (let known = 0; known < sessions;) {
    const news = { a: { sessions: 0, sum: 0, squares: 0 }, b: { sessions: 0, sum: 0, squares: 0 } }
    for (let left = 1 + Math.floor(next() * 3); left > 0; left -= 1, known += 1) {
      const isB = next() < share
      const value = sessionValue(next, isB ? better : 0)
      const arm = isB ? news.b : news.a
      arm.sessions += 1
      arm.sum += value
      arm.squares += value ** 2
    }
    tally = added(tally, metric, news.a, news.b)
    const arm = betterArm(tally, metric, rule)
    if (arm) return { arm, after: known }
  }
  return null
}

describe.each(Object.entries(cases))('an experiment about %s that is looked at after every report (DEC-357)', (_name, each) => {
  it.each([0.1, 0.5])('calls two equal arms different no more often than was declared, with %d of the sessions in B', (share) => {
    const runs = 400
    const wrong = Array.from({ length: runs }, (_run, at) => saidBy({ ...each, share, better: 0, sessions: 5000, seed: at + 1 })).filter((said) => said !== null)
    expect(wrong.length).toBeLessThanOrEqual(rule.errorRate * runs)
  })

  it.each([['B', 1, 'b'], ['A', -1, 'a']] as const)('finds that %s is better by what is worth knowing', (_name, sign, arm) => {
    const said = Array.from({ length: 40 }, (_run, at) => saidBy({ ...each, share: 0.5, better: sign * each.metric.smallestEffect, sessions: 25_000, seed: at + 1 }))
    expect(said.filter((result) => result?.arm === arm).length).toBeGreaterThanOrEqual(38)
  })
})

it('means decide nothing of few sessions, however far they are apart, and where no value differs (DEC-357)', () => {
  const metric = { kind: 'added', currency: 'EUR', smallestEffect: 400 } as const
  const arm = (sessions: number, value: number) => ({ sessions, sum: sessions * value, squares: sessions * value ** 2 })
  const mixed = (sessions: number, value: number) => ({ sessions, sum: sessions * value, squares: sessions * value ** 2 * 2 })
  expect(betterArm(added(freshTally(metric), metric, mixed(leastInArm - 1, 1000), mixed(5000, 9000)), metric, rule)).toBeNull()
  expect(betterArm(added(freshTally(metric), metric, mixed(leastInArm, 1000), mixed(5000, 9000)), metric, rule)).toBe('b')
  expect(betterArm(added(freshTally(metric), metric, arm(500, 0), arm(500, 0)), metric, rule)).toBeNull()
  // One in a hundred adds all that is added: 2,000 sessions weigh as 20.
  const rare = (sessions: number, value: number) => ({ sessions, sum: sessions * value / 100, squares: sessions * value ** 2 / 100 })
  expect([2000, 6000].map((sessions) => betterArm(added(freshTally(metric), metric, rare(sessions, 10_000), rare(sessions, 90_000)), metric, rule))).toEqual([null, 'b'])
})

it('a stricter error rate needs more: half of it for each direction of completion (DEC-357)', () => {
  const tally = (metric: ExperimentMetric) => oddsOf(freshTally(metric), metric, { errorRate: 0.01 }).needed
  expect([cases['completion'], cases['time']].map((each) => each && tally(each.metric))).toEqual([200, 100])
})
