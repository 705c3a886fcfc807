import { createEffect, createEvent, createStore, sample, scopeBind, type Event, type EventCallable } from 'effector'

/** A clock that rings once. Nothing waits for it: a screen with an alarm set is still settled. */
export interface Alarm {
  /** Rings after so many milliseconds; an alarm that is set again starts anew. */
  readonly set: EventCallable<number>
  readonly stop: EventCallable<void>
  readonly rang: Event<void>
}

interface Setting {
  readonly milliseconds: number
  /** Which setting of the alarm this is: a bell of an earlier one is not heard. */
  readonly turn: number
  readonly bell: EventCallable<number>
}

/** Starts the browser's timer; tests put their own in its place. */
export const startTimerFx = createEffect(({ milliseconds, turn, bell }: Setting) => {
  const bound = scopeBind(bell, { safe: true })
  setTimeout(() => { bound(turn) }, milliseconds)
})

export function createAlarm(): Alarm {
  const set = createEvent<number>()
  const stop = createEvent()
  const bell = createEvent<number>()
  const $turn = createStore(0).on([set, stop], (turn) => turn + 1)
  sample({ clock: set, source: $turn, fn: (turn, milliseconds) => ({ milliseconds, turn, bell }), target: startTimerFx })
  return { set, stop, rang: sample({ clock: bell, source: $turn, filter: (turn, mine) => turn === mine, fn: () => undefined }) }
}
