import { createEffect, createEvent, createStore, sample } from 'effector'

/** SHELL-70, CONST-25: percent per step, milliseconds between steps, milliseconds until the bar's width follows. */
export const progressStep = 5
export const progressPace = 1000
export const progressDelay = 300

/** The bar appeared: the page begins, or a step takes its time. */
export const progressStarted = createEvent()
/** The document is complete, or what was waited for is there. */
export const progressCompleted = createEvent()

const waitFx = createEffect((milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds)))
const showFx = createEffect((percent: number) => new Promise<number>((done) => setTimeout(() => { done(percent) }, progressDelay)))

const $running = createStore(false).on(progressStarted, () => true).on(progressCompleted, () => false)
/** How far the bar is; never 100 before the document is complete. */
export const $progressPercent = createStore(0)
/** Width of the bar, in percent: follows 300 ms later. */
export const $progressWidth = createStore(0)

sample({ clock: progressStarted, fn: () => 0, target: [$progressPercent, $progressWidth] })
sample({ clock: progressStarted, source: waitFx.pending, filter: (pending) => !pending, fn: () => progressPace, target: waitFx })

const paced = sample({ clock: waitFx.done, source: $running, filter: (running) => running })
sample({ clock: paced, source: $progressPercent, fn: (percent) => Math.min(percent + progressStep, 100 - progressStep), target: $progressPercent })
sample({ clock: paced, fn: () => progressPace, target: waitFx })
sample({ clock: progressCompleted, fn: () => 100, target: $progressPercent })

sample({ clock: $progressPercent, filter: (percent) => percent > 0, target: showFx })
// An older, smaller width that arrives late must not undo the jump to 100.
sample({ clock: showFx.doneData, source: $progressPercent, filter: (percent, shown) => shown <= percent, fn: (_, shown) => shown, target: $progressWidth })
