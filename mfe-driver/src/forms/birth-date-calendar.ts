import { addYears, type PlainDate } from '@checkin/forms'
import type { StepVisit } from '@checkin/remote'
import { createEvent, createStore } from 'effector'
import type { Facts } from './facts.ts'

/** A screen with a birth date was shown. */
export const birthDateShown = createEvent<StepVisit>()

/** Years of age that an empty birth calendar opens on: the setting `usualAge`. Null where a host says none, and the calendar chooses. */
export const $usualAge = createStore<number | null>(null).on(birthDateShown, (_, { settings }) => (typeof settings?.['usualAge'] === 'number' ? settings['usualAge'] : null))

/** What the calendar of a birth date offers: the ages that the vehicle group allows. */
export function ageBounds({ trip }: Pick<Facts, 'trip'>, usualAge: number | null): { readonly min?: PlainDate; readonly max?: PlainDate; readonly opensOn?: PlainDate } {
  return trip ? { min: trip.ages.earliest, max: trip.ages.latest, ...(usualAge !== null && { opensOn: addYears(trip.pickUp, -usualAge) }) } : {}
}
