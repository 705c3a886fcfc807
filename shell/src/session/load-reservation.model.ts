import { $loading, $mode, $moduleStatus, $progress, $reservation, $session, $summary } from '@checkin/flow/publish/shell'
import { client } from '@checkin/api/client-on-demand'
import type { ApiFailure, LoadedReservation, Success } from '@checkin/api'
import { routeOf, stepperSteps, type ScreenName } from '@checkin/routes'
import { attach, createEffect, sample, type Effect } from 'effector'
import { $visit } from '../navigation/visit.model.ts'

const conflict = 409

/** Loads the reservation again by guid: API-14 in pre-checkout mode, else API-13. Fails as the call of the client does. */
export const loadReservationFx = attach({
  source: { session: $session, mode: $mode },
  effect: ({ session, mode }) => {
    const params = { guid: session?.guid ?? '' }
    return mode === 'precheckout' ? client.getPrecheckoutReservationFx({ params }) : client.getReservationFx({ params })
  },
}) as unknown as Effect<void, Success<LoadedReservation>, ApiFailure>

/** The per-reservation switches of the modules (API-16, DEC-71). */
export const loadModuleStatusFx = attach({
  source: $reservation,
  effect: (loaded) => client.getModuleStatusFx({ params: { reservation: loaded?.reservation.reservation ?? '' } }),
})

/** The summary of extras and prices that offers and overview need (API-17). */
export const loadSummaryFx = attach({ source: $session, effect: (session) => client.getFullReservationFx({ params: { guid: session?.guid ?? '' } }) })

sample({
  clock: loadReservationFx.doneData,
  fn: ({ data }) => ({ reservation: data.reservation, driver: data.driver ?? null, addDriver: data.addDriver ?? null, missing: data.missing, rowVersion: data.rowVersion, ticketCalendar: data.ticketCalendar }),
  target: $reservation,
})

// The server's answer about the terms counts: the gate is exactly where it would refuse (VERIF-22).
$session.on(loadReservationFx.doneData, (session, { data }) => session && { ...session, termsAccepted: data.termsAccepted })

// SHELL-49: an agreement exists.
$progress.on(loadReservationFx.failData, (progress, failure) => (failure.answer.status === conflict ? { ...progress, reservationHasRA: true } : progress))

sample({ clock: loadModuleStatusFx.doneData, fn: ({ data }) => data, target: $moduleStatus })
sample({ clock: loadSummaryFx.doneData, fn: ({ data }) => data.summary, target: $summary })

$loading
  .on(loadReservationFx.pending, (loading, reservationFull) => ({ ...loading, reservationFull }))
  .on(loadSummaryFx.pending, (loading, reservationExtras) => ({ ...loading, reservationExtras }))

/** Prices and offers are on the screens from the stepper's offers on. */
const showsPrices = (name: ScreenName): boolean => stepperSteps.findIndex((step) => step === routeOf(name).stepper) >= stepperSteps.indexOf('offers')

/** Module status and summary together; each may fail by itself, the screens then say what they miss. */
export const loadDetailsFx = createEffect(async () => {
  await Promise.allSettled([loadModuleStatusFx(), loadSummaryFx()])
})

sample({
  clock: [$visit, $reservation],
  source: { visit: $visit, reservation: $reservation, summary: $summary, pending: loadDetailsFx.pending },
  filter: ({ visit, reservation, summary, pending }) => visit !== null && reservation !== null && summary === null && !pending && showsPrices(visit.name),
  fn: () => undefined,
  target: loadDetailsFx,
})
