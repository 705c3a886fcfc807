import { saleBounds, stayBounds } from '@checkin/telemetry'
import { freshTestOf, look, oddsAgainst, stuckScreens, type Counts, type Expectation, type TestState } from './sequential-test.ts'

/** Samples of both versions. */
export interface Pair {
  readonly canary: Counts
  readonly baseline: Counts
}

/** A screen by how long its renters stay: one test for each bound of `stayBounds`, whose bad samples took longer. */
export interface SlowTests {
  readonly step: string
  readonly tests: readonly TestState[]
}

/** A version beside another by journeys that nobody reports as broken. */
export interface JourneyTests {
  /** In the order of their first samples. */
  readonly slow: readonly SlowTests[]
  /** Sessions that found a reservation; bad ones did not complete check-in. */
  readonly completion: TestState
  /** Completed ones, for each bound of `saleBounds`; the total of bad ones did not grow by more. */
  readonly sales: readonly TestState[]
}

/** New samples of one module on one tenant. Tests of several bounds are in the order of the bounds. */
export interface JourneySamples {
  readonly slow: readonly { readonly step: string; readonly bounds: readonly Pair[] }[]
  readonly completion: Pair
  readonly sales: readonly Pair[]
}

/** Fewer bad samples are no evidence, whatever the odds. */
export const leastOfJourneys = 5

/** Every third session does not complete check-in: renters only look, or go on another day. */
const unfinishedJourneys: Expectation = { degrees: [0.05, 0.1, 0.2, 0.35, 0.6], prior: { sessions: 20, bad: 6 } }

/** Most renters add nothing. */
const smallSales: Expectation = { degrees: [0.05, 0.1, 0.2, 0.3], prior: { sessions: 20, bad: 12 } }

const noSamples: Counts = { sessions: 0, bad: 0 }

export const noJourneySamples: JourneySamples = { slow: [], completion: { canary: noSamples, baseline: noSamples }, sales: [] }

export const freshJourneys: JourneyTests = { slow: [], completion: freshTestOf(unfinishedJourneys), sales: saleBounds.map(() => freshTestOf(smallSales)) }

const seen = (test: TestState, pair: Pair | undefined, expected: Expectation): TestState => (pair ? look(test, pair.canary, pair.baseline, expected) : test)

/** Adds new samples; of screens, the first `mostScreens` are watched. */
export function compareJourneys({ slow, completion, sales }: JourneyTests, samples: JourneySamples, mostScreens: number): JourneyTests {
  const added = samples.slow.filter(({ step }) => slow.every((known) => known.step !== step)).map(({ step }) => step).sort()
  const watched = [...slow, ...added.map((step) => ({ step, tests: stayBounds.map(() => freshTestOf(stuckScreens)) }))].slice(0, mostScreens)
  return {
    slow: watched.map(({ step, tests }) => {
      const news = samples.slow.find((each) => each.step === step)
      return { step, tests: news ? tests.map((test, at) => seen(test, news.bounds[at], stuckScreens)) : tests }
    }),
    completion: seen(completion, samples.completion, unfinishedJourneys),
    sales: sales.map((test, at) => seen(test, samples.sales[at], smallSales)),
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length

/** Odds against the version by each measure. A screen of which nothing is known is even. */
export function journeyOdds({ slow, completion, sales }: JourneyTests, mostScreens: number): { readonly slow: number; readonly completion: number; readonly sales: number } {
  return {
    slow: (slow.reduce((sum, { tests }) => sum + mean(tests.map(oddsAgainst)), 0) + mostScreens - slow.length) / mostScreens,
    completion: oddsAgainst(completion), sales: mean(sales.map(oddsAgainst)),
  }
}

/** A test of one bound. */
export interface BoundTest {
  readonly bound: number
  readonly test: TestState
}

const strongest = (tests: readonly TestState[], bounds: readonly number[]): BoundTest | undefined =>
  tests.flatMap((test, at) => (bounds[at] === undefined ? [] : [{ bound: bounds[at], test }])).sort((one, other) => oddsAgainst(other.test) - oddsAgainst(one.test))[0]

/** The screen, and the sense of long, with most evidence against the version. */
export const slowestScreen = ({ slow }: JourneyTests): (BoundTest & { readonly step: string }) | undefined =>
  slow.flatMap(({ step, tests }) => { const found = strongest(tests, stayBounds); return found ? [{ step, ...found }] : [] }).sort((one, other) => oddsAgainst(other.test) - oddsAgainst(one.test))[0]

/** The amount with most evidence against the version. */
export const weakestSale = ({ sales }: JourneyTests): BoundTest | undefined => strongest(sales, saleBounds)
