import { compareJourneys, freshJourneys, type JourneySamples, type JourneyTests, journeyOdds, leastOfJourneys, slowestScreen, weakestSale } from './journey-comparison.ts'
import { falseAlarmOdds, freshTest, freshTestOf, look, oddsAgainst, stuckScreens, suspectSessions, type Counts, type TestState } from './sequential-test.ts'

/** One screen of a version beside the same screen of the other: stays that ended, and how many of them nobody left. */
export interface ScreenTest {
  readonly step: string
  readonly test: TestState
}

/** All that is known of a canary beside its baseline. */
export interface Comparison {
  readonly sessions: TestState
  /** The same with the bad ends that sites set aside for liars: enough to suspend a rollout, never to roll it back (DEC-351). */
  readonly undiscounted: TestState
  /** In the order of their first samples. */
  readonly screens: readonly ScreenTest[]
  readonly journeys: JourneyTests
}

/** New samples of one module on one tenant. */
export interface Samples {
  readonly canary: Counts
  readonly baseline: Counts
  /** Bad ends of the canary that sites set aside for liars; none where left out. */
  readonly aside?: number
  readonly screens: readonly { readonly step: string; readonly canary: Counts; readonly baseline: Counts }[]
  /** None where nobody counted any. */
  readonly journeys?: JourneySamples
}

/** What a comparison shows. */
export type CanaryResult =
  | { readonly kind: 'open' }
  /** More of its sessions break. */
  | { readonly kind: 'broken'; readonly test: TestState }
  /** Renters reach this screen and do not go on. */
  | { readonly kind: 'stuck'; readonly step: string; readonly test: TestState }
  /** They stay longer on this screen than `bound` milliseconds. */
  | { readonly kind: 'slow'; readonly step: string; readonly bound: number; readonly test: TestState }
  /** Fewer complete check-in. */
  | { readonly kind: 'completion'; readonly test: TestState }
  /** Fewer add more than `bound` minor units. */
  | { readonly kind: 'sales'; readonly bound: number; readonly test: TestState }

/** Fewer broken sessions, and fewer stays that nobody left, are no evidence, whatever the odds. */
const least = { broken: 3, stuck: 5 } as const

/** Screens that are watched per module; one with more has those watched that renters reach first. */
export const mostScreens = 8

/**
 * How the one false alarm in 1,000 is shared out: nearly all to broken sessions, which must not wait longer, a thirtieth to stuck screens, each an eighth of that,
 * and a hundredth each to slow screens, completions and sales, whose samples are of later anyway.
 * The weighted mean of several odds is one of them again: under equal rates its own mean never exceeds one.
 */
const shares = { broken: 0.94, stuck: 0.03, slow: 0.01, completion: 0.01, sales: 0.01 } as const

/** Why a rollout is taken back. */
export type CanaryCause = keyof typeof shares
export const canaryCauses = Object.keys(shares) as readonly CanaryCause[]

export const freshComparison: Comparison = { sessions: freshTest, undiscounted: freshTestOf(suspectSessions), screens: [], journeys: freshJourneys }

/** Adds new samples. Which screens are watched is decided before anything of them is known. */
export function compare({ sessions, undiscounted, screens, journeys }: Comparison, { canary, baseline, aside = 0, screens: samples, journeys: ended }: Samples): Comparison {
  const added = samples.filter(({ step }) => screens.every((known) => known.step !== step)).map(({ step }) => step).sort()
  const watched = [...screens, ...added.map((step) => ({ step, test: freshTestOf(stuckScreens) }))].slice(0, mostScreens)
  return {
    sessions: look(sessions, canary, baseline),
    undiscounted: look(undiscounted, { sessions: canary.sessions + aside, bad: canary.bad + aside }, baseline, suspectSessions),
    screens: watched.map(({ step, test }) => {
      const news = samples.find((each) => each.step === step)
      return { step, test: news ? look(test, news.canary, news.baseline, stuckScreens) : test }
    }),
    journeys: ended ? compareJourneys(journeys, ended, mostScreens) : journeys,
  }
}

const parts = ({ sessions, screens, journeys }: Comparison) => ({
  broken: shares.broken * oddsAgainst(sessions),
  // A screen of which nothing is known yet is evidence neither for nor against the version: its odds are even.
  stuck: shares.stuck * (screens.reduce((sum, { test }) => sum + oddsAgainst(test), 0) + mostScreens - screens.length) / mostScreens,
  ...journeyParts(journeys),
})

