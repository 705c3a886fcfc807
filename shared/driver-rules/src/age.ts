import dayjs from 'dayjs'
import { addYears, type PlainDate } from './plain-date.ts'

/** Nobody drives younger than this, whatever the vehicle group says (CONST-01, DRIVER-07). */
export const minimumAge = 18
/** Ages of a group that names none (CONST-02). */
export const defaultAges = { min: 0, max: 99 } as const

/** Ages in full years that a vehicle group allows; null where it names none. */
export interface GroupAges {
  readonly groupMinAge: number | null
  readonly groupMaxAge: number | null
}

/** First and last birth date that is allowed, both included. */
export interface AgeWindow {
  readonly earliest: PlainDate
  readonly latest: PlainDate
}

/** Least and greatest age in full years, both included. */
export interface AgeYears {
  readonly min: number
  readonly max: number
}

/** The ages of a group, with what holds where it names none (DRIVER-05, DRIVER-07). */
export const ageYears = ({ groupMinAge, groupMaxAge }: GroupAges): AgeYears => ({ min: Math.max(minimumAge, groupMinAge ?? defaultAges.min), max: groupMaxAge ?? defaultAges.max })

/**
 * Birth dates of drivers that may take the car on the day of pick-up (DRIVER-05, DRIVER-07, DEC-34). Plain dates of the rental
 * location: no clock and no time zone takes part, and years before 29 February end on 28 February.
 */
export function ageWindow(pickUp: PlainDate, ages: GroupAges): AgeWindow {
  const { min, max } = ageYears(ages)
  return { earliest: addYears(pickUp, -max), latest: addYears(pickUp, -min) }
}

/** What is wrong with a birth date: too young is `AgeNotAllowed`, too old `MinRequired` (DRIVER-06). */
export const ageProblem = (birthDate: PlainDate, { earliest, latest }: AgeWindow): 'AgeNotAllowed' | 'MinRequired' | null =>
  (birthDate > latest ? 'AgeNotAllowed' : birthDate < earliest ? 'MinRequired' : null)

/** Whether everybody born on one of the days may drive the group at pick-up (DEC-98). */
export const areAgesAllowed = (birthDates: readonly PlainDate[], pickUp: PlainDate, ages: GroupAges): boolean =>
  birthDates.every((birthDate) => ageProblem(birthDate, ageWindow(pickUp, ages)) === null)

/** Full years lived on a day; a birthday on 29 February is the 28th in other years (DEC-34). */
export const ageAt = (birthDate: PlainDate, day: PlainDate): number => {
  const years = dayjs(day).year() - dayjs(birthDate).year()
  return addYears(day, -years) < birthDate ? years - 1 : years
}

/** Ages at pick-up that a fee is due for, both included. */
export interface AgeRange {
  readonly minAge: number
  readonly maxAge: number
}

export const isInRange = (birthDate: PlainDate, pickUp: PlainDate, { minAge, maxAge }: AgeRange): boolean => {
  const age = ageAt(birthDate, pickUp)
  return age >= minAge && age <= maxAge
}
