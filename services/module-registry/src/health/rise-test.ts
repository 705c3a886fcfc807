import type { Counts } from './sequential-test.ts'

/** What is known of a module's broken sessions on one tenant before now. */
export interface Usual {
  readonly history: Counts
  /** Share of broken sessions that raises no alarm. */
  readonly rate: number
}

/** The running watch of a version that everybody has. */
export interface RiseState {
  readonly usual: Usual
  readonly recent: Counts
  /** Evidence for a rise that began at some session up to now, for each degree of it. */
  readonly evidence: readonly number[]
}

/** Fewer sessions do not show what is usual. */
export const leastHistory = 200

/** A share that never raises an alarm, and the one that is assumed while little is known. */
const [never, unknown] = [0.02, 0.05] as const

/** A rate varies over a day; half as much again raises no alarm. */
const wander = 1.5

/** By how much the share of broken sessions may have risen. */
const degrees = [0.05, 0.2, 0.5, 0.9] as const

/** Under a usual rate a watch is wrong at most once in so many sessions of its tenant and module, on average. */
export const sessionsBetweenAlarms = 1_000_000

/** Fewer broken sessions are no evidence. */
const leastBad = 3

export function usualOf(history: Counts): Usual {
  return { history, rate: history.sessions < leastHistory ? unknown : Math.max(never, wander * (history.bad + 1) / (history.sessions + 1)) }
}

export const freshWatch = (usual: Usual): RiseState => ({ usual, recent: { sessions: 0, bad: 0 }, evidence: degrees.map(() => 0) })

/**
 * Adds new samples. Sum over all sessions of the likelihood that the rate rose there (Shiryaev and
 * Roberts): under the usual rate it grows by one per session at most, on average, so it passes a bound seldom, however long
 * one watches; after a rise it grows without bound. It is held at the alarm, so that it falls soon when the rate does.
 */
export function watch({ usual, recent, evidence }: RiseState, { sessions, bad }: Counts): RiseState {
  return {
    usual,
    recent: { sessions: recent.sessions + sessions, bad: recent.bad + bad },
    evidence: evidence.map((sum, at) => {
      const risen = Math.min(0.99, usual.rate + (degrees[at] ?? 0))
      const gained = bad * Math.log(risen / usual.rate) + (sessions - bad) * Math.log((1 - risen) / (1 - usual.rate))
      return Math.min((sum + sessions) * Math.exp(Math.min(gained, 700)), sessionsBetweenAlarms * degrees.length)
    }),
  }
}

export const evidenceOf = ({ evidence }: RiseState): number => evidence.reduce((sum, each) => sum + each, 0) / evidence.length

export const hasRisen = (state: RiseState): boolean => state.recent.bad >= leastBad && evidenceOf(state) >= sessionsBetweenAlarms
