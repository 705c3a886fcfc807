import { createEvent, createStore, sample } from 'effector'
import { createTimer } from './timer.ts'

export interface PollingOptions {
  /** Milliseconds before each further question, one after the other. */
  readonly pauses: readonly number[]
  /** Whether the last pause stays; otherwise nobody asks any more after it. */
  readonly isEndless: boolean
}

/** When to ask again about what nobody has decided yet (DEC-48). */
export function createPolling({ pauses, isEndless }: PollingOptions) {
  /** Asks at once, and counts from here. */
  const begin = createEvent()
  const end = createEvent()
  /** The answer decided nothing: ask again after the next pause. */
  const undecided = createEvent()
  /** Somebody else is being waited for: ask again after so many milliseconds; no pause is used up. */
  const postponed = createEvent<number>()
  const ask = createEvent()

  const $isRunning = createStore(false).on(begin, () => true).on(end, () => false)
  const $used = createStore(0).on(undecided, (used) => used + 1).reset(begin, end)
  const $asked = createStore(0).on(ask, (asked) => asked + 1).reset(begin)

  const timer = createTimer()
  const pause = sample({
    clock: undecided, source: { used: $used, isRunning: $isRunning }, filter: ({ isRunning }) => isRunning,
    fn: ({ used }) => pauses[used - 1] ?? (isEndless ? pauses.at(-1) : undefined),
  }).filterMap((milliseconds) => milliseconds)
  sample({ clock: [pause, sample({ clock: postponed, filter: $isRunning })], target: timer.start })
  sample({ clock: [begin, end], target: timer.stop })
  sample({ clock: [begin, sample({ clock: timer.elapsed, filter: $isRunning })], target: ask })

  /** Every pause is used up. */
  const $isExhausted = $used.map((used) => !isEndless && used > pauses.length)
  return { begin, end, undecided, postponed, ask, $isRunning, $asked, $isExhausted }
}
