import { fuelConfirmed, fuelLeft, mileageConfirmed, mileageLeft } from '@checkin/flow/publish/precheckout'
import type { StepVisit } from '@checkin/remote'
import { createEvent, createStore, sample, type EventCallable } from 'effector'
import { createPictures } from '../../inspection/pictures.model.ts'

interface Outcomes {
  readonly confirmed: EventCallable<Record<string, never>>
  readonly left: EventCallable<Record<string, never>>
}

/** A value of the dashboard: right as it is, or corrected by a picture of it (PRECHK-22, STATES S4.3 to S4.6). */
export function createReading({ confirmed, left }: Outcomes) {
  const opened = createEvent<StepVisit>()
  const closed = createEvent()
  const yesPressed = createEvent()
  const noPressed = createEvent()
  /** The pictures are taken. */
  const confirmPressed = createEvent()
  /** The value was right after all: back to the question. */
  const cancelPressed = createEvent()
  const backPressed = createEvent()
  const pictures = createPictures()

  const $isCorrecting = createStore(false).on(noPressed, () => true).reset(cancelPressed, opened)
  const asked = sample({ clock: confirmPressed, source: { taken: pictures.$pictures, correcting: $isCorrecting }, filter: ({ correcting }) => correcting, fn: ({ taken }) => taken.length > 0 })
  /** Confirm without a picture, until there is one. */
  const $isMissing = createStore(false).on(asked, (_, there) => !there).reset(opened, noPressed, pictures.$pictures)

  sample({ clock: [yesPressed, asked.filterMap((there) => (there ? there : undefined))], fn: () => ({}), target: confirmed })
  sample({ clock: backPressed, fn: () => ({}), target: left })
  return { opened, closed, yesPressed, noPressed, confirmPressed, cancelPressed, backPressed, pictures, $isCorrecting, $isMissing }
}
export type Reading = ReturnType<typeof createReading>

/** STATES S4.3, S4.4. */
export const mileage = createReading({ confirmed: mileageConfirmed, left: mileageLeft })
/** STATES S4.5, S4.6. */
export const fuel = createReading({ confirmed: fuelConfirmed, left: fuelLeft })
