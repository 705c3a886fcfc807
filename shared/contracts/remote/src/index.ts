import type { Language } from '@checkin/api/languages'
import type { ModuleName, ScreenName } from '@checkin/routes'
import type { Event, EventCallable } from 'effector'
import type { ComponentType } from 'react'

export { moduleNames, routeNames } from '@checkin/routes'
export type { ModuleName, RouteName, ScreenName } from '@checkin/routes'

export { languages, type Language } from '@checkin/api/languages'

/** One visit of a screen: which, and what its address carried. */
export interface StepVisit {
  readonly name: ScreenName
  /** Values of the path's parameters, for example `guid`. */
  readonly params: Readonly<Record<string, string>>
  /** Values of the query string; a repeated key keeps its last value. */
  readonly query: Readonly<Record<string, string>>
  /**
   * What operators set about the module for this tenant, every setting of `remote.manifest.ts` with its value or default. The shell adds it
   * when it opens a step, of the version whose code runs; absent where the module declares none.
   */
  readonly settings?: Readonly<Record<string, boolean | number | string>>
}

/** One screen that a remote brings. The shell mounts `View`, fires `opened` once per visit and `closed` when it leaves. */
export interface Step {
  readonly name: ScreenName
  readonly View: ComponentType
  readonly opened: EventCallable<StepVisit>
  readonly closed?: EventCallable<void>
  /**
   * What may happen on a screen that the flow's contract has not, by the names that the module's rows use (`leads`, DEC-195). The shell hears them
   * while the screen is open, and leads where the row says.
   */
  readonly events?: Readonly<Record<string, Event<void>>>
}

/** Words of a module in one language: flat keys, i18next placeholders. The namespace is the module's name. */
export type Words = Readonly<Record<string, string>>

/**
 * Loads a module's words, a chunk for each language. English is always there; a version that was published before the product learned a
 * language has none for it and shows English (DEC-112).
 */
export type WordLoaders = Readonly<Partial<Record<Language, () => Promise<{ readonly default: Words }>>> & Record<'en', () => Promise<{ readonly default: Words }>>>

/** What `src/remote.ts` of every remote exports as `remote`; nothing else of a remote is reachable from outside. */
export interface RemoteModule {
  readonly name: ModuleName
  readonly steps: readonly Step[]
  readonly words: WordLoaders
}
