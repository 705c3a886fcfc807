import type { Reservation } from '@checkin/api'
import { saveFileFx } from '@checkin/async/save-file'
import { attach, createEffect, createEvent, sample, type EventCallable, type Store } from 'effector'
import type { CalendarTexts } from './calendar.ts'

export interface CalendarOptions {
  readonly $reservation: Store<{ readonly reservation: Reservation; readonly ticketCalendar?: string | undefined } | null>
  /** Where the API answers a path. */
  readonly addressOf: (endpoint: { readonly path: `/${string}` }) => string
  /** How the owner tells that the file could not be made. */
  readonly problemOccurred: EventCallable<{ readonly key: string }>
}

/** The writer comes when somebody wants the file. */
const writeFx = createEffect(async ({ reservation, texts }: { readonly reservation: Reservation; readonly texts: CalendarTexts }) => {
  const { calendarOf } = await import('./calendar.ts')
  return { file: new Blob([calendarOf(reservation, texts)], { type: 'text/calendar;charset=utf-8' }), name: `${reservation.reference}.ics` }
})

/** Pick-up and return for the renter's own calendar (DEC-105). */
export function createCalendar({ $reservation, addressOf, problemOccurred }: CalendarOptions) {
  const calendarPressed = createEvent<CalendarTexts>()
  const makeFx = attach({ effect: writeFx })
  sample({
    clock: sample({ clock: calendarPressed, source: $reservation, fn: (loaded, texts) => (loaded === null ? null : { reservation: loaded.reservation, texts }) }).filterMap((wanted) => wanted ?? undefined),
    target: makeFx,
  })
  sample({ clock: makeFx.doneData, target: saveFileFx })
  sample({ clock: makeFx.fail, fn: () => ({ key: 'Notice.tryAgainSoon' }), target: problemOccurred })
  /** Where the server keeps the file up to date: there is none without a ticket, and the page makes its own (DEC-281, decision 0196). */
  const $calendar = $reservation.map((loaded) => (loaded?.ticketCalendar === undefined ? null : addressOf({ path: loaded.ticketCalendar as `/${string}` })))
  return { calendarPressed, $calendar }
}