function journeyParts(journeys: JourneyTests) {
  const odds = journeyOdds(journeys, mostScreens)
  return { slow: shares.slow * odds.slow, completion: shares.completion * odds.completion, sales: shares.sales * odds.sales }
}

/** Odds against the new version being as good as the other, by all that is compared together. */
export const oddsOf = (comparison: Comparison): number => Object.values(parts(comparison)).reduce((sum, each) => sum + each, 0)

/** The screen with most evidence against the version; undefined where none is watched. */
export const worstScreen = ({ screens }: Comparison): ScreenTest | undefined =>
  screens.reduce<ScreenTest | undefined>((worst, each) => (worst && oddsAgainst(worst.test) >= oddsAgainst(each.test) ? worst : each), undefined)

/** Whether the new version is worse, within the allowed rate of false alarms, and by what: what speaks most against it. */
export function resultOf(comparison: Comparison): CanaryResult {
  if (oddsOf(comparison) < falseAlarmOdds) return { kind: 'open' }
  const [kind] = Object.entries(parts(comparison)).reduce((most, each) => (each[1] > most[1] ? each : most)) as [keyof typeof shares, number]
  const { test, result, bad } = suspicion(kind, comparison)
  return result && test && test.canary.bad >= bad ? result : { kind: 'open' }
}

/**
 * Whether the new version breaks more sessions, if nobody lies: within the same rate of false alarms, and with nothing set aside. It is sooner than
 * `resultOf`, and as few liars as were set aside can bring it about; so it only suspends. Where nothing was set aside the other one says it all.
 */
export const isSuspect = ({ sessions, undiscounted }: Comparison): boolean =>
  oddsAgainst(undiscounted) >= falseAlarmOdds && undiscounted.canary.bad >= least.broken && undiscounted.canary.bad > sessions.canary.bad + sessions.pending.canary.bad

/** What a measure says, its test, and the bad samples that it needs. */
function suspicion(kind: keyof typeof shares, comparison: Comparison): { readonly test: TestState | undefined; readonly result: CanaryResult | undefined; readonly bad: number } {
  const { sessions, journeys } = comparison
  switch (kind) {
    case 'broken': return { test: sessions, result: { kind, test: sessions }, bad: least.broken }
    case 'stuck': { const screen = worstScreen(comparison); return { test: screen?.test, result: screen && { kind, ...screen }, bad: least.stuck } }
    case 'slow': { const screen = slowestScreen(journeys); return { test: screen?.test, result: screen && { kind, ...screen }, bad: leastOfJourneys } }
    case 'completion': return { test: journeys.completion, result: { kind, test: journeys.completion }, bad: leastOfJourneys }
    case 'sales': { const sale = weakestSale(journeys); return { test: sale?.test, result: sale && { kind, ...sale }, bad: leastOfJourneys } }
  }
}

/** One sentence for the audit, of a version that is suspended. */
export function describeSuspicion(version: string, { undiscounted }: Comparison): string {
  return `${version} broke ${share(undiscounted.canary)} sessions, the version beside it ${share(undiscounted.baseline)}, nothing set aside (odds ${Math.round(Math.min(oddsAgainst(undiscounted), 1e9))} to 1)`
}

const share = ({ sessions, bad }: Counts): string => `${bad} of ${sessions}`

/** One sentence for the audit, for example `mfe-offers@1.0.22: upselling was reached and not left 40 of 45, beside it 12 of 44 (odds 1200 to 1)`. */
export function describeResult(version: string, result: Exclude<CanaryResult, { kind: 'open' }>, comparison: Comparison): string {
  const { canary, baseline } = result.test
  const odds = `(odds ${Math.round(Math.min(oddsOf(comparison), 1e9))} to 1)`
  switch (result.kind) {
    case 'broken': return `${version} broke ${share(canary)} sessions, the version beside it ${share(baseline)} ${odds}`
    case 'stuck': return `${version}: ${result.step} was reached and not left ${share(canary)}, beside it ${share(baseline)} ${odds}`
    case 'slow': return `${version}: ${result.step} took longer than ${result.bound / 1000} s ${share(canary)} times, beside it ${share(baseline)} ${odds}`
    case 'completion': return `${version}: check-in was not completed ${share(canary)} times, beside it ${share(baseline)} ${odds}`
    case 'sales': return `${version}: ${result.bound === 0 ? 'nothing' : `no more than ${result.bound / 100}`} was added ${share(canary)} times, beside it ${share(baseline)} ${odds}`
  }
}
