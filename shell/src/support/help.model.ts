import { $lookup, $session } from '@checkin/flow'
import { newSupportCode } from '@checkin/releases/support-code'
import { matchAddress } from '@checkin/routes'
import { createEffect, createEvent, createStore, sample } from 'effector'
import { $visit } from '../navigation/visit.model.ts'
import { sendReport } from '../remotes/report.ts'
import type { RouteName } from '@checkin/routes'

/** The renter opened the help of the frame. */
export const helpOpened = createEvent()

/** The code for support of this page: made and reported when somebody looks at it, so that the console finds it (decision 0105). Nothing failed. */
export const makeCodeFx = createEffect((step: RouteName | null): string => {
  const trace = newSupportCode()
  sendReport({ module: 'shell', version: CHECKIN_SHELL.version, phase: 'render', outcome: 'absent', reason: 'asked', trace, ...(step !== null && { step }) })
  return trace
})

/** Null until help was opened on this screen; the code names the screen. */
export const $supportCode = createStore<string | null>(null).on(makeCodeFx.doneData, (_, code) => code).reset($visit)
sample({
  clock: helpOpened, source: { code: $supportCode, visit: $visit, pending: makeCodeFx.pending }, filter: ({ code, pending }) => code === null && !pending,
  fn: ({ visit }) => visit?.name ?? null, target: makeCodeFx,
})

/** The address that this document was asked for, whatever the address bar says by now. */
export const readFirstPathFx = createEffect((): string => {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation ? new URL(navigation.name).pathname : '/'
})

/** The page is there for the first time. */
export const supportOpened = createEvent()
sample({ clock: supportOpened, target: readFirstPathFx })

/** This document was opened at a screen of check-in, in a tab that knows of none, and shows the first screen instead (DEC-187). */
export const turnedAway = sample({
  clock: readFirstPathFx.doneData, source: { session: $session, lookup: $lookup, visit: $visit },
  filter: ({ session, lookup, visit }, path) => session === null && lookup === null && visit?.name === 'verify-reservation'
    && (matchAddress(path)?.screens.every(({ needs }) => needs === 'reservation') ?? false),
  fn: () => undefined,
})
