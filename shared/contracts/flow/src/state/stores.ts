import type { Config, ExtrasSummary, ModuleStatus, Term } from '@checkin/api'
import type { Language } from '@checkin/remote'
import { createStore } from 'effector'
import type { OfferDraft } from '../events/offers.events.ts'
import { noLists, type Lists } from './configuration-state.ts'
import { noProgress, trackedLoads, type Completion, type FlowValue, type LoadedReservation, type Lookup, type Mode, type Progress, type Session, type TrackedLoad } from './session-state.ts'

// Writable here and for the shell (`@checkin/flow/publish/shell`); read-only for everybody else.

export const $flow = createStore<FlowValue>('update', { sid: 'flow/flow' })
export const $mode = createStore<Mode>('main', { sid: 'flow/mode' })
export const $completion = createStore<Completion>(null, { sid: 'flow/completion' })
export const $session = createStore<Session | null>(null, { sid: 'flow/session' })
export const $lookup = createStore<Lookup | null>(null, { sid: 'flow/lookup' })
export const $reservation = createStore<LoadedReservation | null>(null, { sid: 'flow/reservation' })
export const $summary = createStore<ExtrasSummary | null>(null, { sid: 'flow/summary' })
export const $moduleStatus = createStore<readonly ModuleStatus[] | null>(null, { sid: 'flow/module-status' })
export const $progress = createStore<Progress>(noProgress, { sid: 'flow/progress' })
export const $offerDraft = createStore<OfferDraft>({ extras: [], hasClickedUpgrade: false }, { sid: 'flow/offer-draft' })

/** Link token of the eligibility answer: what "Yes, I want to proceed" opens pre-checkout with (DEC-85, PAY-38). */
export const $precheckoutToken = createStore<string | null>(null, { sid: 'flow/precheckout-token' })

export const $config = createStore<Config | null>(null, { sid: 'flow/config' })
export const $terms = createStore<readonly Term[]>([], { sid: 'flow/terms' })
export const $lists = createStore<Lists>(noLists, { sid: 'flow/lists' })
export const $language = createStore<Language>('en', { sid: 'flow/language' })
export const $loading = createStore<Readonly<Record<TrackedLoad, boolean>>>(
  Object.fromEntries(trackedLoads.map((load) => [load, false])) as Record<TrackedLoad, boolean>,
  { sid: 'flow/loading' },
)

/** SHELL-76: the renter's answer to the open or last question; null from its opening until an answer. */
export const $modalAction = createStore<'confirm' | 'close' | null>(null, { sid: 'flow/modal-action' })
