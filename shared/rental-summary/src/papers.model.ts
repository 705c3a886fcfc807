import type { CallEffect, RentalPapers, RenterPaper, Reservation } from '@checkin/api'
import { createPolling } from '@checkin/async/polling'
import { saveFileFx } from '@checkin/async/save-file'
import { attach, combine, createEvent, createStore, sample, type Event, type EventCallable, type Store, type Unit } from 'effector'

export interface PapersOptions {
  readonly opened: Event<unknown>
  readonly closed: Unit<void>
  /** The rental as the shell has it; null where an agreement closed it (DEC-185). */
  readonly $reservation: Store<{ readonly reservation: Reservation } | null>
  /** A receipt or the signed copy may still be on its way. */
  readonly $expects: Store<RenterPaper['kind'] | null>
  readonly listFx: CallEffect<'listPapers'>
  readonly downloadFx: CallEffect<'downloadPaper'>
  /** How the owner tells that the file could not be had. */
  readonly problemOccurred: EventCallable<{ readonly key: string }>
}

/** Milliseconds between questions for a paper that is written with its mail. */
const pauses = [2000, 4000, 8000, 15_000, 30_000]

/** The session's papers at an end, and its rental where the shell has none (API-42, API-43). Without an answer the end is still an end. */
export function createPapers({ opened, closed, $reservation, $expects, listFx: callFx, downloadFx, problemOccurred }: PapersOptions) {
  const paperPressed = createEvent<RenterPaper>()
  const listFx = attach({ effect: callFx, mapParams: (_: void) => ({}) })
  const $found = createStore<RentalPapers | null>(null).on(listFx.doneData, (_, { data }) => data).reset(opened)
  const polling = createPolling({ pauses, isEndless: false })
  sample({ clock: opened, fn: () => undefined, target: polling.begin })
  sample({ clock: polling.ask, target: listFx })
  const isThere = sample({ clock: listFx.doneData, source: $expects, fn: (kind, { data }) => kind === null || data.papers.some((paper) => paper.kind === kind) })
  sample({ clock: isThere.filter({ fn: (there) => !there }), fn: () => undefined, target: polling.undecided })
  sample({ clock: [isThere.filter({ fn: Boolean }), listFx.fail, closed], fn: () => undefined, target: polling.end })

  const fileFx = attach({ effect: downloadFx, mapParams: ({ id: paper }: RenterPaper) => ({ params: { paper } }) })
  sample({ clock: paperPressed, target: fileFx })
  sample({
    clock: fileFx.done, source: $found,
    fn: (found, { params: { kind }, result: { data: file } }) => ({ file, name: `${kind}-${found?.reservation.reference ?? ''}.pdf` }),
    target: saveFileFx,
  })
  sample({ clock: fileFx.fail, fn: () => ({ key: 'Notice.tryAgainSoon' }), target: problemOccurred })
  return {
    paperPressed,
    $papers: $found.map((found): readonly RenterPaper[] => found?.papers ?? []),
    $trip: combine($reservation, $found, (loaded, found) => loaded?.reservation ?? found?.reservation ?? null),
  }
}
