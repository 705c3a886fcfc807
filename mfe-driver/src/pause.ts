import { attach, createEffect, createEvent, createStore, sample, scopeBind } from 'effector'

type Timer = ReturnType<typeof setTimeout> | null

/** A wait for the renter to stop typing, in milliseconds: begun again it starts anew. Nothing waits for it: a page with a pause is settled. */
export function createPause(milliseconds: number) {
  const begun = createEvent()
  const stopped = createEvent()
  const over = createEvent()
  const $timer = createStore<Timer>(null)
  const beginFx = attach({
    source: $timer,
    effect: createEffect((before: Timer): Timer => {
      if (before !== null) clearTimeout(before)
      const end = scopeBind(over, { safe: true })
      return setTimeout(end, milliseconds)
    }),
    mapParams: (_: void, timer) => timer,
  })
  const stopFx = attach({ source: $timer, effect: createEffect((timer: Timer) => { if (timer !== null) clearTimeout(timer) }), mapParams: (_: void, timer) => timer })
  $timer.on(beginFx.doneData, (_, timer) => timer).on(stopFx.done, () => null)
  sample({ clock: begun, target: beginFx })
  sample({ clock: stopped, target: stopFx })
  return { begun, stopped, over }
}
