import { falseAlarmOdds, freshTest, freshTestOf, look, oddsAgainst, stuckScreens, type Counts, type TestState } from './sequential-test.ts'

/** One screen of a version beside the same screen of the other: stays that ended, and how many of them nobody left. */
export interface ScreenTest {
  readonly step: string
  readonly test: TestState
}

/** All that is known of a canary beside its baseline. */
export interface Comparison {
  readonly sessions: TestState
  /** In the order of their first samples. */
  readonly screens: readonly ScreenTest[]
}

/** New samples of one module on one tenant. */
export interface Samples {
  readonly canary: Counts
  readonly baseline: Counts
  readonly screens: readonly { readonly step: string; readonly canary: Counts; readonly baseline: Counts }[]
}

/** What a comparison shows. */
export type CanaryResult =
  | { readonly kind: 'open' }
  /** More of its sessions break. */
  | { readonly kind: 'broken'; readonly test: TestState }
  /** Renters reach this screen and do not go on. */
  | { readonly kind: 'stuck'; readonly step: string; readonly test: TestState }

/** Fewer broken sessions, and fewer stays that nobody left, are no evidence, whatever the odds. */
const least = { broken: 3, stuck: 5 } as const

/** Screens that are watched per module; one with more has those watched that renters reach first. */
export const mostScreens = 8

/**
 * How the one false alarm in 1,000 is shared out: nearly all to broken sessions, which must not wait longer, and a thirtieth to the screens, each an eighth of that.
 * The weighted mean of several odds is one of them again: under equal rates its own mean never exceeds one.
 */
const shares = { broken: 0.97, stuck: 0.03 } as const

export const freshComparison: Comparison = { sessions: freshTest, screens: [] }

/** Adds new samples. Which screens are watched is decided before anything of them is known. */
export function compare({ sessions, screens }: Comparison, { canary, baseline, screens: samples }: Samples): Comparison {
  const added = samples.filter(({ step }) => screens.every((known) => known.step !== step)).map(({ step }) => step).sort()
  const watched = [...screens, ...added.map((step) => ({ step, test: freshTestOf(stuckScreens) }))].slice(0, mostScreens)
  return {
    sessions: look(sessions, canary, baseline),
    screens: watched.map(({ step, test }) => {
      const news = samples.find((each) => each.step === step)
      return { step, test: news ? look(test, news.canary, news.baseline, stuckScreens) : test }
    }),
  }
}

const parts = ({ sessions, screens }: Comparison) => ({
  broken: shares.broken * oddsAgainst(sessions),
  // A screen of which nothing is known yet is evidence neither for nor against the version: its odds are even.
  stuck: shares.stuck * (screens.reduce((sum, { test }) => sum + oddsAgainst(test), 0) + mostScreens - screens.length) / mostScreens,
})

/** Odds against the new version being as good as the other, by sessions and screens together. */
export function oddsOf(comparison: Comparison): number {
  const { broken, stuck } = parts(comparison)
  return broken + stuck
}

/** The screen with most evidence against the version; undefined where none is watched. */
export const worstScreen = ({ screens }: Comparison): ScreenTest | undefined =>
  screens.reduce<ScreenTest | undefined>((worst, each) => (worst && oddsAgainst(worst.test) >= oddsAgainst(each.test) ? worst : each), undefined)

/** Whether the new version is worse, within the allowed rate of false alarms, and by what. */
export function resultOf(comparison: Comparison): CanaryResult {
  const { broken, stuck } = parts(comparison)
  if (broken + stuck < falseAlarmOdds) return { kind: 'open' }
  const screen = worstScreen(comparison)
  if (broken >= stuck) return comparison.sessions.canary.bad >= least.broken ? { kind: 'broken', test: comparison.sessions } : { kind: 'open' }
  return screen && screen.test.canary.bad >= least.stuck ? { kind: 'stuck', ...screen } : { kind: 'open' }
}

const share = ({ sessions, bad }: Counts): string => `${bad} of ${sessions}`

/** One sentence for the audit, for example `mfe-offers@1.0.22: upselling was reached and not left 40 of 45, beside it 12 of 44 (odds 1200 to 1)`. */
export function describeResult(version: string, result: Exclude<CanaryResult, { kind: 'open' }>, comparison: Comparison): string {
  const { canary, baseline } = result.test
  const odds = `(odds ${Math.round(Math.min(oddsOf(comparison), 1e9))} to 1)`
  return result.kind === 'broken'
    ? `${version} broke ${share(canary)} sessions, the version beside it ${share(baseline)} ${odds}`
    : `${version}: ${result.step} was reached and not left ${share(canary)}, beside it ${share(baseline)} ${odds}`
}
