/** What a test has to tell apart by the broken sessions of one minute: a version that breaks some, and liars about a good one. */
export interface Minute {
  /** Sessions that get the version. */
  readonly sessions: number
  /** The part of them that a bad version breaks. */
  readonly breaks: number
  /** The part that breaks with any version. */
  readonly usual: number
  /** Visits that may be lies; nothing in what they report tells them from renters. */
  readonly lies: number
}

const poisson = (mean: number, count: number): number => Math.exp(-mean) * Array.from({ length: count }).reduce<number>((product, _each, at) => product * mean / (at + 1), 1)
/** The chance that at least so many sessions break. */
const atLeast = (mean: number, count: number): number => (count <= 0 ? 1 : 1 - Array.from({ length: count }, (_each, at) => poisson(mean, at)).reduce((sum, each) => sum + each, 0))

/**
 * The part of bad versions that a test can find at most within the minute, if liars are to take a good version back by no more than `alarm` of
 * their tries. By the lemma of Neyman and Pearson no test of that level finds more than the one that is asked for so many broken sessions and,
 * at the last one that still fits, decides by lot. It is told the usual part and how many lie; a real one is not, so it finds fewer.
 */
export function mostFound({ sessions, breaks, usual, lies }: Minute, alarm: number): number {
  const [bad, honest] = [sessions * breaks, sessions * usual]
  let needed = lies
  while (atLeast(honest, needed - lies) > alarm) needed += 1
  const byLot = (alarm - atLeast(honest, needed - lies)) / poisson(honest, needed - 1 - lies)
  return atLeast(bad, needed) + byLot * poisson(bad, needed - 1)
}

/** The part of tries by which liars take a good version back within the minute, at least, where a test finds `found` of the bad ones. */
export function leastDeceived({ sessions, breaks, usual, lies }: Minute, found: number): number {
  const [bad, honest] = [sessions * breaks, sessions * usual]
  let needed = 0
  while (atLeast(bad, needed + 1) >= found) needed += 1
  const byLot = (found - atLeast(bad, needed + 1)) / poisson(bad, needed)
  return atLeast(honest, needed + 1 - lies) + byLot * (needed < lies ? 0 : poisson(honest, needed - lies))
}
