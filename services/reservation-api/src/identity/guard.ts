import { setTimeout as delay } from 'node:timers/promises'

/**
 * What happens once misses reach their limit (DEC-100). `work`: each further try costs a proof of work, and nobody is shut out. `growing`: after
 * each further miss a pause twice as long as the one before, from one second on. `whole`: one pause of `lockSeconds`, then all is forgiven.
 */
export type BeyondLimit = 'work' | 'growing' | 'whole'

/** How many wrong guesses are borne, and what happens then. Times in seconds. */
export interface GuardLimits {
  readonly misses: number
  readonly windowSeconds: number
  readonly beyond: BeyondLimit
  /** The longest pause. */
  readonly lockSeconds: number
}

/** What is remembered of the guesses at one thing. */
export interface GuardState {
  readonly misses: number
  /** Since the first miss of the window. */
  readonly windowAgeSeconds: number
  readonly locked: boolean
}

export type GuardStep =
  | { readonly kind: 'count'; readonly misses: number; readonly newWindow: boolean; readonly pauseSeconds: number }
  | { readonly kind: 'keep' }

const isOver = ({ windowAgeSeconds }: GuardState, { windowSeconds }: GuardLimits): boolean => windowAgeSeconds >= windowSeconds

/**
 * What one more miss does (DEC-09, DEC-100). A miss during a pause changes nothing: otherwise somebody could keep the right renter
 * waiting for longer than the pause lasts.
 */
export function afterMiss(state: GuardState, limits: GuardLimits): GuardStep {
  if (state.locked) return { kind: 'keep' }
  const newWindow = state.misses === 0 || isOver(state, limits)
  const misses = newWindow ? 1 : state.misses + 1
  const beyond = misses - limits.misses
  if (beyond < 0 || limits.beyond === 'work') return { kind: 'count', misses, newWindow, pauseSeconds: 0 }
  if (limits.beyond === 'whole') return { kind: 'count', misses: 0, newWindow, pauseSeconds: limits.lockSeconds }
  return { kind: 'count', misses, newWindow, pauseSeconds: Math.min(2 ** beyond, limits.lockSeconds) }
}

/** Misses above the limit in the window that is still open; null while fewer were made than are borne. */
export function missesBeyond(state: GuardState, limits: GuardLimits): number | null {
  return state.misses < limits.misses || isOver(state, limits) ? null : state.misses - limits.misses
}

/** Waits until `minimumMs` have passed since `startedAt` (performance.now()), so that a quick miss and a slow one look alike (DEC-09). */
export async function atLeast(minimumMs: number, startedAt: number): Promise<void> {
  const rest = minimumMs - (performance.now() - startedAt)
  if (rest > 0) await delay(rest)
}
