/** Session health samples, and how many of them are bad. */
export interface Counts {
  readonly sessions: number
  readonly bad: number
}

/** The running comparison of a new version with the one that serves beside it. */
export interface TestState {
  readonly canary: Counts
  readonly baseline: Counts
  /** Samples since the last look, kept until both sides have some. */
  readonly pending: { readonly canary: Counts; readonly baseline: Counts }
  /** Natural logarithm of the evidence for each degree of being worse. */
  readonly evidence: readonly number[]
}

/** What a comparison expects before it has seen anything. It decides how soon a worse version is found, never how often a good one is. */
export interface Expectation {
  /** By how much the new version's share may be higher than the other's. */
  readonly degrees: readonly number[]
  /** The other version's share while little is known of it, as if so many sessions had been seen before. */
  readonly prior: Counts
  /**
   * So many samples of the other version are awaited before the first look. A failure is known at once and a good session only after its time:
   * looked at alone, the first failures would stand beside nobody and count for nothing.
   */
  readonly beside?: number
}

/** Sessions seldom break; a worse version breaks a little more of them, or all. */
export const brokenSessions: Expectation = { degrees: [0.03, 0.08, 0.2, 0.5, 0.95], prior: { sessions: 50, bad: 0.5 }, beside: 15 }

/**
 * The same for what suspends a version for a while and rolls nothing back (DEC-351): versions that break one session in five are to be found soon, and slighter ones
 * may wait for the other test. It waits for more samples beside, because a pause costs the few sessions of a small tenant nothing that they have already.
 */
export const suspectSessions: Expectation = { degrees: [0.1, 0.2, 0.5], prior: { sessions: 50, bad: 0.5 }, beside: 40 }

/** Many renters leave a screen for no fault of its version: they look for a paper, or only wanted to see. */
export const stuckScreens: Expectation = { degrees: [0.1, 0.2, 0.35, 0.5, 0.7], prior: { sessions: 10, bad: 3 } }

/** At most one good version in so many is rolled back, however often one looks: the bound of the method, which the practice stays well below. */
export const falseAlarmOdds = 1000

const none: Counts = { sessions: 0, bad: 0 }
export const freshTestOf = ({ degrees }: Expectation): TestState => ({ canary: none, baseline: none, pending: { canary: none, baseline: none }, evidence: degrees.map(() => 0) })
export const freshTest = freshTestOf(brokenSessions)

const sum = (one: Counts, other: Counts): Counts => ({ sessions: one.sessions + other.sessions, bad: one.bad + other.bad })

/** The other version's share as known before this look. */
const estimate = ({ sessions, bad }: Counts, { prior }: Expectation): number => (bad + prior.bad) / (sessions + prior.sessions)

const likelihood = ({ sessions, bad }: Counts, rate: number): number => bad * Math.log(rate) + (sessions - bad) * Math.log(1 - rate)

/**
 * One look at the samples since the last one. The evidence of a look is the likelihood of both sides with different rates over
 * that with one common rate, the rates fixed before the look; under equal rates its mean is at most one, so the product may be
 * watched for ever (Turner, Ly and Grünwald: safe tests for two proportions). Looks at one side only wait for the other, the first one for as many of it as expected.
 */
export function look(state: TestState, canary: Counts, baseline: Counts, expected: Expectation = brokenSessions): TestState {
  const pending = { canary: sum(state.pending.canary, canary), baseline: sum(state.pending.baseline, baseline) }
  const { beside = 1 } = expected
  if (pending.canary.sessions === 0 || pending.baseline.sessions === 0 || state.baseline.sessions + pending.baseline.sessions < beside) return { ...state, pending }
  const base = estimate(state.baseline, expected)
  const all = pending.canary.sessions + pending.baseline.sessions
  const evidence = expected.degrees.map((degree, at) => {
    const worse = Math.min(0.99, base + degree)
    const common = (pending.canary.sessions * worse + pending.baseline.sessions * base) / all
    const gained = likelihood(pending.canary, worse) + likelihood(pending.baseline, base) - likelihood(pending.canary, common) - likelihood(pending.baseline, common)
    return (state.evidence[at] ?? 0) + gained
  })
  return { canary: sum(state.canary, pending.canary), baseline: sum(state.baseline, pending.baseline), pending: { canary: none, baseline: none }, evidence }
}

/** Odds against the new version being as good as the other: the mean over all degrees of being worse. */
export function oddsAgainst({ evidence }: TestState): number {
  return evidence.reduce((total, each) => total + Math.exp(Math.min(each, 700)), 0) / evidence.length
}
