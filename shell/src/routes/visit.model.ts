import { $completion, $config, $lookup, $mode, $reservation, type Completion } from '@checkin/flow'
import type { StepVisit } from '@checkin/remote'
import { combine, createEvent, createStore, sample } from 'effector'
import { alertRaised, screenLeft } from '../feedback/alert.model.ts'
import { leaveNoticeFx } from '../session/tab-storage.ts'
import { $listsLoaded, firstScreenUsable, listsNeeded, listsSettled } from '../config/lists.model.ts'
import { $clearing, clearAsked } from '../session/clear.model.ts'
import { leadFrom, reasonOf } from '../flow/what-is-missing.ts'
import { addressOf, completionNames } from './addresses.ts'
import { guard, isInspection, type GuardFacts, type Verdict } from './guards.ts'
import { goFx, scrollToTopFx } from './navigation.ts'
import { needsOwnDocument } from './page-documents.ts'
import { $document, openDocumentFx } from './page-document.model.ts'
import { $broughtSteps, isBrought } from './release.ts'
import { routeOf } from './route-table.ts'

/** Somebody wants a screen; null for an address that names none. */
export interface Wish {
  readonly visit: StepVisit | null
  readonly origin: GuardFacts['origin']
}

/** What the stage shows. */
export type Stage =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'step'; readonly visit: StepVisit }
  /** Check-in continues at the counter; `missing` is the screen that did not come, `code` what the renter may tell support. */
  | { readonly kind: 'counter'; readonly missing: StepVisit['name']; readonly code: string | null }

export const home: StepVisit = { name: 'verify-reservation', params: {}, query: {} }

export const screenWished = createEvent<Wish>()
/** A screen is drawn for the first time in this visit. */
export const stepShown = createEvent()
/** The renter gave up on a module that did not come and goes on at the counter, with the code of that failure. */
export const counterChosen = createEvent<string | null>()
/** The release set has not the screen that the renter needs. */
export const screenAbsent = createEvent<StepVisit['name']>()
/** The support code under which that was told. */
export const absenceTold = createEvent<string>()

/** The screen that the renter is on; null until the first is decided. */
export const $visit = createStore<StepVisit | null>(null)
export const $stage = createStore<Stage>({ kind: 'waiting' })

const $facts = combine(
  { reservation: $reservation, lookup: $lookup, completion: $completion, config: $config, brought: $broughtSteps, mode: $mode },
  ({ reservation, lookup, completion, config, brought, mode }) => ({
    mode, missing: reservation?.missing,
    hasReservation: reservation !== null, hasLookup: lookup !== null, completion, isSandbox: config?.isSandbox ?? false, brought,
  }),
)

/** Two screens that share a path are told apart by this (DEC-17). */
export const $variant = combine({ mode: $mode, completion: $completion })

const isHere = (stage: Stage, visit: StepVisit): boolean => stage.kind === 'step' && stage.visit.name === visit.name && addressOf(stage.visit) === addressOf(visit)

/** The ending that a finished check-in stays on (DEC-75). */
const endOf = (completion: Completion): StepVisit => (completion === null ? home : { name: completionNames[completion], params: {}, query: {} })

const judged = sample({
  clock: screenWished,
  source: { facts: $facts, clearing: $clearing, stage: $stage },
  // Two views of one screen (VERIF-01) are no navigation.
  filter: ({ clearing, stage }, { visit }) => !clearing && !(visit !== null && isHere(stage, visit)),
  fn: ({ facts: { brought, mode, missing, ...facts } }, { visit, origin }) => {
    const judge = (wish: StepVisit): Verdict => guard(routeOf(wish.name), { ...facts, isBrought: isBrought(brought, wish), origin })
    const verdict = visit === null ? 'home' : judge(visit)
    const lead = visit !== null && verdict === 'open' && routeOf(visit.name).needs === 'reservation' && !isInspection(routeOf(visit.name)) ? leadFrom(visit.name, missing, mode) : null
    if (lead === null) return { visit: visit ?? home, verdict, origin, reason: null }
    const there: StepVisit = { name: lead.to, params: {}, query: {} }
    return { visit: there, verdict: judge(there) === 'open' ? 'led' as const : judge(there), origin, reason: lead.code }
  },
})

sample({ clock: judged, fn: () => undefined, target: screenLeft })

/** What a screen told led on to another one; an address that was typed, or Back and Forward, did not. */
export const ledOn = judged.filter({ fn: ({ origin }) => origin === 'step' })

sample({ clock: judged, filter: ({ verdict }) => verdict === 'counter', fn: ({ visit }) => visit.name, target: screenAbsent })
$stage.on(screenAbsent, (_, missing) => ({ kind: 'counter', missing, code: null }))

