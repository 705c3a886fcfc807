import { createEffect, createEvent, createStore, merge, sample, type Event, type Unit } from 'effector'

/** Milliseconds between the tries of an attempt whose end is not known; after the last one the renter decides. */
export const retryDelays = [2_000, 3_000, 5_000, 8_000, 15_000, 30_000] as const
/** Milliseconds between questions while the bank asks the renter; its page tells the end at once, this is for the day it doesn't. */
const bankDelay = 5_000

interface Waiting {
  readonly milliseconds: number
  /** Which attempt the clock runs for; of an earlier one it says nothing. */
  readonly run: number
}

/** A clock; tests put their own in its place. */
export const waitFx = createEffect(({ milliseconds }: Waiting) => new Promise<void>((wake) => setTimeout(wake, milliseconds)))

export interface AskingAgainOf {
  readonly opened: Unit<unknown>
  readonly ended: Unit<unknown>
  /** An answer that does not say how it stands: `bank` while the renter is asked by the bank, else nobody knows. */
  readonly open: Event<'unknown' | 'bank'>
  /** Ask now: the renter wants to know, or the bank's page has ended. */
  readonly nudged: Unit<void>
}

/** When to ask again how an attempt stands: a call that takes money is never left without an end (DEC-48). */
export function createAskingAgain({ opened, ended, open, nudged }: AskingAgainOf) {
  const over = merge([opened, ended])
  const again = createEvent()
  // A nudge takes the place of the clock that was running.
  const $run = createStore(0).on([over, nudged], (run) => run + 1)
  const told = sample({ clock: open, source: $run, fn: (run, kind) => ({ run, kind }) })
  const $tries = createStore(0).reset(over, nudged)
  const due = sample({
    clock: told, source: $tries,
    fn: (tries, { run, kind }) => ({ run, kind, milliseconds: kind === 'bank' ? bankDelay : retryDelays[tries] }),
  })
  // After the delay was looked up: a store is written before anything is sampled.
  $tries.on(due, (tries, { kind }) => (kind === 'bank' ? tries : tries + 1))
  sample({ clock: due.filterMap(({ run, milliseconds }) => (milliseconds === undefined ? undefined : { run, milliseconds })), target: waitFx })

  const woke = sample({ clock: waitFx.done, source: $run, filter: (run, { params }) => params.run === run })
  sample({ clock: [woke, nudged], fn: () => undefined, target: again })
  /** All tries are used up: the renter may ask once more or go to the counter. */
  const $isStuck = createStore(false).on(due, (_, { milliseconds }) => milliseconds === undefined).reset(over, nudged)
  return { again, $isStuck }
}
