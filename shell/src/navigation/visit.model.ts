import { $completion, $config, $lookup, $mode, $offersLayout, $reservation } from '@checkin/flow'
import type { PageData } from '@checkin/releases'
import type { StepVisit } from '@checkin/remote'
import { routeOf, type ScreenName } from '@checkin/routes'
import { combine, createEvent, createStore, sample } from 'effector'
import { $listsLoaded, firstScreenUsable, listsNeeded, listsSettled } from '../config/lists.model.ts'
import { $unanswered, alertRaised, screenLeft } from '../feedback/alert.model.ts'
import { messageKeyOf, redirectFor } from '../flow/missing-data.ts'
import { inLayout } from '../flow/offers.model.ts'
import { $clearing, clearRequested } from '../session/clear.model.ts'
import { leaveNoticeFx } from '../session/tab-storage.ts'
import { addressOf, endingOf } from './addresses.ts'
import { guard, type GuardFacts, type GuardResult } from './guards.ts'
import { goFx, scrollToTopFx } from './history.ts'
import { $document, needsPageLoad, openDocumentFx } from './page-document.model.ts'

/** Somebody asks for a screen; `visit` is null for an address that names none. */
export interface NavigationRequest {
  readonly visit: StepVisit | null
  readonly origin: GuardFacts['origin']
}

/** What the outlet shows. */
export type OutletState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'step'; readonly visit: StepVisit }
  /** Check-in continues at the counter; `missing` is the screen that did not come, `code` what the renter may tell support. */
  | { readonly kind: 'counter'; readonly missing: ScreenName; readonly code: string | null }

/** Steps that the running version of each module has, by module name. */
export type AvailableSteps = Readonly<Record<string, readonly string[]>>

const visitTo = (name: ScreenName): StepVisit => ({ name, params: {}, query: {} })
export const home = visitTo('verify-reservation')

export const navigationRequested = createEvent<NavigationRequest>()
/** A screen is shown for the first time in this visit. */
export const stepShown = createEvent()
/** The renter gave up on a module that did not come and goes on at the counter, with the code of that failure. */
export const counterChosen = createEvent<string | null>()
/** Something happened on a screen that the release set brings: its name in the screen's row. */
export const eventPublished = createEvent<string>()
/** The release set has not the screen that the renter needs. */
export const screenMissing = createEvent<ScreenName>()
/** The support code under which that was reported. */
export const missingScreenReported = createEvent<string>()

/** Filled from the page before the start. */
export const $availableSteps = createStore<AvailableSteps>({})
export const availableStepsOf = (modules: PageData['modules']): AvailableSteps =>
  Object.fromEntries(Object.values(modules).map(({ name, steps }) => [name, steps]))

/** The screen that the renter is on; null until the first is decided. */
export const $visit = createStore<StepVisit | null>(null)
export const $outlet = createStore<OutletState>({ kind: 'waiting' })

/** Two screens that share a path are told apart by this (DEC-17). */
export const $variant = combine({ mode: $mode, completion: $completion })

const $facts = combine(
  { reservation: $reservation, lookup: $lookup, variant: $variant, layout: $offersLayout, config: $config, available: $availableSteps },
  ({ reservation, lookup, variant, layout, config, available }) => ({
    ...variant, layout, missing: reservation?.missing,
    hasReservation: reservation !== null, hasLookup: lookup !== null, isSandbox: config?.isSandbox ?? false, available,
  }),
)

const isHere = (outlet: OutletState, visit: StepVisit): boolean =>
  outlet.kind === 'step' && outlet.visit.name === visit.name && addressOf(outlet.visit) === addressOf(visit)

/** The screen that a request leads to, and why: what the guard says of the one that was asked for, or where missing data have to be given first. */
const guarded = sample({
  clock: navigationRequested,
  source: { facts: $facts, clearing: $clearing, outlet: $outlet },
  // Two views of one screen (VERIF-01) are no navigation.
  filter: ({ clearing, outlet }, { visit }) => !clearing && !(visit !== null && isHere(outlet, visit)),
  fn: ({ facts: { available, mode, layout, missing, ...facts } }, { visit: asked, origin }) => {
    // DEC-107: an offer's own address leads to the page that has all of them.
    const isElsewhere = asked !== null && inLayout(asked.name, layout) !== asked.name
    const visit = isElsewhere ? visitTo(inLayout(asked.name, layout)) : asked
    const resultFor = ({ name }: StepVisit): GuardResult =>
      guard(routeOf(name), { ...facts, origin, isAvailable: available[routeOf(name).module]?.includes(name) ?? false })
    const result = visit === null ? 'home' : resultFor(visit)
    const redirect = visit !== null && result === 'open' ? redirectFor(routeOf(visit.name), missing, mode) : null
    if (redirect === null) return { visit: visit ?? home, result: isElsewhere && result === 'open' ? 'redirected' as const : result, origin, reason: null }
    const target = visitTo(redirect.to)
    return { visit: target, result: resultFor(target) === 'open' ? 'redirected' as const : resultFor(target), origin, reason: redirect.code }
  },
})

sample({ clock: guarded, fn: () => undefined, target: screenLeft })

