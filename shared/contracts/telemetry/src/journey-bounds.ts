/** Milliseconds after which a renter who goes on from a screen took long, for several senses of long: screens differ. */
export const stayBounds = [5_000, 15_000, 45_000, 120_000] as const

/** Milliseconds after its reservation was found in which a session completes check-in, or is counted as one that did not. */
export const journeyMs = 45 * 60_000

/** A reservation's own amount counts at most this much in a sum, in minor units: a slip of somebody's keyboard is no figure of a version. */
export const mostAdded = 1_000_000_000

/** By how much a rental's total grew in check-in, in minor units: anything, and more than so much. */
export const saleBounds = [0, 1_000, 2_500, 5_000, 10_000, 25_000] as const
