import { $steps } from '@checkin/flow'
import { $precheckoutToken, $progress, $reservation, reservationReloaded } from '@checkin/flow/publish/shell'
import { checkPrecheckoutFx } from '@checkin/api/client'
import { attach, createEvent, createStore, sample } from 'effector'
import { loadDetailsFx, loadReservationFx } from '../session/load-reservation.model.ts'
import type { FlowEvent } from './transition.ts'

/** An event whose row wants the fresh reservation first. */
export interface PendingEvent {
  readonly event: FlowEvent
  readonly reload: 'reservation' | 'eligibility'
}

export const reloadRequested = createEvent<PendingEvent>()
/** An event may be decided: what had to be loaded for it is loaded. */
export const eventReady = createEvent<{ readonly event: FlowEvent; readonly reload: 'none' | 'ok' | 'failed' }>()

/** Asks whether pre-checkout is possible (API-21); only status 200 says yes (SHELL-48). */
export const checkEligibilityFx = attach({
  source: $reservation,
  effect: (loaded) => checkPrecheckoutFx({ body: { reservationNumber: loaded?.reservation.reservation ?? '' } }),
})

const $pending = createStore<PendingEvent | null>(null).on(reloadRequested, (_, pending) => pending)

sample({ clock: reloadRequested, fn: () => undefined, target: loadReservationFx })
sample({ clock: loadReservationFx.done, source: $pending, filter: (pending) => pending !== null, fn: () => undefined, target: loadDetailsFx })

const loaded = sample({
  clock: loadDetailsFx.finally,
  source: { pending: $pending, steps: $steps },
  filter: ({ pending }) => pending !== null,
  fn: ({ pending, steps }) => ({ asks: pending?.reload === 'eligibility' && steps.precheckout.isEnabled }),
})
sample({ clock: loaded, filter: ({ asks }) => asks, fn: () => undefined, target: checkEligibilityFx })

$progress
  .on(checkEligibilityFx.doneData, (progress, { status }) => ({ ...progress, canPrecheckout: status === 200 }))
  .on(checkEligibilityFx.fail, (progress) => ({ ...progress, canPrecheckout: false }))
$precheckoutToken.on(checkEligibilityFx.doneData, (_, { data }) => data.precheckoutToken)

const ended = sample({
  clock: [
    loaded.filterMap(({ asks }) => (asks ? undefined : ('ok' as const))),
    checkEligibilityFx.finally.map(() => 'ok' as const),
    loadReservationFx.fail.map(() => 'failed' as const),
  ],
  source: $pending,
  fn: (pending, reload) => pending && { event: pending.event, reload },
}).filterMap((result) => result ?? undefined)
$pending.reset(ended)

sample({ clock: ended, target: eventReady })
sample({ clock: ended, fn: ({ reload }) => ({ ok: reload === 'ok' }), target: reservationReloaded })