/** Data of the main driver are missing, and the renter is led to where they are given (DEC-95). */
export const missingDataAsked = guarded.filter({ fn: ({ reason }) => reason !== null })

/** The renter went on by a step's own event; an address that was typed, or Back and Forward, completes nothing. */
export const stepCompleted = guarded.filter({ fn: ({ origin }) => origin === 'step' })

sample({ clock: guarded, filter: ({ result }) => result === 'counter', fn: ({ visit }) => visit.name, target: screenMissing })

/** What is to be opened, and how the address follows: an address that led nowhere is replaced, so that Back and Forward stay of use. */
interface Opening {
  readonly visit: StepVisit
  readonly address: 'keep' | 'push' | 'replace'
}

const decided = sample({
  clock: guarded,
  source: { document: $document, from: $visit, completion: $completion },
  filter: (_, { result }) => result !== 'counter',
  fn: ({ document, from, completion }, { visit, result, origin, reason }) => {
    const byStep = origin === 'step'
    const opening: Opening = result === 'open' || result === 'redirected'
      ? { visit, address: byStep ? 'push' : result === 'redirected' ? 'replace' : 'keep' }
      : { visit: (result === 'finished' ? endingOf(completion) : null) ?? home, address: byStep ? 'push' : 'replace' }
    const alert = reason === null ? undefined : { key: messageKeyOf(reason), state: 'warning' as const }
    return { opening, from, alert, loadsPage: opening.address !== 'keep' && needsPageLoad(routeOf(opening.visit.name), document) }
  },
})
const accepted = decided.filterMap(({ opening, loadsPage }) => (loadsPage ? undefined : opening))

/** Entries of loaders and links are replaced in history, and so is what completion ends (DEC-75). */
const replaces = (from: StepVisit | null, to: StepVisit): boolean =>
  from === null || routeOf(from.name).history === 'replaced' || routeOf(to.name).history === 'final'

// Payment pages and the others never share a document: the site is asked for the next one.
const documentLeft = decided.filter({ fn: ({ loadsPage }) => loadsPage })
sample({
  clock: documentLeft,
  fn: ({ opening, from }) => ({ to: addressOf(opening.visit), replace: opening.address === 'replace' || replaces(from, opening.visit) }),
  target: openDocumentFx,
})

// Why the renter is redirected is said there, also by a page of its own (DEC-95), and so is the failure that led to another document.
sample({ clock: decided.filterMap(({ alert, loadsPage }) => (loadsPage ? undefined : alert)), target: alertRaised })
sample({ clock: sample({ clock: documentLeft, source: $unanswered, fn: (unanswered, { alert }) => alert ?? unanswered }).filterMap((notice) => notice ?? undefined), target: leaveNoticeFx })

const $opening = createStore<Opening | null>(null).on(accepted, (_, opening) => opening)

// DEC-94: the first screen waits for no list; before every later one they have been asked for (SHELL-35).
const $mustWait = combine($visit, $listsLoaded, (visit, loaded) => visit !== null && !loaded)
const delayed = sample({ clock: accepted, filter: $mustWait })
sample({ clock: delayed, fn: () => undefined, target: listsNeeded })

const admitted = sample({
  clock: [sample({ clock: accepted, filter: $mustWait.map((wait) => !wait) }), sample({ clock: listsSettled })],
  source: { opening: $opening, from: $visit, clearing: $clearing },
  filter: ({ opening, clearing }) => opening !== null && !clearing,
  fn: ({ opening, from }) => ({ to: opening?.visit ?? home, address: opening?.address ?? 'keep', from }),
})
$opening.reset(admitted)

// While the page is about to reload, the first screen stands there without anything of the session (SHELL-38).
$visit.on(admitted, (_, { to }) => to).on(clearRequested, () => home)
$outlet
  .on(screenMissing, (_, missing) => ({ kind: 'counter', missing, code: null }))
  .on(sample({ clock: counterChosen, source: $visit, fn: (visit, code) => ({ missing: (visit ?? home).name, code }) }), (_, counter) => ({ kind: 'counter', ...counter }))
  .on(missingScreenReported, (outlet, code) => (outlet.kind === 'counter' ? { ...outlet, code } : outlet))
  .on(admitted, (_, { to }) => ({ kind: 'step', visit: to }))
  .on([delayed, clearRequested], () => ({ kind: 'waiting' }))

sample({
  clock: admitted,
  filter: ({ address, from, to }) => address === 'replace' || (address === 'push' && (from === null || addressOf(from) !== addressOf(to))),
  fn: ({ address, from, to }) => ({ to: addressOf(to), replace: address === 'replace' || replaces(from, to) }),
  target: goFx,
})
// DEC-75: the ending stands twice in the history, so that the browser's Back stays within this document and can be taken back.
sample({
  clock: admitted,
  filter: ({ address, to }) => address !== 'keep' && routeOf(to.name).history === 'final',
  fn: ({ to }) => ({ to: addressOf(to), replace: false }),
  target: goFx,
})
sample({ clock: admitted, fn: () => undefined, target: scrollToTopFx })
sample({ clock: stepShown, source: $listsLoaded, filter: (loaded) => !loaded, fn: () => undefined, target: firstScreenUsable })
