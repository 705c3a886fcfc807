import { findRoute, routes, type RouteName, type ScreenName } from '@checkin/routes'

/** Screens where check-in ends, or that belong to no renter's way: that nobody goes on from them says nothing. The shell's table of transitions agrees (tested). */
export const endings: readonly RouteName[] = routes.filter(({ stay }) => stay === 'end').map(({ name }) => name)

const minute = 60_000

/** Milliseconds within which most renters go on from a screen; null where none leads on. */
export function leaveWithinMs(step: ScreenName): number | null {
  // What a release set brings is no ending (DEC-196); how long its renters stay, no table here says.
  const stay = findRoute(step)?.stay ?? 'long'
  return stay === 'end' ? null : (stay === 'long' ? 6 : 3) * minute
}

/** Milliseconds after which a screen has settled: then its page says once that it still answers. */
export const settleMs = 15_000
