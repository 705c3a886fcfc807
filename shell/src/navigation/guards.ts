import type { Completion } from '@checkin/flow'
import type { StepVisit } from '@checkin/remote'
import { routeOf, type Route } from '@checkin/routes'

/** What the guards look at, after the attempt to restore the session (SHELL-39, DEC-18). */
export interface GuardFacts {
  readonly hasReservation: boolean
  /** A code was asked for, so there is one to type. */
  readonly hasLookup: boolean
  readonly completion: Completion
  /** The tenant's configuration marks a sandbox (DEC-50). */
  readonly isSandbox: boolean
  /** The running version of the screen's module has it. */
  readonly isAvailable: boolean
  /** Typed, linked, reloaded or reached by the browser's buttons, or chosen by a step's own button. */
  readonly origin: 'address' | 'step'
}

/** `counter`: the honest screen that check-in continues at the counter; `finished`: the ending of what is done already. */
export type GuardResult = 'open' | 'home' | 'counter' | 'finished'

function hasWhatItNeeds(row: Route, facts: GuardFacts): boolean {
  switch (row.needs) {
    case 'nothing': return true
    case 'lookup': return facts.hasLookup
    case 'reservation': return facts.hasReservation
    case 'completion': return facts.completion !== null
    case 'sandbox': return facts.isSandbox
  }
}

/** Whether a screen may open: without what it needs it leads to `/` (SHELL-34, SHELL-39); a screen that no module has is not reachable. */
export function guard(row: Route, facts: GuardFacts): GuardResult {
  if (!hasWhatItNeeds(row, facts)) return 'home'
  // DEC-75: finished work is not done again, whichever way the renter came back to it.
  if (row.needs === 'reservation' && facts.completion !== null && !row.afterCompletion) return 'finished'
  if (facts.isAvailable) return 'open'
  return facts.origin === 'step' && facts.hasReservation ? 'counter' : 'home'
}

/** How the browser moved: forward and links count as leaving forward, its Back button does not (DEC-15). */
export type Move = 'forward' | 'back'

/** The row by which a screen is left: the view on which a driver's data are checked holds what only its Submit saves, as the licence's screen does (DEC-191). */
export const leftAs = ({ name, query }: StepVisit): Route => routeOf(name === 'verify-driver' && query['view'] === 'check' ? 'driver-document-license' : name)

/** Whether leaving the screen by the browser or a link asks first (SHELL-41, DEC-16). */
export const asksBeforeLeaving = (row: Route, move: Move): boolean =>
  row.leave === 'ask-always' || (row.leave === 'ask-forward' && move === 'forward')

/** Completed work is not done again: the browser's Back stays on the ending (DEC-75, PAY-40). */
export const blocksLeaving = (row: Route, move: Move): boolean => row.history === 'final' && move === 'back'
