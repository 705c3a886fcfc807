import { attach, createEvent, createStore, sample, scopeBind, type Event, type EventCallable } from 'effector'

/** A clock that rings once. Nothing waits for it: a page with an alarm set is still settled. */
export interface Alarm {
  /** Rings after so many milliseconds; an alarm that is set again starts anew. */
  readonly set: EventCallable<number>
  readonly rang: Event<void>
  readonly $isSet: ReturnType<typeof createStore<boolean>>
}

export function createAlarm(): Alarm {
  const set = createEvent<number>()
  const rang = createEvent()
  const $timer = createStore<ReturnType<typeof setTimeout> | null>(null)
  const $isSet = createStore(false).on(set, () => true).on(rang, () => false)

  const startFx = attach({
    source: $timer,
    effect: (running, milliseconds: number) => {
      if (running !== null) clearTimeout(running)
      const ring = scopeBind(rang, { safe: true })
      return setTimeout(() => { ring() }, milliseconds)
    },
  })
  sample({ clock: set, target: startFx })
  sample({ clock: startFx.doneData, target: $timer })
  return { set, rang, $isSet }
}
