import { $modalAction, questionAnswered, questionRaised, questionSettled } from '@checkin/flow/publish/shell'
import type { AlertState } from '@checkin/ui/chrome/toast'
import { createEvent, createStore, sample } from 'effector'

/** SHELL-76. `type` confirm asks, cancel only informs (SHELL-79). */
export interface Modal {
  readonly visible: boolean
  readonly state: AlertState
  readonly type: 'confirm' | 'cancel'
  /** Keys of the common catalogue; the first is the heading. */
  readonly keys: readonly string[]
  readonly params: Readonly<Record<string, string | number>>
  /** Keys of the two buttons of a confirm-type modal. */
  readonly labels: { readonly confirm: string; readonly cancel: string }
}

/** What may be left out has the defaults of SHELL-76. */
export interface ModalRequest {
  readonly keys: readonly string[]
  readonly type?: 'confirm' | 'cancel' | undefined
  readonly state?: AlertState | undefined
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly labels?: Modal['labels'] | undefined
}

export const modalOpened = createEvent<ModalRequest>()
/** Confirm was pressed. */
export const modalConfirmed = createEvent()
/** Cancel, or the only button of a cancel-type modal. */
export const modalClosed = createEvent()
/** Escape. */
export const modalDismissed = createEvent()
/** The screen that asked is left by the browser's own buttons: nobody waits for the answer any more. */
export const modalAbandoned = createEvent()

export const noModal: Modal = { visible: false, state: 'warning', type: 'confirm', keys: [], params: {}, labels: { confirm: 'Confirm', cancel: 'Cancel' } }

export const $modal = createStore<Modal>(noModal)
/** SHELL-78: the buttons load from the answer until the work that it started has ended (DEC-53). */
export const $modalLoading = createStore(false)

sample({ clock: questionRaised, target: modalOpened })

$modal
  .on(modalOpened, (_, { keys, type, state, params, labels }) => ({
    visible: true, keys, type: type ?? noModal.type, state: state ?? noModal.state, params: params ?? noModal.params, labels: labels ?? noModal.labels,
  }))
  .on([modalConfirmed, modalClosed, modalDismissed, modalAbandoned], (modal) => ({ ...modal, visible: false }))

// Only an open modal can be answered: a second click on a closing one is ignored.
const confirmed = sample({ clock: modalConfirmed, source: $modalAction, filter: (action) => action === null, fn: () => ({ action: 'confirm' as const }) })
const closed = sample({ clock: modalClosed, source: $modalAction, filter: (action) => action === null, fn: () => ({ action: 'close' as const }) })
const dismissed = sample({ clock: modalDismissed, source: $modalAction, filter: (action) => action === null, fn: () => ({ action: 'close' as const, dismissed: true }) })

sample({ clock: [confirmed, closed, dismissed], target: questionAnswered })
sample({ clock: questionAnswered, fn: ({ action }) => action, target: $modalAction })
sample({ clock: modalOpened, fn: () => null, target: $modalAction })

$modalLoading
  .on(questionAnswered, (loading) => !loading)
  .reset(modalOpened, questionSettled)
