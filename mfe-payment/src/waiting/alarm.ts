import { createEffect, createEvent, createStore, sample, scopeBind, type Event, type EventCallable } from 'effector'

/** A clock that rings once. Nothing waits for it: a screen with an alarm set is still settled. */
export interface Alarm {
  /** Rings after so many milliseconds; an alarm that is set again starts anew. */
  readonly set: EventCallable<number>
  readonly stop: EventCallable<void>
  readonly rang: Event<void>
}

type Timer = ReturnType<typeof setTimeout>

interface Setting {
  readonly milliseconds: number
  readonly ring: EventCallable<void>
}

/** Starts the browser's timer; tests put their own in its place. */
export const startTimerFx = createEffect(({ milliseconds, ring }: Setting): Timer => {
  const bound = scopeBind(ring, { safe: true })
  return setTimeout(() => { bound() }, milliseconds)
})
const stopTimerFx = createEffect((timer: Timer) => { clearTimeout(timer) })

export function createAlarm(): Alarm {
  const set = createEvent<number>()
  const stop = createEvent()
  const rang = createEvent()
  const $timer = createStore<Timer | null>(null)

  const startFx = createEffect((milliseconds: number) => startTimerFx({ milliseconds, ring: rang }))
  sample({ clock: sample({ clock: [set, stop], source: $timer }).filterMap((timer) => timer ?? undefined), target: stopTimerFx })
  sample({ clock: set, target: startFx })
  $timer.on(startFx.doneData, (_, timer) => timer).on([stop, rang], () => null)
  return { set, stop, rang }
}
