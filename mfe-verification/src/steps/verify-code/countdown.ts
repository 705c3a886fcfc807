import { createEffect, createEvent, createStore, sample, type EventCallable, type Store } from 'effector'

export interface Countdown {
  readonly started: EventCallable<void>
  readonly stopped: EventCallable<void>
  /** Whole seconds that are left, 0 when it is over. */
  readonly $secondsLeft: Store<number>
}

const second = 1000

/**
 * Counts whole seconds down by the clock, not by its own ticks: a tab that slept is not late when it wakes up.
 * The timer sleeps in an effect, so it lives in the scope that started it.
 */
export function createCountdown(seconds: number): Countdown {
  const started = createEvent()
  const stopped = createEvent()
  const startFx = createEffect(() => Date.now() + seconds * second)
  const tickFx = createEffect((end: number) => new Promise<number>((wake) => {
    const untilNext = (end - Date.now()) % second || second
    setTimeout(() => wake(Math.max(0, Math.ceil((end - Date.now()) / second))), untilNext)
  }))
  const $end = createStore<number | null>(null).on(startFx.doneData, (_, end) => end).reset(stopped)
  // A tick of a countdown that was stopped or started anew says nothing.
  const ticked = sample({ clock: tickFx.done, source: $end, filter: (end, { params }) => end === params, fn: (_, { params: end, result: left }) => ({ end, left }) })
  const $secondsLeft = createStore(0).on(startFx.doneData, () => seconds).on(ticked, (_, { left }) => left).reset(stopped)

  sample({ clock: started, target: startFx })
  sample({ clock: startFx.doneData, target: tickFx })
  sample({ clock: ticked, filter: ({ left }) => left > 0, fn: ({ end }) => end, target: tickFx })
  return { started, stopped, $secondsLeft }
}
