import { createTimer } from '@checkin/async/timer'
import { createEffect, createEvent, createStore, sample, type EventCallable, type Store } from 'effector'

export interface Countdown {
  readonly started: EventCallable<void>
  readonly stopped: EventCallable<void>
  /** Whole seconds that are left, 0 when it is over. */
  readonly $secondsLeft: Store<number>
}

const second = 1000

/** Counts whole seconds down by the clock, not by its own ticks: a tab that slept is not late when it wakes up. */
export function createCountdown(seconds: number): Countdown {
  const started = createEvent()
  const stopped = createEvent()
  const timer = createTimer()
  const startFx = createEffect(() => Date.now() + seconds * second)
  const readClockFx = createEffect((end: number) => ({ left: Math.max(0, Math.ceil((end - Date.now()) / second)), untilNext: (end - Date.now()) % second || second }))
  const $end = createStore(0).on(startFx.doneData, (_, end) => end)
  const $secondsLeft = createStore(0).on(readClockFx.doneData, (_, { left }) => left).reset(stopped)

  sample({ clock: started, target: startFx })
  sample({ clock: startFx.doneData, target: readClockFx })
  sample({ clock: readClockFx.doneData, filter: ({ left }) => left > 0, fn: ({ untilNext }) => untilNext, target: timer.start })
  sample({ clock: timer.elapsed, source: $end, target: readClockFx })
  sample({ clock: stopped, target: timer.stop })
  return { started, stopped, $secondsLeft }
}
