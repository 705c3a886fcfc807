import { $config, $flags, $loading, $steps, $summary } from '@checkin/flow'
import { additionalDriverAccepted, additionalDriverRejected, additionalDriverSkipped, problemOccurred } from '@checkin/flow/publish/offers'
import type { StepVisit } from '@checkin/remote'
import { combine, createEvent, createStore, sample } from 'effector'
import { reporterOf } from '../../analytics.ts'
import { $isOnePage } from '../../layout.ts'
import { onceSettled, type DetailsState } from '@checkin/rental-summary/details'
import { priceOf } from '../../domain/offer-price.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const yesPressed = createEvent()
export const noPressed = createEvent()

const reportFx = reporterOf('adview')
const settled = onceSettled({ opened, closed, summary: $summary, loading: $loading })

/** What the screen has to decide once the reservation's lines are known. */
const decided = sample({
  clock: settled,
  source: { flags: $flags, steps: $steps },
  fn: ({ flags, steps }, details: DetailsState) => {
    if (flags.addDriverCompleted) return 'complete' as const
    if (details === 'unavailable') return 'unpriced' as const
    return steps.addDriver.isEnabled ? 'offered' as const : 'off' as const
  },
})

/** `waiting` also covers moving on by itself; `unpriced`: there is no price to show, so nothing to say yes to (DEC-84). */
export const $stage = createStore<'waiting' | 'offered' | 'unpriced'>('waiting')
  .on(decided, (_, outcome) => (outcome === 'offered' || outcome === 'unpriced' ? outcome : 'waiting'))
  .reset(opened)

/** The price with tax, and whether the driver is part of it already and only the data are missing (OFFERS-01, OFFERS-02). */
export const $offer = combine($summary, $steps, $config, (summary, steps, config) => {
  const extra = summary?.extras.find(({ isAddDriver }) => isAddDriver)
  return extra === undefined ? null : { price: priceOf(extra), isIncluded: steps.addDriver.isIncluded, currency: config?.currency ?? 'EUR', days: summary?.nrDays ?? 0 }
})

// Already there: say so and go on (OFFERS-05, OFFERS-08, DEC-45); an offer that isn't made is no answer to report. On the page with the other offers it is shown there.
const passed = sample({
  clock: decided, source: $isOnePage, filter: (isOnePage, outcome) => !isOnePage && (outcome === 'complete' || outcome === 'off'), fn: (_, outcome) => outcome,
})
const complete = passed.filter({ fn: (outcome) => outcome === 'complete' })
sample({ clock: complete, fn: () => 'skip' as const, target: reportFx })
sample({ clock: complete, fn: () => ({ key: 'AlreadyHasAdditionalDriver', state: 'info' as const }), target: problemOccurred })
sample({ clock: passed, fn: () => ({}), target: additionalDriverSkipped })

// The renter's answer (OFFERS-03, OFFERS-04, OFFERS-06)
const accepted = sample({ clock: yesPressed, source: $stage, filter: (stage) => stage === 'offered' })
sample({ clock: accepted, fn: () => 'accept' as const, target: reportFx })
sample({ clock: accepted, fn: () => ({}), target: additionalDriverAccepted })
const rejected = sample({ clock: noPressed, source: $stage, filter: (stage) => stage !== 'waiting' })
sample({ clock: rejected, fn: () => 'reject' as const, target: reportFx })
sample({ clock: rejected, fn: () => ({}), target: additionalDriverRejected })
