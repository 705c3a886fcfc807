import { $flow, $mode, $reservation, $summary } from '@checkin/flow'
import { routeOf, type Route } from '@checkin/routes'
import dayjs from 'dayjs'
import { combine } from 'effector'
import { stepperFor } from './layout/stepper.ts'
import type { Trip } from './layout/page-frame.view.tsx'
import { $hasOffers } from './flow/offers.model.ts'
import { $outlet, $visit, home } from './navigation/visit.model.ts'

/** What the frame shows around a screen. */
export const $surroundings = combine($visit, $outlet, (visit, outlet): Pick<Route, 'frame' | 'container'> => {
  const { frame, container } = routeOf((visit ?? home).name)
  return outlet.kind === 'step' ? { frame, container } : { frame, container: 'grid' }
})

/** The stepper's steps and where the renter is. */
export const $stepper = combine($visit, $hasOffers, $flow, $mode, (visit, hasOffers, flow, mode) =>
  stepperFor((visit ?? home).name, { mode, hasOffers, forAdditionalDriver: flow === 'additionalDriver' }))

/** Started days between two plain local times; at least one. */
const daysBetween = (from: string, to: string): number => Math.max(1, Math.ceil(dayjs(to).diff(dayjs(from), 'hour', true) / 24))

/** The rental in a few words beside the stepper, once there is a reservation. */
export const $trip = combine($reservation, $summary, (loaded, summary): Trip | null => {
  if (!loaded) return null
  const { checkOut, checkIn } = loaded.reservation
  return {
    pickUpPlace: checkOut.place,
    pickUpAt: checkOut.dateAndTime,
    returnPlace: checkIn.place,
    days: summary?.nrDays ?? daysBetween(checkOut.dateAndTime, checkIn.dateAndTime),
  }
})
