import dayjs from 'dayjs'

/** Ages that a vehicle group is rented to; null where the company says nothing. */
export interface GroupAges {
  readonly groupMinAge: number | null
  readonly groupMaxAge: number | null
}

/** Nobody younger drives, whatever a group says (CONST-01). */
const leastAge = 18
/** Where a group has no bound (CONST-02). */
const highestAge = 99

/** Whole years at a day; plain dates. Somebody born on 29 February has the birthday on the 28th in other years (DEC-34). */
export const ageAt = (birthDate: string, day: string): number => {
  const years = dayjs(day).year() - dayjs(birthDate).year()
  return dayjs(day).subtract(years, 'year').isBefore(dayjs(birthDate)) ? years - 1 : years
}

/** Earliest and latest birth date, inclusive, for a pick-up on a day (DRIVER-05, DRIVER-07, DEC-34). Plain dates. */
export function birthDateWindow(pickUp: string, { groupMinAge, groupMaxAge }: GroupAges): { readonly earliest: string; readonly latest: string } {
  const yearsBefore = (years: number) => dayjs(pickUp).subtract(years, 'year').format('YYYY-MM-DD')
  return { earliest: yearsBefore(groupMaxAge ?? highestAge), latest: yearsBefore(Math.max(leastAge, groupMinAge ?? 0)) }
}

/** Whether somebody born on a day may drive the group. */
export function isAgeAllowed(birthDate: string, pickUp: string, ages: GroupAges): boolean {
  const { earliest, latest } = birthDateWindow(pickUp, ages)
  return birthDate >= earliest && birthDate <= latest
}

/** Ages at pick-up that a fee is due for, both inclusive. */
export interface AgeRange {
  readonly minAge: number
  readonly maxAge: number
}

export const isInRange = (birthDate: string, pickUp: string, { minAge, maxAge }: AgeRange): boolean => {
  const age = ageAt(birthDate, pickUp)
  return age >= minAge && age <= maxAge
}

/** A pick-up and the group that is picked up, as far as ages are concerned. */
export interface AgedTrip {
  /** Local time of the pick-up; its day counts. */
  readonly check_out_at: string
  readonly vehicle: GroupAges
}

/** Whether everybody born on these days may drive the group of a trip (DEC-98). Who has no birth date yet is not judged. */
export const agesFit = ({ check_out_at: pickUp, vehicle }: AgedTrip, birthDates: readonly (string | null)[]): boolean =>
  birthDates.every((birthDate) => birthDate === null || isAgeAllowed(birthDate, pickUp.slice(0, 10), vehicle))
