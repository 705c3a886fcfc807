import { addYears, type PlainDate } from '@checkin/forms'
import type { Facts } from './facts.ts'

/** What the calendar of a birth date offers: the ages that the vehicle group allows. */
export function ageBounds({ trip }: Pick<Facts, 'trip'>, usualAge: number | null): { readonly min?: PlainDate; readonly max?: PlainDate; readonly opensOn?: PlainDate } {
  return trip ? { min: trip.ages.earliest, max: trip.ages.latest, ...(usualAge !== null && { opensOn: addYears(trip.pickUp, -usualAge) }) } : {}
}
