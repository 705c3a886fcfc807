import { saleBounds, stayBounds } from '@checkin/telemetry'
import { compare, freshComparison, resultOf, type Comparison } from '../health/canary-comparison.ts'
import { random } from '../health/random.fixture.ts'

/** How much worse a version is than the one beside it, each as a part of its renters. */
export interface Worse {
  /** The part of its sessions that break and report it, beside half a percent of the other version's. */
  readonly breaks: number
  /** The part of its renters whom a screen holds, without a report, beside the three in ten who leave it by themselves. */
  readonly holds: number
  /** By how much longer a step takes its renters, as a factor. */
  readonly slows?: number
  /** The same in milliseconds that each of them waits. */
  readonly delays?: number
  /** The part of its renters who would have completed check-in and do not. */
  readonly loses?: number
  /** The part of its renters who would have added something and do not. */
  readonly forgoes?: number
}

/** Share of sessions that get the new version. */
const share = 0.1
const sessionsAMinute = 50
const none = { sessions: 0, bad: 0 }

/** How many sessions there are in all until it is rolled back, and how many of them it broke or held; null where that never happens. */
export function rolledBackAfter({ breaks, holds, slows = 1, delays = 0, loses = 0, forgoes = 0 }: Worse, seed: number): { readonly sessions: number; readonly hurt: number } | null {
  const next = random(seed)
  let comparison: Comparison = freshComparison
  let hurt = 0
  for (let sessions = 1; sessions <= 20_000; sessions += 1) {
    const isNew = next() < share
    const isBroken = next() < (isNew ? Math.max(breaks, 0.005) : 0.005)
    const gaveUp = next() < 0.3
    const isHeld = next() < (isNew ? holds : 0)
    const [mine, stay] = [{ sessions: 1, bad: isBroken ? 1 : 0 }, { sessions: 1, bad: gaveUp || isHeld ? 1 : 0 }]
    const [isLost, isUnsold] = [next() < (isNew ? loses : 0), next() < (isNew ? forgoes : 0)]
    if (isNew && (isBroken || isHeld || slows > 1 || delays > 0 || isLost || isUnsold)) hurt += 1
    const pair = (isBad: boolean) => { const one = { sessions: 1, bad: isBad ? 1 : 0 }; return isNew ? { canary: one, baseline: none } : { canary: none, baseline: one } }
    // Half go on within 20 seconds, three in ten do not complete, four in ten of the others add something.
    const took = 20_000 * Math.exp(0.8 * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())) * (isNew ? slows : 1) + (isNew ? delays : 0)
    const isCompleted = next() >= 0.3 && !isLost
    const hasAdded = next() < 0.4 && !isUnsold
    const journeys = { slow: gaveUp || isHeld ? [] : [{ step: 'upselling', bounds: stayBounds.map((bound) => pair(took > bound)) }], completion: pair(!isCompleted), sales: isCompleted ? saleBounds.map((bound) => pair(!hasAdded || bound > 5000)) : [] }
    comparison = compare(comparison, isNew
      ? { canary: mine, baseline: none, journeys, screens: [{ step: 'upselling', canary: stay, baseline: none }] }
      : { canary: none, baseline: mine, journeys, screens: [{ step: 'upselling', canary: none, baseline: stay }] })
    if (resultOf(comparison).kind !== 'open') return { sessions, hurt }
  }
  return null
}

/** The middle of 51 runs: minutes until it is rolled back, with 50 sessions a minute of which one in ten gets it, and renters hurt by then. */
export function typicalCanary(version: Worse): { readonly minutes: number; readonly hurt: number } | null {
  const runs = Array.from({ length: 51 }, (_run, at) => rolledBackAfter(version, at + 1)).filter((run) => run !== null).sort((one, other) => one.sessions - other.sessions)
  const middle = runs[25]
  return middle === undefined ? null : { minutes: middle.sessions / sessionsAMinute, hurt: middle.hurt }
}
