import { appStarted } from '@checkin/flow'
import { createEffect, createEvent, createStore, sample, scopeBind } from 'effector'
import { createAlarm } from '../alarm.ts'

/** CONST-22: narrower than this is the mobile layout; milliseconds from a resize to the re-check. */
export const mobileBelow = 991
export const recheckDelay = 100

export type Layout = 'mobile' | 'desktop'

/** What the device says about itself. */
export interface Device {
  /** Inner width of the window in CSS pixels. */
  readonly width: number
  readonly userAgent: string
  /** Points that the screen can be touched at; an iPad says it is a Mac and gives itself away by this. */
  readonly touchPoints: number
}

const phoneOrTablet = /Android|iPhone|iPad|iPod|Mobile|Tablet|Silk|Kindle|PlayBook/i

/** SHELL-67: mobile below 991 px or on a phone or tablet of any width. Pure. */
export function layoutOf({ width, userAgent, touchPoints }: Device): Layout {
  const disguisedTablet = /Macintosh/.test(userAgent) && touchPoints > 1
  return width < mobileBelow || disguisedTablet || phoneOrTablet.test(userAgent) ? 'mobile' : 'desktop'
}

const readDevice = (): Device => ({ width: window.innerWidth, userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints })

/** Something changed the window's size. */
export const windowResized = createEvent()

export const readDeviceFx = createEffect(readDevice)
const recheck = createAlarm()
const listenFx = createEffect(() => {
  const resized = scopeBind(windowResized, { safe: true })
  window.addEventListener('resize', () => { resized() })
})

/** A device that nobody has asked yet counts as mobile: the narrow layout fits everywhere. */
export const $layout = createStore<Layout>('mobile').on(readDeviceFx.doneData, (_, device) => layoutOf(device))

sample({ clock: appStarted, target: [readDeviceFx, listenFx] })
// One look at a time: what happens to the window meanwhile is seen at its end.
sample({ clock: windowResized, source: recheck.$isSet, filter: (isSet) => !isSet, fn: () => recheckDelay, target: recheck.set })
sample({ clock: recheck.rang, target: readDeviceFx })
