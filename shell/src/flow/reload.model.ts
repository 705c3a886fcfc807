import { $steps } from '@checkin/flow'
import { $precheckoutToken, $progress, $reservation, reservationReloaded } from '@checkin/flow/publish/shell'
import { client } from '@checkin/api/client-on-demand'
import { attach, createEffect, createEvent, createStore, sample } from 'effector'
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
  effect: (loaded) => client.checkPrecheckoutFx({ body: { reservationNumber: loaded?.reservation.reservation ?? '' } }),
})

const $pending = createStore<PendingEvent | null>(null).on(reloadRequested, (_, pending) => pending)

/** Only where the tenant has pre-checkout; an answer that fails says no by itself. */
const checkWhereOnFx = attach({ source: $steps, effect: async ({ precheckout }) => { if (precheckout.isEnabled) await Promise.allSettled([checkEligibilityFx()]) } })

const reloadFx = createEffect(async ({ reload }: PendingEvent) => {
  await loadReservationFx()
  await loadDetailsFx()
  if (reload === 'eligibility') await checkWhereOnFx()
})
sample({ clock: reloadRequested, target: reloadFx })

$progress
  .on(checkEligibilityFx.doneData, (progress, { status }) => ({ ...progress, canPrecheckout: status === 200 }))
  .on(checkEligibilityFx.fail, (progress) => ({ ...progress, canPrecheckout: false }))
$precheckoutToken.on(checkEligibilityFx.doneData, (_, { data }) => data.precheckoutToken)

const ended = sample({
  clock: [reloadFx.done.map(() => 'ok' as const), reloadFx.fail.map(() => 'failed' as const)],
  source: $pending,
  fn: (pending, reload) => pending && { event: pending.event, reload },
}).filterMap((result) => result ?? undefined)
$pending.reset(ended)

sample({ clock: ended, target: eventReady })
sample({ clock: ended, fn: ({ reload }) => ({ ok: reload === 'ok' }), target: reservationReloaded })
