import type { ExtrasSummary } from '@checkin/api'
import { $config, $flags, $loading, $mode, $offerDraft, $reservation, $steps, $summary, questionAnswered, reservationReloaded, type OfferDraft } from '@checkin/flow'
import { extrasRecalculated, extrasSkipped, extrasSubmitted, offerDraftChanged, questionRaised, questionSettled } from '@checkin/flow/publish/offers'
import type { StepVisit } from '@checkin/remote'
import { extrasRequest, ledgerOf, openChanges, type ExtraChange } from '@checkin/rental-summary'
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { calculateExtrasFx, publishFailures } from '../../api.ts'
import { $isOnePage } from '../../layout.ts'
import { onceSettled, type DetailsState } from '@checkin/rental-summary/details'
import { changeBy, decidedDraft, sameChoice, withChange, type Press } from '../../domain/extra-choice.ts'
import { extraSections } from '../../domain/extra-cards.ts'

/** The screen is shown; the shell calls it once per visit. */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
interface CardPress {
  readonly extraID: string
  readonly press: Press
}
/** A button of a card, by the extra's id. */
export const pressed = createEvent<CardPress>()
export const submitPressed = createEvent()
export const continueWithoutPressed = createEvent()

/** DEC-106: the buttons say what they do. */
const keepOrDrop = { type: 'confirm' as const, keys: ['KeepOrDropExtras', 'KeepOrDropExtrasText'], labels: { confirm: 'Keep', cancel: 'Drop' } }

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
/** Presses that wait for prices that were asked for before them; none is lost, and each is looked at when its turn comes. */
const $waiting = createStore<readonly CardPress[]>([])
const $pricedExtra = createStore<string | null>(null).on(recalculateFx, (_, asked) => asked.pressed).reset(recalculateFx.finally, opened)
/** The cards that wait for their price. */
export const $busyExtras = combine($pricedExtra, $waiting, (priced, waiting): readonly string[] => [...(priced === null ? [] : [priced]), ...waiting.map(({ extraID }) => extraID)])

/** What differs from the loaded reservation; the choice that other screens read changes only with Submit or Keep. */
export const $changes = createStore(noChanges).reset(opened)
/** The server's answer to those changes. */
export const $priced = createStore<ExtrasSummary | null>(null).reset(opened)

/** What the cards begin with: the choice, or, back from the additional driver's screens, what was changed before them (S1.82, DEC-132). */
const startOf = ({ undecided, extras }: OfferDraft): readonly ExtraChange[] => undecided ?? extras

// Entering: choices of an earlier visit come back with fresh prices.
const decided = sample({
  clock: onceSettled({ opened, closed, summary: $summary, loading: $loading }),
  source: { steps: $steps, flags: $flags, mode: $mode, isOnePage: $isOnePage },
  fn: ({ steps, flags, mode, isOnePage }, details: DetailsState) => {
    if (details === 'unavailable') return 'unpriced' as const
    const hasOthers = isOnePage && (steps.addDriver.isEnabled || steps.upselling.isEnabled || flags.upsellingCompleted)
    return steps.extras.isEnabled || mode === 'precheckout' || hasOthers ? 'offered' as const : 'off' as const
  },
})
export const $stage = createStore<'waiting' | 'offered' | 'unpriced'>('waiting').on(decided, (_, outcome) => (outcome === 'off' ? 'waiting' : outcome)).reset(opened)
sample({ clock: decided, filter: (outcome) => outcome === 'off', fn: () => ({}), target: extrasSkipped })
sample({
  clock: decided,
  source: { draft: $offerDraft, summary: $summary },
  filter: ({ draft, summary }, outcome) => outcome === 'offered' && openChanges(summary?.extras ?? [], startOf(draft)).length > 0,
  fn: ({ draft, summary }): Asked => ({ changes: openChanges(summary?.extras ?? [], startOf(draft)), pressed: null }),
  target: recalculateFx,
})

// Plus, minus, add, remove (OFFERS-14 to OFFERS-18, S1.46, S1.47): one at a time, shown when the server has answered.
const turn = createEvent<CardPress>()
const priced = sample({ clock: recalculateFx.done, source: $summary, fn: (summary, { params }) => openChanges(summary?.extras ?? [], params.changes) })
const nextAsk = sample({
  clock: turn,
  source: { summary: $summary, changes: $changes, currency: $currency },
  fn: ({ summary, changes, currency }, { extraID, press }): Asked | null => {
    const extra = summary?.extras.find((each) => each.extraID === extraID)
    const change = extra ? changeBy(extra, changes.find((each) => each.extraID === extraID), press, currency) : null
    return change && { changes: withChange(changes, change), pressed: extraID }
  },
})
const asked = nextAsk.filterMap((ask) => ask ?? undefined)
$waiting.on(pressed, (waiting, press) => [...waiting, press]).on(turn, (waiting) => waiting.slice(1)).reset(opened, closed)
sample({
  // A press that is not allowed, as another one before it made it so, asks nothing and gives way to the next.
  clock: [pressed, priced, recalculateFx.fail, nextAsk.filter({ fn: (ask) => ask === null })],
  source: { waiting: $waiting, busy: $isBusy }, filter: ({ waiting, busy }) => !busy && waiting.length > 0, fn: ({ waiting }) => waiting[0] as CardPress, target: turn,
})
sample({ clock: asked, target: recalculateFx })
$changes.on(priced, (_, changes) => changes)
$priced.on(recalculateFx.doneData, (_, { data }) => data)
sample({ clock: recalculateFx.done, fn: () => ({}), target: extrasRecalculated })
publishFailures('calculateExtras', recalculateFx.failData)

