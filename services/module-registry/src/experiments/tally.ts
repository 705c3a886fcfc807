import type { ExperimentMetric, ExperimentRule } from '@checkin/registry'
import { freshTestOf, look, oddsAgainst, type Counts, type Expectation, type TestState } from '../health/sequential-test.ts'

/** What an arm's sessions brought: how many, and the sums of their values and of the squares of these. A completed session's value is 1, another's 0. */
export interface Arm {
  readonly sessions: number
  readonly sum: number
  readonly squares: number
}

/** Both arms so far, and the tests of completion in both directions. */
export interface Tally {
  readonly a: Arm
  readonly b: Arm
  /** Null for the other metrics, whose test is computed from the arms. */
  readonly completion: { readonly bIsWorse: TestState; readonly aIsWorse: TestState } | null
}

/** Odds for each arm being the better one, and how high they have to be. */
export interface Odds {
  readonly a: number
  readonly b: number
  readonly needed: number
}

const none: Arm = { sessions: 0, sum: 0, squares: 0 }

/** Of fewer in an arm the mean of amounts or seconds decides nothing: the test of means is one of many sessions. */
export const leastInArm = 200

/** The same of what weighs in the mean: a mean of amounts that few add is no normal one before many sessions. */
const leastWeight = 30

/** Renters do not complete every third check-in, as the canary expects; the smallest effect is what is to be found. */
const unfinished = ({ smallestEffect }: Extract<ExperimentMetric, { kind: 'completion' }>): Expectation =>
  ({ degrees: [smallestEffect, Math.min(0.9, smallestEffect * 2), Math.min(0.9, smallestEffect * 4)], prior: { sessions: 20, bad: 6 } })

/** Before the first session. */
export const freshTally = (metric: ExperimentMetric): Tally => {
  const test = metric.kind === 'completion' ? freshTestOf(unfinished(metric)) : null
  return { a: none, b: none, completion: test && { bIsWorse: test, aIsWorse: test } }
}

const plus = (one: Arm, other: Arm): Arm => ({ sessions: one.sessions + other.sessions, sum: one.sum + other.sum, squares: one.squares + other.squares })

const countsOf = ({ sessions, sum }: Arm): Counts => ({ sessions, bad: sessions - sum })

/** Adds sessions of both arms that were reported together. */
export function added(tally: Tally, metric: ExperimentMetric, a: Arm, b: Arm): Tally {
  const { completion } = tally
  const expected = metric.kind === 'completion' ? unfinished(metric) : null
  return {
    a: plus(tally.a, a), b: plus(tally.b, b),
    completion: completion && expected && {
      bIsWorse: look(completion.bIsWorse, countsOf(b), countsOf(a), expected), aIsWorse: look(completion.aIsWorse, countsOf(a), countsOf(b), expected),
    },
  }
}

const meanOf = ({ sum, sessions }: Arm): number => sum / sessions

/** Variance of one session's value where both arms are alike: of a small arm alone it would be too small just when its mean is. */
function varianceOf({ sessions, sum, squares }: Arm): number {
  // Rounding may bring the variance of equal values below nothing.
  return Math.max(0, squares - sum ** 2 / sessions) / (sessions - 1)
}

/** So many sessions of equal values weigh as much in the mean as those of an arm do: where one in ten adds something, and some of them much, it is few of many. */
const weightOf = ({ sum, squares, sessions }: Arm, arm: number): number => (squares === 0 ? arm : arm * sum ** 2 / squares / sessions)

/**
 * Odds that the means differ, watched as often as one likes: the likelihood of the difference, averaged over differences of about the smallest effect, over that of none
 * (Robbins 1970; Johari, Koomen, Pekelis and Walsh 2017, for two arms). It is for many sessions, so that nothing is said of few.
 */
function oddsOfDifference({ a, b }: Tally, smallestEffect: number): { readonly odds: number; readonly difference: number } {
  const [both, smaller] = [plus(a, b), Math.min(a.sessions, b.sessions)]
  if (smaller < leastInArm || weightOf(both, smaller) < leastWeight) return { odds: 1, difference: 0 }
  const [difference, variance, spread] = [meanOf(b) - meanOf(a), varianceOf(both) * (1 / a.sessions + 1 / b.sessions), smallestEffect ** 2]
  // Where all values are equal no spread is known to compare with.
  if (variance === 0) return { odds: 1, difference }
  const gained = difference ** 2 * spread / (2 * variance * (variance + spread)) + Math.log(variance / (variance + spread)) / 2
  return { odds: Math.exp(Math.min(gained, 700)), difference }
}

/**
 * Odds for either arm, beside what is needed for the declared error rate. Whoever watches them and ends at the first that are high enough calls two equal arms different at most
 * that often: completion by the canary's own test, once in each direction with half of the rate; amounts and seconds by the test of means, which has both directions in it.
 */
export function oddsOf(tally: Tally, metric: ExperimentMetric, { errorRate }: Pick<ExperimentRule, 'errorRate'>): Odds {
  if (metric.kind === 'completion') {
    const { completion } = tally
    return { a: completion ? oddsAgainst(completion.bIsWorse) : 1, b: completion ? oddsAgainst(completion.aIsWorse) : 1, needed: 2 / errorRate }
  }
  const { odds, difference } = oddsOfDifference(tally, metric.smallestEffect)
  const bIsBetter = metric.kind === 'added' ? difference > 0 : difference < 0
  return { a: bIsBetter ? 1 : odds, b: bIsBetter ? odds : 1, needed: 1 / errorRate }
}

/** Which arm the figures call better, within the declared error rate; null while they do not. */
export function betterArm(tally: Tally, metric: ExperimentMetric, rule: Pick<ExperimentRule, 'errorRate'>): 'a' | 'b' | null {
  const { a, b, needed } = oddsOf(tally, metric, rule)
  if (Math.max(a, b) < needed) return null
  return b > a ? 'b' : 'a'
}
