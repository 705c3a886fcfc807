import { combine, createStore, sample, type Event, type Store, type Unit } from 'effector'

/** Lines and totals of the reservation: on their way, here, or not to be had; the shell loads them. */
export type DetailsState = 'loading' | 'ready' | 'unavailable'

/** A screen's own events, and the shell's stores of what it loads. */
export interface Screen {
  readonly opened: Unit<unknown>
  readonly closed: Unit<void>
  readonly summary: Store<object | null>
  readonly loading: Store<{ readonly reservationExtras: boolean }>
}

/** Fires once per visit, as soon as the loads of the shell have ended: nothing that depends on prices is decided before. */
export function onceSettled({ opened, closed, summary, loading }: Screen): Event<DetailsState> {
  const $details = combine(summary, loading, (loaded, { reservationExtras }): DetailsState =>
    loaded !== null ? 'ready' : reservationExtras ? 'loading' : 'unavailable')
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
