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

type Handle = ReturnType<typeof setTimeout>

/** What runs, by the event that it ends in: all timers share the effect that sets them, because an effect is a dozen stores and events. */
const $running = createStore<ReadonlyMap<Event<void>, Handle>>(new Map(), { serialize: 'ignore' })

const setFx = attach({
  source: $running,
  effect: (running, { elapsed, milliseconds }: { readonly elapsed: EventCallable<void>; readonly milliseconds: number | null }) => {
    clearTimeout(running.get(elapsed))
    const elapse = scopeBind(elapsed, { safe: true })
    return milliseconds === null ? null : setTimeout(() => { elapse() }, milliseconds)
  },
})
$running.on(setFx.done, (running, { params: { elapsed }, result: handle }) => {
  const others = [...running].filter(([each]) => each !== elapsed)
  return new Map(handle === null ? others : [...others, [elapsed, handle]])
})

export function createTimer(): Timer {
  const start = createEvent<number>()
  const stop = createEvent()
  const elapsed = createEvent()
  const $isRunning = createStore(false).on(start, () => true).on([stop, elapsed], () => false)
  sample({ clock: [start, stop.map(() => null)], fn: (milliseconds) => ({ elapsed, milliseconds }), target: setFx })
  return { start, stop, elapsed, $isRunning }
}
