import { problemOccurred } from '@checkin/flow/publish/shell'
import type { AlertState } from '@checkin/ui/chrome/toast'
import { combine, createEvent, createStore, sample, scopeBind } from 'effector'
import { createTimer } from '@checkin/async/timer'
import { listenFromStart } from '../page-listeners.ts'

/** SHELL-74: the toast's content. `key` names the message; `text` is the server's own message and wins over them. */
export interface Alert {
  readonly visible: boolean
  readonly state: AlertState
  readonly key: string
  readonly params: Readonly<Record<string, string | number>>
  readonly text: string | null
  /** Until the renter acts, however long: the reason of a page that came by itself (DEC-55). */
  readonly stays: boolean
}

/** What may be left out has the defaults of SHELL-74: an error with the message "Server Error". */
export interface AlertRequest {
  readonly key?: string | undefined
  readonly state?: AlertState | undefined
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly text?: string | undefined
  readonly stays?: boolean | undefined
}

/** CONST-24: milliseconds that a toast stays. */
export const alertTime = 2600

export const alertRaised = createEvent<AlertRequest>()
export const alertDismissed = createEvent()
/** The renter went on to another screen or view. */
export const screenLeft = createEvent()
/** The renter pressed, typed or chose something on the page, or moved in the browser's history. */
export const renterActed = createEvent()
/** The pointer or the focus came to the toast, or left it: nobody loses a message while reading it. */
export const alertHeld = createEvent<boolean>()

export const noAlert: Alert = { visible: false, state: 'error', key: 'ServerError', params: {}, text: null, stays: false }

export const $alert = createStore<Alert>(noAlert)
const $held = createStore(false).on(alertHeld, (_, held) => held).reset(alertRaised)
const timer = createTimer()

sample({ clock: problemOccurred, target: alertRaised })

$alert.on(alertRaised, (_, { key, state, params, text, stays }): Alert => ({
  visible: true,
  state: state ?? noAlert.state,
  key: key ?? noAlert.key,
  params: params ?? noAlert.params,
  text: text ?? null,
  stays: stays ?? false,
}))

// SHELL-75: the time starts with each alert (DEC-53), and again when the renter stops holding it.
sample({ clock: alertRaised, filter: ({ stays }) => stays !== true, fn: () => alertTime, target: timer.start })
sample({ clock: alertRaised, filter: ({ stays }) => stays === true, fn: () => undefined, target: timer.stop })
sample({ clock: alertHeld, source: $alert, filter: ({ visible, stays }, held) => visible && !stays && !held, fn: () => alertTime, target: timer.start })

/** Whether the renter has done something since the last alert, or there was none: until then a move is one that the alert's own cause leads to, however long it takes. */
const $actedSince = createStore(true).on(renterActed, () => true).on(alertRaised, () => false)
/** What was said concerns a screen that the renter has left: it is about nothing that can be seen any more. A failure that itself leads on is shown where it leads (OFFERS-28, DEC-95). */
export const alertLeftBehind = sample({ clock: screenLeft, source: $actedSince, filter: (acted) => acted, fn: () => undefined })
const outdated = sample({ clock: alertLeftBehind, source: $alert, filter: ({ visible, state }) => visible && state === 'error' })

/** A failure or a warning that the renter has done nothing since: what led to it may lead on to another document, whose page has to say it (DEC-95). */
export const $unanswered = combine($alert, $actedSince, ({ key, state, params, text }, acted): AlertRequest | null => (acted || state === 'success' || state === 'info' ? null : { key, state, params, text: text ?? undefined }))

const timeEnded = sample({ clock: timer.elapsed, source: $held, filter: (held) => !held })
$alert.on([timeEnded, alertDismissed, outdated], (alert) => ({ ...alert, visible: false }))
$alert.on(renterActed, (alert) => (alert.visible && alert.stays ? { ...alert, visible: false } : alert))

listenFromStart(() => {
  const acted = scopeBind(renterActed, { safe: true })
  // In the capture phase: a control that answers by itself lets nothing through.
  for (const name of ['click', 'input', 'submit'] as const) document.addEventListener(name, () => { acted() }, true)
  window.addEventListener('popstate', () => { acted() })
})