// The lines are new, for example after an upgrade on the same page: the choice is priced again with them.
const renewed = sample({
  clock: reservationReloaded, source: { stage: $stage, changes: $changes, summary: $summary },
  filter: ({ stage }, { ok }) => ok && stage === 'offered', fn: ({ changes, summary }): Asked => ({ changes: openChanges(summary?.extras ?? [], changes), pressed: null }),
})
sample({ clock: renewed, filter: ({ changes }) => changes.length > 0, target: recalculateFx })
const unchanged = sample({ clock: renewed, filter: ({ changes }) => changes.length === 0 })
$changes.reset(unchanged)
$priced.reset(unchanged)

/** What the screen shows; nothing here is priced by us. */
const $isOffered = combine($steps, $mode, (steps, mode) => steps.extras.isEnabled || mode === 'precheckout')
export const $sections = combine($summary, $priced, $changes, $isOffered, (summary, priced, changes, isOffered) => (summary && isOffered ? extraSections(summary, priced, changes) : []))
export const $ledger = combine($summary, $priced, $changes, (summary, priced, extras) => (summary ? ledgerOf(summary, priced, { extras, hasClickedUpgrade: false }) : null))
export const $figures = combine($currency, $summary, (currency, summary) => ({ currency, days: summary?.nrDays ?? 0 }))

// Submit and Keep (OFFERS-19, S1.48, S1.79, S3.37): the choice goes into the draft before the screen is left (DEC-18).
const $ready = combine($isBusy, $stage, (busy, stage) => !busy && stage === 'offered')
const kept = createEvent()
sample({ clock: submitPressed, filter: $ready, fn: () => undefined, target: kept })
sample({
  clock: kept,
  source: { changes: $changes, draft: $offerDraft },
  fn: ({ changes, draft }) => ({ draft: decidedDraft(draft, changes) }),
  target: offerDraftChanged,
})
sample({ clock: kept, fn: () => ({}), target: extrasSubmitted })

/** A button of a card was pressed in this visit, and the server has answered. */
const $wasPressed = createStore(false).on(recalculateFx.done, (was, { params }) => was || params.pressed !== null).reset(opened)

// ContinueWithoutExtras: asks where something was changed in this visit, else goes on (S1.49, S1.78, S3.38, S3.55).
const without = sample({
  clock: continueWithoutPressed,
  source: { changes: $changes, draft: $offerDraft, summary: $summary, wasPressed: $wasPressed, busy: $isBusy },
  filter: ({ busy }) => !busy,
  fn: ({ changes, draft, summary, wasPressed }) => (wasPressed || draft.undecided !== undefined) && !sameChoice(changes, openChanges(summary?.extras ?? [], draft.extras)),
})
const dropped = createEvent()
sample({ clock: without, filter: (isChanged) => !isChanged, fn: () => undefined, target: dropped })
const asksKeepOrDrop = sample({ clock: without, filter: (isChanged) => isChanged })
sample({ clock: asksKeepOrDrop, fn: () => keepOrDrop, target: questionRaised })

const $isAsking = createStore(false)
const answered = sample({ clock: questionAnswered, source: $isAsking, filter: (asking) => asking, fn: (_, answer) => answer })
$isAsking.on(asksKeepOrDrop, () => true).reset(answered, opened, closed)
sample({ clock: answered, fn: () => ({}), target: questionSettled })
sample({ clock: answered, filter: ({ action }) => action === 'confirm', fn: () => undefined, target: kept })
// Escape is no answer: the renter stays with the extras as they are.
sample({ clock: answered, filter: ({ action, dismissed }) => action === 'close' && dismissed !== true, fn: () => undefined, target: dropped })

// What this visit changed goes; what was chosen before, and what the server has, stays (S1.80). A price that was asked for took nothing out of stock.
sample({
  clock: dropped, source: { draft: $offerDraft, stage: $stage }, filter: ({ draft, stage }) => stage === 'offered' && draft.undecided !== undefined,
  fn: ({ draft }) => ({ draft: decidedDraft(draft, draft.extras) }), target: offerDraftChanged,
})
sample({ clock: dropped, fn: () => ({}), target: extrasSkipped })
