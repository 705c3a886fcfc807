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

/** Whether everybody born on one of the days (plain dates) may drive the group at pick-up (DEC-98). */
export const areAgesAllowed = (birthDates: readonly string[], pickUp: string, ages: GroupAges): boolean =>
  birthDates.every((birthDate) => isAgeAllowed(birthDate, pickUp, ages))

/** Ages at pick-up that a fee is due for, both inclusive. */
export interface AgeRange {
  readonly minAge: number
  readonly maxAge: number
}

export const isInRange = (birthDate: string, pickUp: string, { minAge, maxAge }: AgeRange): boolean => {
  const age = ageAt(birthDate, pickUp)
  return age >= minAge && age <= maxAge
}
