import { appStarted } from '@checkin/flow'
import { createEffect, createEvent, createStore, sample, scopeBind } from 'effector'
import { createTimer } from '@checkin/async/timer'
import { listenFromStart } from '../page-listeners.ts'
import { layoutOf, readDevice, type Layout } from './device.ts'

/** CONST-22: milliseconds from a resize to the re-check. */
export const recheckDelay = 100

/** Something changed the window's size. */
export const windowResized = createEvent()

export const readDeviceFx = createEffect(readDevice)
const recheck = createTimer()
listenFromStart(() => {
  const resized = scopeBind(windowResized, { safe: true })
  window.addEventListener('resize', () => { resized() })
})

/** A device that nobody has asked yet counts as mobile: the narrow layout fits everywhere. */
export const $layout = createStore<Layout>('mobile').on(readDeviceFx.doneData, (_, device) => layoutOf(device))

sample({ clock: appStarted, target: readDeviceFx })
// One look at a time: what happens to the window meanwhile is seen at its end.
sample({ clock: windowResized, source: recheck.$isRunning, filter: (isRunning) => !isRunning, fn: () => recheckDelay, target: recheck.start })
sample({ clock: recheck.elapsed, target: readDeviceFx })
