import { setTimeout as delay } from 'node:timers/promises'

/** How many wrong guesses are borne, and what happens then. Times in seconds. */
export interface GuardLimits {
  readonly misses: number
  readonly windowSeconds: number
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
  | { readonly kind: 'count'; readonly misses: number; readonly newWindow: boolean }
  | { readonly kind: 'lock' }
  | { readonly kind: 'keep' }

/**
 * What one more miss does (DEC-09). A miss while locked changes nothing: otherwise somebody could keep the right renter
 * out for longer than the lock lasts.
 */
export function afterMiss(state: GuardState, limits: GuardLimits): GuardStep {
  if (state.locked) return { kind: 'keep' }
  const newWindow = state.misses === 0 || state.windowAgeSeconds >= limits.windowSeconds
  const misses = newWindow ? 1 : state.misses + 1
  return misses >= limits.misses ? { kind: 'lock' } : { kind: 'count', misses, newWindow }
}

/** Waits until `minimumMs` have passed since `startedAt` (performance.now()), so that a quick miss and a slow one look alike (DEC-09). */
export async function atLeast(minimumMs: number, startedAt: number): Promise<void> {
  const rest = minimumMs - (performance.now() - startedAt)
  if (rest > 0) await delay(rest)
}
