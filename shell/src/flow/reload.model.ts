import { $steps } from '@checkin/flow'
import { $precheckoutToken, $progress, $reservation, reservationReloaded } from '@checkin/flow/publish/shell'
import { checkPrecheckoutFx } from '@checkin/api/client'
import { attach, createEvent, createStore, sample } from 'effector'
import { loadDetailsFx } from '../session/details.model.ts'
import { loadReservationFx } from '../session/load-reservation.model.ts'
import type { Told } from './next-step.ts'
import { readyToDecide } from './flow-events.ts'

/** A told event whose row wants the fresh reservation first. */
export interface Held {
  readonly told: Told
  readonly reload: 'reservation' | 'eligibility'
}

export const reloadAsked = createEvent<Held>()

/** Asks whether pre-checkout is possible (API-21); only status 200 says yes (SHELL-48). */
export const checkEligibilityFx = attach({
  source: $reservation,
  effect: (loaded) => checkPrecheckoutFx({ body: { reservationNumber: loaded?.reservation.reservation ?? '' } }),
})

const $held = createStore<Held | null>(null).on(reloadAsked, (_, held) => held)

sample({ clock: reloadAsked, fn: () => undefined, target: loadReservationFx })
sample({ clock: loadReservationFx.done, source: $held, filter: (held) => held !== null, fn: () => undefined, target: loadDetailsFx })

const loaded = sample({
  clock: loadDetailsFx.finally,
  source: { held: $held, steps: $steps },
  filter: ({ held }) => held !== null,
  fn: ({ held, steps }) => ({ asks: held?.reload === 'eligibility' && steps.precheckout.isEnabled }),
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
  source: $held,
  filter: (held) => held !== null,
  fn: (held, reload) => ({ told: held?.told ?? { name: '', payload: {} }, reload }),
})
$held.reset(ended)

sample({ clock: ended, target: readyToDecide })
sample({ clock: ended, fn: ({ reload }) => ({ ok: reload === 'ok' }), target: reservationReloaded })
