import type { ApiFailure } from '@checkin/api'
import { isRefused } from '@checkin/async/failures'
import { createTimer } from '@checkin/async/timer'
import { $config } from '@checkin/flow'
import type { StepVisit } from '@checkin/remote'
import { attach, createEffect, createEvent, createStore, sample } from 'effector'
import { addressOf, getTicketFx, ticketCalendarPath, ticketWalletPath, type Ticket } from '../../api.ts'
import { forgetAll, forgetTicket, keepTicket, readSaved, type SavedTicket } from '../../offline.ts'

export type { Ticket }
/** A wallet that a ticket can be kept in (DEC-233). */
export type Wallet = NonNullable<Ticket['wallets']>[number]

/** What the bearer of the link sees; `isStale` while the server cannot be asked, `isChanged` once something changed while it was open (DEC-206); `savedAt` of one that this device kept, an instant in UTC (DEC-225). */
export type TicketView =
  | { readonly kind: 'asking' | 'gone' | 'unreachable' }
  | { readonly kind: 'open'; readonly ticket: Ticket; readonly isStale: boolean; readonly isChanged: boolean; readonly savedAt?: string }

/** Milliseconds between two questions: what the company changes is here within five seconds. */
export const askAgainMs = 4000
/** Milliseconds of waiting after which what this device kept is shown. */
export const slowMs = 3000

/** Fired by the shell, once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const retryPressed = createEvent()

/** Of the link that the page is at. */
export const $token = createStore('').on(opened, (_, { params }) => params['guid'] ?? '')
/** Address of the calendar file (API-53), without its language. */
export const $calendar = $token.map((token) => addressOf({ path: ticketCalendarPath(token) }))
/** Address of the pass for a wallet (API-64, API-65), without its language. */
export const $wallet = $token.map((token) => (kind: Wallet) => addressOf({ path: ticketWalletPath(token, kind) }))
const askFx = attach({ source: $token, effect: getTicketFx, mapParams: (_: void, token) => ({ params: { token } }) })
const pause = createTimer()
const slow = createTimer()

/** What this device kept, where it may (DEC-225). */
export const readSavedFx = createEffect((token: string): Promise<SavedTicket | null> => readSaved(token).catch(() => null))
export const keepFx = createEffect(({ token, ticket }: { readonly token: string; readonly ticket: Ticket }) => keepTicket(token, ticket))
export const forgetFx = createEffect((token: string) => forgetTicket(token))
export const forgetAllFx = createEffect(() => forgetAll())
const savedFx = attach({ source: $token, effect: readSavedFx, mapParams: (_: void, token) => token })

export const $view = createStore<TicketView>({ kind: 'asking' })
  .on(retryPressed, (view) => (view.kind === 'unreachable' ? { kind: 'asking' } : view))
  .on(askFx.doneData, (view, { data: ticket }) => ({
    kind: 'open', ticket, isStale: false, isChanged: view.kind === 'open' && (view.isChanged || view.ticket.version !== ticket.version),
  }))
  .on(askFx.failData, (view, failure) => failed(view, failure))
  .on(savedFx.doneData, (view, saved) => (view.kind === 'asking' && saved ? { kind: 'open', ticket: saved.ticket, isStale: true, isChanged: false, savedAt: saved.at } : view))
  .reset(opened)

/** Only an answer ends a ticket; what is shown stays while nobody answers. */
function failed(view: TicketView, failure: ApiFailure): TicketView {
  if (isRefused(failure)) return { kind: 'gone' }
  return view.kind === 'open' ? { ...view, isStale: true } : view
}

const isGone = (failure: ApiFailure): boolean => failure.kind === 'http' && [404, 410].includes(failure.answer.status)

sample({ clock: [opened, retryPressed, pause.elapsed], source: askFx.pending, filter: (busy) => !busy, fn: () => undefined, target: askFx })
const $isShown = createStore(false).on(opened, () => true).on(closed, () => false)

// Where nobody answers, or not soon, there is what this device kept; without that only an answer helps (DEC-225).
sample({ clock: opened, fn: () => slowMs, target: slow.start })
sample({ clock: [slow.elapsed, askFx.failData.filter({ fn: (failure) => !isRefused(failure) })], source: $view, filter: ({ kind }) => kind === 'asking', fn: () => undefined, target: savedFx })
$view.on(sample({ clock: savedFx.doneData, source: askFx.pending, filter: (busy) => !busy }), (view) => (view.kind === 'asking' ? { kind: 'unreachable' } : view))

// The device keeps what it was shown, and forgets it by the server's word (DEC-225).
const $mayKeep = $config.map((config) => config?.ticketOffline === true)
sample({ clock: askFx.doneData, source: { token: $token, mayKeep: $mayKeep }, filter: ({ mayKeep }) => mayKeep, fn: ({ token }, { data: ticket }) => ({ token, ticket }), target: keepFx })
sample({ clock: askFx.failData.filter({ fn: isGone }), source: $token, target: forgetFx })
sample({ clock: opened, source: $config, filter: (config) => config !== null && config.ticketOffline !== true, fn: () => undefined, target: forgetAllFx })

sample({ clock: [askFx.finally, savedFx.finally], source: { view: $view, isShown: $isShown }, filter: ({ view, isShown }) => isShown && view.kind === 'open', fn: () => askAgainMs, target: pause.start })
sample({ clock: closed, target: [pause.stop, slow.stop] })
