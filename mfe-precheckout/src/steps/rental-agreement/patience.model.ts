import { createEffect, createEvent, createStore, merge, sample, type Unit } from 'effector'

/** Milliseconds after which the page says that it is still working (DEC-48). */
const stillWorkingAfter = 10_000
/** Milliseconds after which a call without an answer is asked about (DEC-48). */
const askAfter = 30_000
/** Milliseconds between the tries of an attempt whose end is not known; after the last the renter decides. */
export const retryDelays = [2_000, 3_000, 5_000, 8_000, 15_000, 30_000] as const

interface Waiting {
  readonly kind: 'slow' | 'ask' | 'retry'
  readonly milliseconds: number
  /** Which attempt the clock runs for; of an earlier one it says nothing. */
  readonly run: number
}

/** A clock; tests put their own in its place. */
export const waitFx = createEffect(({ milliseconds }: Waiting) => new Promise<void>((wake) => setTimeout(wake, milliseconds)))

export interface PatienceOf {
  readonly opened: Unit<unknown>
  /** The call was made, for the first time or again. */
  readonly asked: Unit<unknown>
  /** It ended without telling how it stands. */
  readonly unknown: Unit<unknown>
  readonly ended: Unit<unknown>
  readonly checkPressed: Unit<void>
}

/** When to say "still working", and when to ask again: a call that takes money is never cut and never left without an end (DEC-48). */
export function createPatience({ opened, asked, unknown, ended, checkPressed }: PatienceOf) {
  const over = merge([opened, ended])
  const again = createEvent()
  const $run = createStore(0).on(over, (run) => run + 1)
  const $isRunning = createStore(false)
  const $tries = createStore(0).reset(over, checkPressed)

  const first = sample({ clock: asked, source: { run: $run, running: $isRunning }, filter: ({ running }) => !running, fn: ({ run }) => run })
  $isRunning.on(first, () => true).reset(over)
  sample({ clock: first, fn: (run) => ({ kind: 'slow' as const, milliseconds: stillWorkingAfter, run }), target: waitFx })
  sample({ clock: first, fn: (run) => ({ kind: 'ask' as const, milliseconds: askAfter, run }), target: waitFx })

  const open = sample({ clock: unknown, source: { run: $run, tries: $tries } })
  $tries.on(open, (tries) => tries + 1)
  sample({
    clock: open.filterMap(({ run, tries }) => {
      const milliseconds = retryDelays[tries]
      return milliseconds === undefined ? undefined : { kind: 'retry' as const, milliseconds, run }
    }),
    target: waitFx,
  })

  const woke = sample({ clock: waitFx.done, source: $run, filter: (run, { params }) => params.run === run, fn: (_, { params }) => params.kind })
  const $isSlow = createStore(false).on(woke, (slow, kind) => slow || kind === 'slow').reset(over)
  /** All tries are used up; the renter may ask once more or go to the counter. */
  const $isStuck = createStore(false).on(open, (_, { tries }) => tries >= retryDelays.length).reset(over, checkPressed)
  sample({ clock: [woke.filterMap((kind) => (kind === 'slow' ? undefined : true)), checkPressed], fn: () => undefined, target: again })
  return { again, $isSlow, $isStuck }
}
