import { attach, createEvent, createStore, sample, scopeBind, type Event, type EventCallable, type Store } from 'effector'

/**
 * A timer that elapses once. Unlike patronum's `delay` and `debounce` it is no pending effect: a scope with a running timer is settled,
 * so neither tests nor the start of the page wait for it.
 */
export interface Timer {
  /** Starts it, in milliseconds; a timer that is started again starts anew. */
  readonly start: EventCallable<number>
  readonly stop: EventCallable<void>
  readonly elapsed: Event<void>
  readonly $isRunning: Store<boolean>
}

export function createTimer(): Timer {
  const start = createEvent<number>()
  const stop = createEvent()
  const elapsed = createEvent()
  const $isRunning = createStore(false).on(start, () => true).on([stop, elapsed], () => false)
  const $handle = createStore<ReturnType<typeof setTimeout> | null>(null)
  const setFx = attach({
    source: $handle,
    effect: (running, milliseconds: number | null) => {
      if (running !== null) clearTimeout(running)
      const elapse = scopeBind(elapsed, { safe: true })
      return milliseconds === null ? null : setTimeout(() => { elapse() }, milliseconds)
    },
  })
  sample({ clock: [start, stop.map(() => null)], target: setFx })
  sample({ clock: setFx.doneData, target: $handle })
  return { start, stop, elapsed, $isRunning }
}
