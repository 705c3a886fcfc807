import { $loading, $summary } from '@checkin/flow'
import { combine, createStore, sample, type Event, type Unit } from 'effector'

/** Lines and totals of the reservation: on their way, here, or not to be had; the shell loads them. */
export type DetailsState = 'loading' | 'ready' | 'unavailable'

const $details = combine($summary, $loading, (summary, { reservationExtras }): DetailsState =>
  summary !== null ? 'ready' : reservationExtras ? 'loading' : 'unavailable')

/** Fires once per visit, as soon as the loads of the shell have ended: nothing that depends on prices is decided before. */
export function onceSettled({ opened, closed }: { readonly opened: Unit<unknown>; readonly closed: Unit<void> }): Event<DetailsState> {
  const $waits = createStore(false).on(opened, () => true).reset(closed)
  const settled = sample({
    clock: [opened, $details],
    source: { waits: $waits, details: $details },
    filter: ({ waits, details }) => waits && details !== 'loading',
    fn: ({ details }) => details,
  })
  $waits.on(settled, () => false)
  return settled
}
