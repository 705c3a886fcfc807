import { $config, $reservation } from '@checkin/flow'
import { precheckoutFinished, problemOccurred } from '@checkin/flow/publish/precheckout'
import type { StepVisit } from '@checkin/remote'
import { createCalendar } from '@checkin/rental-summary/calendar'
import { createPapers } from '@checkin/rental-summary/papers'
import { createEvent, createStore, sample } from 'effector'
import { addressOf, downloadPaperFx, listPapersFx } from '../../api.ts'

/** What both endings of pre-checkout share: nothing is left to do but to go (PAY-41, PAY-42). `expects` is written with its mail, a moment later. */
export function createEnding(expects: 'signed-agreement' | null) {
  const opened = createEvent<StepVisit>()
  const closed = createEvent()
  const homePressed = createEvent()
  sample({ clock: homePressed, fn: () => ({}), target: precheckoutFinished })
  const { calendarPressed, $calendar } = createCalendar({ $reservation, addressOf, problemOccurred })
  return {
    opened, closed, homePressed, calendarPressed, $calendar,
    // The rental itself too, where the provider told the company before the tab came back (DEC-185).
    ...createPapers({
      opened, closed, $reservation, problemOccurred, $expects: createStore(expects),
      listFx: listPapersFx, downloadFx: downloadPaperFx,
    }),
    $firm: $config.map((config) => ({ firmName: config?.firmName ?? '', phone: config?.phone ?? null })),
  }
}
export type Ending = ReturnType<typeof createEnding>

/** STATES S3.49, S3.51. */
export const signed = createEnding('signed-agreement')
/** STATES S3.47, S3.51. */
export const atCounter = createEnding(null)