sample({ clock: counterChosen, source: $visit, fn: (visit, code): Stage => ({ kind: 'counter', missing: (visit ?? home).name, code }), target: $stage })
$stage.on(absenceTold, (stage, code) => (stage.kind === 'counter' ? { ...stage, code } : stage))

/** What is to be opened, and how the address follows: an address that led nowhere is replaced, so that Back and Forward stay of use. */
interface Next {
  readonly visit: StepVisit
  readonly follow: 'not' | 'add' | 'replace'
}

const wanted = sample({
  clock: judged,
  source: { document: $document, from: $visit, completion: $completion },
  filter: (_, { verdict }) => verdict !== 'counter',
  fn: ({ document, from, completion }, { visit, verdict, origin, reason }) => {
    const next: Next = verdict === 'open' || verdict === 'led'
      ? { visit, follow: origin === 'step' ? 'add' : verdict === 'led' ? 'replace' : 'not' }
      : { visit: verdict === 'finished' ? endOf(completion) : home, follow: origin === 'step' ? 'add' : 'replace' }
    return { next, from, reason, crosses: next.follow !== 'not' && needsOwnDocument(routeOf(next.visit.name), document) }
  },
})
const agreed = wanted.filterMap(({ next, crosses }) => (crosses ? undefined : next))

// Payment pages and the others never share a document: the site is asked for the next one.
sample({
  clock: wanted.filter({ fn: ({ crosses }) => crosses }),
  fn: ({ next, from }) => ({ to: addressOf(next.visit), replace: next.follow === 'replace' || replaces(from, next.visit) }),
  target: openDocumentFx,
})

// Why the renter is led elsewhere is told there, also by a page of its own (DEC-95).
const led = wanted.filterMap(({ reason, crosses }) => (reason === null ? undefined : { crosses, alert: { key: reasonOf(reason), state: 'warning' as const } }))
sample({ clock: led.filter({ fn: ({ crosses }) => !crosses }), fn: ({ alert }) => alert, target: alertRaised })
sample({ clock: led.filter({ fn: ({ crosses }) => crosses }), fn: ({ alert }) => alert, target: leaveNoticeFx })

const $next = createStore<Next | null>(null).on(agreed, (_, next) => next)

// DEC-94: the first screen waits for no list; before every later one they have been asked for (SHELL-35).
const $isFirst = $visit.map((visit) => visit === null)
const $mustWait = combine($isFirst, $listsLoaded, (first, loaded) => !first && !loaded)
sample({ clock: agreed, filter: $mustWait, fn: () => undefined, target: listsNeeded })
sample({ clock: agreed, filter: $mustWait, fn: (): Stage => ({ kind: 'waiting' }), target: $stage })

const entered = sample({
  clock: [sample({ clock: agreed, filter: $mustWait.map((wait) => !wait) }), sample({ clock: listsSettled })],
  source: { next: $next, visit: $visit, clearing: $clearing },
  filter: ({ next, clearing }) => next !== null && !clearing,
  fn: ({ next, visit }) => ({ to: next?.visit ?? home, follow: next?.follow ?? 'not', from: visit }),
})
$next.reset(entered)

const throughDoors = ['verify-guid', 'precheckout-guid', 'paymentLog', 'paymentCancel', 'complete-signed']
/** Entries of loaders and links are replaced in history, and so is what completion ends (DEC-75). */
const replaces = (from: StepVisit | null, to: StepVisit): boolean =>
  from === null || throughDoors.includes(from.name) || routeOf(to.name).path === '/complete'

sample({ clock: entered, fn: ({ to }) => to, target: $visit })
sample({ clock: entered, fn: ({ to }): Stage => ({ kind: 'step', visit: to }), target: $stage })
sample({
  clock: entered,
  filter: ({ follow, from, to }) => follow === 'replace' || (follow === 'add' && (from === null || addressOf(from) !== addressOf(to))),
  fn: ({ follow, from, to }) => ({ to: addressOf(to), replace: follow === 'replace' || replaces(from, to) }),
  target: goFx,
})
// DEC-75: the ending stands twice in the history, so that the browser's Back stays within this document and can be taken back.
sample({
  clock: entered,
  filter: ({ follow, to }) => follow !== 'not' && routeOf(to.name).path === '/complete',
  fn: ({ to }) => ({ to: addressOf(to), replace: false }),
  target: goFx,
})
sample({ clock: entered, fn: () => undefined, target: scrollToTopFx })

sample({ clock: stepShown, source: $listsLoaded, filter: (loaded) => !loaded, fn: () => undefined, target: firstScreenUsable })

// The page is about to reload: what is drawn meanwhile is the first screen, without anything of the session (SHELL-38).
sample({ clock: clearAsked, fn: () => home, target: $visit })
sample({ clock: clearAsked, fn: (): Stage => ({ kind: 'waiting' }), target: $stage })
