import { problemOccurred } from '@checkin/flow/publish/shell'
import { createEffect, createEvent, createStore, sample } from 'effector'

/** Look of a toast. */
export type AlertState = 'error' | 'warning' | 'success' | 'info'

/** SHELL-74: what the toast says. `key` names the words; `text` is the server's own message and wins over them. */
export interface Alert {
  readonly visible: boolean
  readonly state: AlertState
  readonly key: string
  readonly params: Readonly<Record<string, string | number>>
  readonly text: string | null
  /** Grows with every alert, so that the end of an older one's time does not hide a newer one (DEC-53). */
  readonly number: number
}

/** What may be left out has the defaults of SHELL-74: an error that says "Server Error". */
export interface AlertRequest {
  readonly key?: string | undefined
  readonly state?: AlertState | undefined
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly text?: string | undefined
}

/** CONST-24: milliseconds that a toast stays. */
export const alertTime = 2600

export const alertRaised = createEvent<AlertRequest>()
export const alertDismissed = createEvent()
/** The pointer or the focus came to the toast, or left it: nobody loses a message while reading it. */
export const alertHeld = createEvent<boolean>()

export const noAlert: Alert = { visible: false, state: 'error', key: 'ServerError', params: {}, text: null, number: 0 }

export const $alert = createStore<Alert>(noAlert)
const $held = createStore(false).on(alertHeld, (_, held) => held)

const waitFx = createEffect((alert: Alert) => new Promise<Alert>((done) => setTimeout(() => { done(alert) }, alertTime)))

sample({ clock: problemOccurred, target: alertRaised })

sample({
  clock: alertRaised,
  source: $alert,
  fn: (last, { key, state, params, text }): Alert => ({
    visible: true,
    state: state ?? noAlert.state,
    key: key ?? noAlert.key,
    params: params ?? noAlert.params,
    text: text ?? null,
    number: last.number + 1,
  }),
  target: $alert,
})

// SHELL-75: the time starts with each alert, and again when the renter stops holding it.
sample({ clock: alertRaised, source: $alert, target: waitFx })
sample({ clock: alertHeld, source: $alert, filter: (alert, held) => alert.visible && !held, fn: (alert) => ({ ...alert, number: alert.number + 1 }), target: [$alert, waitFx] })

const timeEnded = sample({
  clock: waitFx.doneData,
  source: { alert: $alert, held: $held },
  filter: ({ alert, held }, waited) => alert.number === waited.number && !held,
})

$alert.on([timeEnded, alertDismissed], (alert) => ({ ...alert, visible: false }))
$held.reset(alertRaised)
