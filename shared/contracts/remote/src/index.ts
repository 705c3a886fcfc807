import type { ModuleName, RouteName } from '@checkin/routes'
import type { EventCallable } from 'effector'
import type { ComponentType } from 'react'

export { moduleNames, routeNames } from '@checkin/routes'
export type { ModuleName, RouteName } from '@checkin/routes'

/** CONST-32; the first is default and fallback. */
export const languages = ['en', 'pt', 'fr'] as const
export type Language = (typeof languages)[number]

/** One visit of a screen: which, and what its address carried. */
export interface StepVisit {
  readonly name: RouteName
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
  readonly name: RouteName
  readonly View: ComponentType
  readonly opened: EventCallable<StepVisit>
  readonly closed?: EventCallable<void>
}

/** Words of a module in one language: flat keys, i18next placeholders. The namespace is the module's name. */
export type Words = Readonly<Record<string, string>>

/** What `src/remote.ts` of every remote exports as `remote`; nothing else of a remote is reachable from outside. */
export interface RemoteModule {
  readonly name: ModuleName
  readonly steps: readonly Step[]
  /** Loads the module's words; each language is a chunk of its own. */
  readonly words: Readonly<Record<Language, () => Promise<{ readonly default: Words }>>>
}
