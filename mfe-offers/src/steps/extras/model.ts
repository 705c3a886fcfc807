import type { ExtrasSummary } from '@checkin/api'
import { $config, $loading, $mode, $offerDraft, $reservation, $steps, $summary } from '@checkin/flow'
import { extrasRecalculated, extrasSkipped, extrasSubmitted, offerDraftChanged } from '@checkin/flow/publish/offers'
import type { StepVisit } from '@checkin/remote'
import { extrasRequest, ledgerOf, openChanges, type ExtraChange } from '@checkin/rental-summary'
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { calculateExtrasFx, publishFailures } from '../../api.ts'
import { onceSettled, type DetailsState } from '@checkin/rental-summary/details'
import { changeBy, withChange, type Press } from '../../domain/extra-choice.ts'
import { extraSections } from '../../domain/extra-cards.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
/** A button of a card, by the extra's id. */
export const pressed = createEvent<{ readonly extraID: string; readonly press: Press }>()
export const submitPressed = createEvent()
export const continueWithoutPressed = createEvent()

const noChanges: readonly ExtraChange[] = []
const $currency = $config.map((config) => config?.currency ?? 'EUR')

/** Which changes are asked about; `pressed` is null when the screen opens with changes of an earlier visit. */
interface Asked {
  readonly changes: readonly ExtraChange[]
  readonly pressed: string | null
}

/** Prices a choice and keeps nothing (API-18). */
export const recalculateFx = attach({
  source: { loaded: $reservation, summary: $summary },
  effect: calculateExtrasFx,
  mapParams: ({ changes }: Asked, { loaded, summary }) => ({ body: extrasRequest(loaded?.reservation.reservation ?? '', summary?.extras ?? [], changes) }),
})
export const $isBusy = recalculateFx.pending
/** The card that waits for its price. */
export const $busyExtra = createStore<string | null>(null).on(recalculateFx, (_, asked) => asked.pressed).reset(recalculateFx.finally, opened)

/** What differs from the loaded reservation in this visit; the draft of the flow changes only with Submit. */
export const $changes = createStore(noChanges).reset(opened)
/** The server's answer to those changes. */
export const $priced = createStore<ExtrasSummary | null>(null).reset(opened)

// Entering: choices of an earlier visit come back with fresh prices.
const decided = sample({
  clock: onceSettled({ opened, closed, summary: $summary, loading: $loading }),
  source: { steps: $steps, mode: $mode },
  fn: ({ steps, mode }, details: DetailsState) => (details === 'unavailable' ? 'unpriced' as const : steps.extras.isEnabled || mode === 'precheckout' ? 'offered' as const : 'off' as const),
})
export const $stage = createStore<'waiting' | 'offered' | 'unpriced'>('waiting').on(decided, (_, outcome) => (outcome === 'off' ? 'waiting' : outcome)).reset(opened)
sample({ clock: decided, filter: (outcome) => outcome === 'off', fn: () => ({}), target: extrasSkipped })
sample({
  clock: decided,
  source: { draft: $offerDraft, summary: $summary },
  filter: ({ draft, summary }, outcome) => outcome === 'offered' && openChanges(summary?.extras ?? [], draft.extras).length > 0,
  fn: ({ draft, summary }): Asked => ({ changes: openChanges(summary?.extras ?? [], draft.extras), pressed: null }),
  target: recalculateFx,
})

// Plus, minus, add, remove (OFFERS-14 to OFFERS-18, S1.46, S1.47): one at a time, shown when the server has answered.
const asked = sample({
  clock: pressed,
  source: { summary: $summary, changes: $changes, currency: $currency, busy: $isBusy },
  fn: ({ summary, changes, currency, busy }, { extraID, press }): Asked | null => {
    const extra = summary?.extras.find((each) => each.extraID === extraID)
    const change = extra && !busy ? changeBy(extra, changes.find((each) => each.extraID === extraID), press, currency) : null
    return change && { changes: withChange(changes, change), pressed: extraID }
  },
}).filterMap((ask) => ask ?? undefined)
sample({ clock: asked, target: recalculateFx })
$changes.on(
  sample({ clock: recalculateFx.done, source: $summary, fn: (summary, { params }) => openChanges(summary?.extras ?? [], params.changes) }),
  (_, changes) => changes,
)
$priced.on(recalculateFx.doneData, (_, { data }) => data)
sample({ clock: recalculateFx.done, fn: () => ({}), target: extrasRecalculated })
publishFailures('calculateExtras', recalculateFx.failData)

/** What the screen shows; nothing here is priced by us. */
export const $sections = combine($summary, $priced, $changes, (summary, priced, changes) => (summary ? extraSections(summary, priced, changes) : []))
export const $ledger = combine($summary, $priced, $changes, (summary, priced, extras) => (summary ? ledgerOf(summary, priced, { extras, hasClickedUpgrade: false }) : null))
export const $figures = combine($currency, $summary, (currency, summary) => ({ currency, days: summary?.nrDays ?? 0 }))

// Submit (OFFERS-19, S1.48, S3.37): the choice goes into the draft before the screen is left (DEC-18).
const submitted = sample({
  clock: submitPressed,
  source: { changes: $changes, draft: $offerDraft, busy: $isBusy, stage: $stage },
  filter: ({ busy, stage }) => !busy && stage === 'offered',
})
sample({
  clock: submitted,
  fn: ({ changes, draft }) => ({ draft: { ...draft, extras: [...changes] } }),
  target: offerDraftChanged,
})
sample({ clock: submitted, fn: () => ({}), target: extrasSubmitted })

// ContinueWithoutExtras (S1.49, S3.38): what was changed in this visit was never in the draft.
sample({ clock: continueWithoutPressed, fn: () => ({}), target: extrasSkipped })
