import { $config, $reservation } from '@checkin/flow'
import { precheckoutFinished, problemOccurred } from '@checkin/flow/publish/precheckout'
import type { StepVisit } from '@checkin/remote'
import { createCalendar } from '@checkin/rental-summary/calendar'
import { createEvent, sample } from 'effector'

/** What both endings of pre-checkout share: nothing is left to do but to go (PAY-41, PAY-42). */
export function createEnding() {
  const opened = createEvent<StepVisit>()
  const closed = createEvent()
  const homePressed = createEvent()
  sample({ clock: homePressed, fn: () => ({}), target: precheckoutFinished })
  const { calendarPressed } = createCalendar({ $reservation, problemOccurred })
  return {
    opened, closed, homePressed, calendarPressed,
    $trip: $reservation.map((loaded) => loaded?.reservation ?? null),
    $firm: $config.map((config) => ({ firmName: config?.firmName ?? '', phone: config?.phone ?? null })),
  }
}
export type Ending = ReturnType<typeof createEnding>

/** STATES S3.49, S3.51. */
export const signed = createEnding()
/** STATES S3.47, S3.51. */
export const atCounter = createEnding()
