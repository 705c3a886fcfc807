import { createEvent, createStore, sample, scopeBind } from 'effector'
import { createTimer } from '@checkin/async/timer'
import { listenFromStart } from '../page-listeners.ts'

/** SHELL-70, CONST-25: percent per step, milliseconds between steps, milliseconds until the bar's width follows. */
export const progressStep = 5
export const progressPace = 1000
export const progressDelay = 300

/** The bar appeared: the page begins, or a step takes its time. */
export const progressStarted = createEvent()
/** The document is complete, or what was waited for is there. */
export const progressCompleted = createEvent()

/** The document's own end; a page that is complete at the start has only later waits, which end by themselves. */
listenFromStart(() => {
  if (document.readyState === 'complete') return
  const completed = scopeBind(progressCompleted, { safe: true })
  window.addEventListener('load', () => { completed() }, { once: true })
})

const pace = createTimer()
const follow = createTimer()

const $running = createStore(false).on(progressStarted, () => true).on(progressCompleted, () => false)
const paced = sample({ clock: pace.elapsed, source: $running, filter: (running) => running })

/** How far the bar is; never 100 before the document is complete. */
export const $progressPercent = createStore(0)
  .on(progressStarted, () => 0)
  .on(paced, (percent) => Math.min(percent + progressStep, 100 - progressStep))
  .on(progressCompleted, () => 100)

sample({ clock: [progressStarted, paced], fn: () => progressPace, target: pace.start })
sample({ clock: $progressPercent, fn: () => progressDelay, target: follow.start })

/** Width of the bar, in percent: follows 300 ms later. */
export const $progressWidth = createStore(0).on(progressStarted, () => 0)
sample({ clock: follow.elapsed, source: $progressPercent, target: $progressWidth })
