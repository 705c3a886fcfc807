import type { Completion, FlowValue, Mode, ModuleEvents, Progress } from '@checkin/flow'
import type { FlowSlot, RouteName, ScreenName } from '@checkin/routes'

/** Payloads of everything that may lead on: the modules' events, and the browser's own buttons. */
interface Payloads extends ModuleEvents {
  readonly leaveAttempted: object
}
export type EventName = keyof Payloads

/** One event as it reached the shell. */
export type FlowEvent<Name extends EventName = EventName> = { readonly [Each in Name]: { readonly name: Each; readonly payload: Payloads[Each] } }[Name]

export type OffersLayout = 'steps' | 'page'

/** What the decision depends on besides screen and event; the guards of STATES. */
export interface FlowFacts {
  readonly mode: Mode
  readonly flow: FlowValue
  /** adview module on, some isAddDriver extra, not complete. */
  readonly addOn: boolean
  /** upview module on, not completed, not without results. */
  readonly upOn: boolean
  /** exview module on and not yet answered (main) or not finished (pre-checkout). */
  readonly exOn: boolean
  /** exview module on, answered or not: where Back of the overview leads first (DEC-87). */
  readonly exEnabled: boolean
  /** Continue of the pre-checkout steps was pressed (DEC-60). */
  readonly stepsContinued: boolean
  /** The part that is being changed from the overview; null when the renter is on the way there (DEC-184). */
  readonly changing: string | null
  /** The tenant's offers stand on one page (DEC-107); never in pre-checkout. */
  readonly offersLayout: OffersLayout
  /** The main driver's first screen on which something is missing for the agreement; null when nothing is (DEC-95). */
  readonly missingDriverScreen: ScreenName | null
  /** Check-in cannot be completed yet (DEC-95). */
  readonly lacksForCompletion: boolean
  /** Screens of the release set that the renter has passed (DEC-197). */
  readonly passed: readonly string[]
}

/** Where a renter goes. */
export type Place =
  | { readonly kind: 'stay' }
  | { readonly kind: 'screen'; readonly name: ScreenName; readonly query?: Readonly<Record<string, string>>; readonly params?: Readonly<Record<string, string>> }
  /** SHELL-38; `notice` is the key of the one alert carried over the reload (DEC-55). */
  | { readonly kind: 'clear'; readonly notice?: string }
  /** The modal of the leave-page question; Confirm clears, Cancel stays (SHELL-41). */
  | { readonly kind: 'ask-to-quit' }
  /** A message whose only button clears the session (S1.62). */
  | { readonly kind: 'notify-then-clear'; readonly keys: readonly string[] }
  /** The page goes to a provider's address. */
  | { readonly kind: 'leave-site'; readonly url: string }

/** Where a row leads: a place, or one that depends on the facts. `nextStep` turns it into a place. */
export type Target =
  | Place
  /** The first enabled and not completed of additional-driver, upselling, add-extras after this one, and of what the release set brings between them; else the overview (SHELL-54, DEC-197). */
  | { readonly kind: 'next'; readonly after: ScreenName }
  /** Modify data: the first screen that lacks something, else the driver's details (DEC-111). */
  | { readonly kind: 'driver-data' }
  /** Back of the overview and of what the release set brings: the last enabled step before it (DEC-87). */
  | { readonly kind: 'before'; readonly screen: ScreenName }

/** What a transition changes in the flow's stores besides the screen. */
export interface FlowChange {
  readonly flow?: FlowValue
  readonly mode?: Mode
  readonly completion?: Completion
  readonly progress?: Partial<Progress>
}

interface Row<Name extends EventName> {
  /** The rows of STATES that it covers, for the reader. */
  readonly rows: string
  readonly on: readonly RouteName[] | 'any'
  readonly event: Name
  readonly when?: (facts: FlowFacts, payload: Payloads[Name]) => boolean
  readonly to: Target | ((payload: Payloads[Name]) => Target)
  readonly change?: FlowChange
  /** The reservation is loaded again before the row is decided; `eligibility` asks for pre-checkout too (SHELL-48). */
  readonly reload?: 'reservation' | 'eligibility'
  /** Where a failed reload leads; the screen stays when missing. */
  readonly ifReloadFails?: Target
}

/** One row of the state table, typed by its event. Rows are tried in order; the first that fits decides. */
export type Transition<Name extends EventName = EventName> = { readonly [Each in Name]: Row<Each> }[Name]

export const licence = 'driver-document-license'
export const stay: Place = { kind: 'stay' }
export const clear: Place = { kind: 'clear' }
export const screen = (name: RouteName, query?: Readonly<Record<string, string>>): Target => (query ? { kind: 'screen', name, query } : { kind: 'screen', name })
export const nextAfter = (after: FlowSlot): Target => ({ kind: 'next', after })

export const inPrecheckout = (facts: FlowFacts): boolean => facts.mode === 'precheckout'
export const onOnePage = (facts: Pick<FlowFacts, 'offersLayout'>): boolean => facts.offersLayout === 'page'
export const isAdditional = (facts: Pick<FlowFacts, 'flow'>): boolean => facts.flow === 'additionalDriver'
