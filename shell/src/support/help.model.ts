import type { ScreenName } from '@checkin/routes'
import { createEffect, createEvent, createStore, sample } from 'effector'
import type { SupportKit } from './kit.ts'

/** Takes it out of the tab's storage: it explains one document. */
function takeFrom(key: string): string | null {
  try {
    const path = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return path
  } catch {
    return null
  }
}

/** Codes for support, and why a tab came to the first screen (DEC-187, DEC-188). */
export function createHelp({ $visit, flow: { $session, $lookup }, alertRaised, sendReport, newSupportCode, version, matchAddress, fromKey }: SupportKit) {
  /** The renter opened the help of the frame. */
  const opened = createEvent()

  /** Made and reported when somebody looks at it, so that the console finds it (decision 0105). Nothing failed. */
  const makeCodeFx = createEffect((step: ScreenName | null): string => {
    const trace = newSupportCode()
    sendReport({ module: 'shell', version, phase: 'render', outcome: 'absent', reason: 'asked', trace, ...(step !== null && { step }) })
    return trace
  })
  /** Null until help was opened on this screen; the code names the screen. */
  const $code = createStore<string | null>(null).on(makeCodeFx.doneData, (_, code) => code).reset($visit)
  sample({
    clock: opened, source: { code: $code, visit: $visit, pending: makeCodeFx.pending }, filter: ({ code, pending }) => code === null && !pending,
    fn: ({ visit }) => (visit?.name ?? null), target: makeCodeFx,
  })

  /** The part is on the page for the first time; with the words for who opened a screen's address in a tab without a session. */
  const appeared = createEvent<string>()
  /** What was asked for, whatever the address bar says by now: the payment page that led here by a page load, or this document's own address. */
  const readFirstPathFx = createEffect((text: string) => {
    const [navigation] = performance.getEntriesByType('navigation')
    return { text, path: takeFrom(fromKey) ?? (navigation ? new URL(navigation.name).pathname : '/') }
  })
  sample({ clock: appeared, target: readFirstPathFx })
  sample({
    clock: readFirstPathFx.doneData, source: { session: $session, lookup: $lookup, visit: $visit },
    filter: ({ session, lookup, visit }, { path }) => session === null && lookup === null && visit?.name === 'verify-reservation'
      && (matchAddress(path)?.screens.every(({ needs }) => needs === 'reservation') ?? false),
    fn: (_, { text }) => ({ key: 'Notice.findFirst', state: 'info' as const, stays: true, text }),
    target: alertRaised,
  })

  return { $code, opened, appeared }
}
