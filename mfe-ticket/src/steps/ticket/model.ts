import type { ApiFailure } from '@checkin/api'
import { isUnanswered } from '@checkin/async/failures'
import { createTimer } from '@checkin/async/timer'
import type { StepVisit } from '@checkin/remote'
import { attach, createEvent, createStore, sample } from 'effector'
import { addressOf, getTicketFx, ticketCalendarPath, type Ticket } from '../../api.ts'

export type { Ticket }

/** What the bearer of the link sees; `isStale` while the server cannot be asked, `isChanged` once something changed while it was open (DEC-206). */
export type TicketView =
  | { readonly kind: 'asking' | 'gone' | 'unreachable' }
  | { readonly kind: 'open'; readonly ticket: Ticket; readonly isStale: boolean; readonly isChanged: boolean }

/** Milliseconds between two questions: what the company changes is here within five seconds. */
export const askAgainMs = 4000

/** Fired by the shell, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const retryPressed = createEvent()

const $token = createStore('').on(opened, (_, { params }) => params['guid'] ?? '')
/** Address of the calendar file (API-53), without its language. */
export const $calendar = $token.map((token) => addressOf({ path: ticketCalendarPath(token) }))
const askFx = attach({ source: $token, effect: getTicketFx, mapParams: (_: void, token) => ({ params: { token } }) })
const pause = createTimer()

export const $view = createStore<TicketView>({ kind: 'asking' })
  .on(retryPressed, (view) => (view.kind === 'unreachable' ? { kind: 'asking' } : view))
  .on(askFx.doneData, (view, { data: ticket }) => ({
    kind: 'open', ticket, isStale: false, isChanged: view.kind === 'open' && (view.isChanged || view.ticket.version !== ticket.version),
  }))
  .on(askFx.failData, (view, failure) => failed(view, failure))
  .reset(opened)

/** Only an answer ends a ticket; what is shown stays while nobody answers. */
function failed(view: TicketView, failure: ApiFailure): TicketView {
  const isSilent = isUnanswered(failure) || (failure.kind === 'http' && (failure.answer.status >= 500 || failure.answer.status === 429))
  if (!isSilent) return { kind: 'gone' }
  return view.kind === 'open' ? { ...view, isStale: true } : { kind: 'unreachable' }
}

sample({ clock: [opened, retryPressed, pause.elapsed], source: askFx.pending, filter: (busy) => !busy, fn: () => undefined, target: askFx })
const $isShown = createStore(false).on(opened, () => true).on(closed, () => false)
sample({ clock: askFx.finally, source: { view: $view, isShown: $isShown }, filter: ({ view, isShown }) => isShown && view.kind === 'open', fn: () => askAgainMs, target: pause.start })
sample({ clock: closed, target: pause.stop })
