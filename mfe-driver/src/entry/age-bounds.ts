import { addYears, type PlainDate } from '@checkin/forms'
import type { Facts } from './facts.ts'

/** Years of age that an empty birth calendar opens on. */
const usualAge = 35

/** What the calendar of a birth date offers: the ages that the vehicle group allows. */
export function ageBounds({ trip }: Pick<Facts, 'trip'>): { readonly min?: PlainDate; readonly max?: PlainDate; readonly opensOn?: PlainDate } {
  return trip ? { min: trip.ages.earliest, max: trip.ages.latest, opensOn: addYears(trip.pickUp, -usualAge) } : {}
}
