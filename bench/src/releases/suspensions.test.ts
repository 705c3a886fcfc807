import { sampled } from '@checkin/testing/sample'
import { describe, expect, it } from 'vitest'
import { type AttackRun, courseOf, findsAfter, type RolloutCourse, type Target } from './attack-run.ts'
import { usualHostileNetworks } from './attacks.ts'

/** The seeds are the same on every run; `npm test -- --whole` takes more of them. */
const coursesOf = (run: Omit<AttackRun, 'seed' | 'hostileNetworks'>, runs: number): RolloutCourse[] =>
  Array.from({ length: runs }, (_run, at) => courseOf({ hostileNetworks: usualHostileNetworks, suspends: 5, ...run, seed: at + 1 }))
/** Minutes until new sessions do not get the version any more, from the first renter on who can reach what it breaks. */
const withdrawnAfter = (target: Target) => ({ suspendedAfter, rolledBackAfter }: RolloutCourse): number =>
  (suspendedAfter ?? rolledBackAfter ?? Number.POSITIVE_INFINITY) - (target === 'mfe-offers' ? (findsAfter + 3) / 60 : 0)
const partWithin = (minutes: readonly number[], most: number): number => minutes.filter((each) => each <= most).length / minutes.length
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

describe('a version that breaks one session in five and gets 50 sessions a minute, where sites set aside what liars could invent (DEC-351)', () => {
  const bad = { breaks: 0.2, attack: null, honest: 500 } as const

  it('is withdrawn from new sessions within 60 s of the first renter who reached it, in nine rollouts of ten, behind a reservation', () => {
    const courses = coursesOf({ ...bad, target: 'mfe-offers', minutes: 6, reportSeconds: 1 }, sampled(30, 400))
    expect(partWithin(courses.map(withdrawnAfter('mfe-offers')), 1)).toBeGreaterThanOrEqual(0.9)
    expect(courses.every(({ rolledBackAfter }) => rolledBackAfter !== null)).toBe(true)
  }, 600_000)

  it('is withdrawn from new sessions within 60 s in about nine rollouts of ten on screens that anybody reaches, and within 90 s in 19 of 20', () => {
    const minutes = coursesOf({ ...bad, target: 'mfe-verification', minutes: 3, reportSeconds: 1 }, sampled(30, 400)).map(withdrawnAfter('mfe-verification'))
    expect([partWithin(minutes, 1) >= 0.85, partWithin(minutes, 1.5) >= 0.95]).toEqual([true, true])
  }, 600_000)

  it.each([['mfe-offers', 6, 1], ['mfe-verification', 20, 1.15]] as const)('hurts no more renters of %s until it is gone for good than where it was only rolled back', (target, minutes, most) => {
    const hurt = (suspends: number) => mean(coursesOf({ ...bad, target, minutes, suspends }, sampled(12, 100)).map((each) => each.hurt))
    // By chance a mean of so few is some percent off.
    expect(hurt(5) / hurt(0)).toBeLessThanOrEqual(most)
  }, 600_000)
})

describe('a good version that is tried (DEC-351)', () => {
  const good = { breaks: 0, minutes: 30 } as const

  it('is suspended at most once by those who own one to five reservations, comes back by itself, and is not rolled back, whatever else breaks later', () => {
    for (const reservations of [1, 2, 3, 4, 5]) {
      const attack = { by: 'ten networks, five reservations', how: 'failures', reservations } as const
      const courses = coursesOf({ ...good, attack, target: 'mfe-offers', breaksLater: 0.005 }, sampled(3, 20))
      expect(courses.map(({ rolledBackAfter }) => rolledBackAfter)).toEqual(courses.map(() => null))
      // These lies work: five are enough to have it suspended.
      if (reservations === 5) expect(courses.some(({ suspendedAfter }) => suspendedAfter !== null)).toBe(true)
      // Two are too few.
      if (reservations <= 2) expect(courses.every(({ suspendedAfter }) => suspendedAfter === null)).toBe(true)
    }
  }, 600_000)

  it('is not suspended where nobody lies', () => {
    expect(coursesOf({ ...good, attack: null, target: 'mfe-offers', honest: 100 }, sampled(5, 50)).filter(({ suspendedAfter }) => suspendedAfter !== null)).toEqual([])
  }, 600_000)
})
