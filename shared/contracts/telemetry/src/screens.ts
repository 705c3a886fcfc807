import { routeOf, routes, type RouteName } from '@checkin/routes'

/** Screens where check-in ends, or that belong to no renter's way: that nobody goes on from them says nothing. The shell's table of transitions agrees (tested). */
export const endings: readonly RouteName[] = routes.filter(({ stay }) => stay === 'end').map(({ name }) => name)

const minute = 60_000

/** Milliseconds within which most renters go on from a screen; null where none leads on. */
export function leaveWithinMs(step: RouteName): number | null {
  const { stay } = routeOf(step)
  return stay === 'end' ? null : (stay === 'long' ? 6 : 3) * minute
}

/** Milliseconds after which a screen has settled: then its page says once that it still answers. */
export const settleMs = 15_000
