import { $flow, $reservation, $steps, $summary } from '@checkin/flow'
import dayjs from 'dayjs'
import { combine } from 'effector'
import { laneFor } from './frame/lane-stops.ts'
import type { Trip } from './frame/page-frame.view.tsx'
import { routeOf, type Container, type Frame } from './routes/route-table.ts'
import { $stage, $visit, home } from './routes/visit.model.ts'

/** What the frame shows around a screen. */
export const $surroundings = combine($visit, $stage, (visit, stage): { readonly frame: Frame; readonly container: Container } => {
  const { frame, container } = routeOf((visit ?? home).name)
  return stage.kind === 'step' ? { frame, container } : { frame, container: 'grid' }
})

/** The lane's stops and where the renter is. */
export const $lane = combine({ visit: $visit, steps: $steps, flow: $flow }, ({ visit, steps, flow }) =>
  laneFor((visit ?? home).name, {
    hasOffers: steps.addDriver.isEnabled || steps.upselling.isEnabled || steps.extras.isEnabled,
    forAdditionalDriver: flow === 'additionalDriver',
  }))

/** Started days between two plain local times; at least one. */
const daysBetween = (from: string, to: string): number => Math.max(1, Math.ceil(dayjs(to).diff(dayjs(from), 'hour', true) / 24))

/** The rental in a few words beside the lane, once there is a reservation. */
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
