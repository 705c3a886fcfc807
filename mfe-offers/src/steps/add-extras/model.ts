import { $loading, $mode, $steps, $summary } from '@checkin/flow'
import { extrasDeclined, extrasWanted } from '@checkin/flow/publish/offers'
import type { StepVisit } from '@checkin/remote'
import { createEvent, createStore, sample } from 'effector'
import { reporterOf } from '../../analytics.ts'
import { onceSettled } from '@checkin/rental-summary/details'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const yesPressed = createEvent()
export const noPressed = createEvent()

const reportFx = reporterOf('exview')

const decided = sample({
  clock: onceSettled({ opened, closed, summary: $summary, loading: $loading }),
  source: { steps: $steps, mode: $mode },
  fn: ({ steps, mode }) => (steps.extras.isEnabled || mode === 'precheckout' ? 'asked' as const : 'off' as const),
})

/** The question is shown once it is known that the company offers extras. */
export const $isAsked = createStore(false).on(decided, (_, outcome) => outcome === 'asked').reset(opened)

sample({ clock: decided, filter: (outcome) => outcome === 'off', fn: () => ({}), target: extrasDeclined })

// OFFERS-09, OFFERS-11
sample({ clock: yesPressed, fn: () => 'accept' as const, target: reportFx })
sample({ clock: yesPressed, fn: () => ({}), target: extrasWanted })
sample({ clock: noPressed, fn: () => 'reject' as const, target: reportFx })
sample({ clock: noPressed, fn: () => ({}), target: extrasDeclined })
