import type { EventCallable } from 'effector'
import type { ComponentType } from 'react'

/** Every screen by its name in docs/spec/flow.md (SHELL-07 to SHELL-32); the shell's route table gives each its path. */
export const routeNames = [
  'verify-reservation', 'verify-guid', 'verify-code', 'reservation',
  'verify-driver', 'driver-details', 'driver-contact', 'driver-document', 'driver-document-license',
  'additional-driver', 'add-extras', 'extras', 'upselling',
  'overview', 'overview-precheckout', 'paymentLog', 'paymentCancel',
  'precheckout-guid', 'precheckout', 'precheckout-steps', 'rental-agreement',
  'verify-damages', 'verify-km', 'verify-fuel',
  'complete', 'complete-rental-agreement', 'complete-rental-agreement-no-payment',
  'complete-signed', 'test-token',
] as const
export type RouteName = (typeof routeNames)[number]

/** The federated modules that the routes name; also their folder names and the values of `data-module`. */
export const moduleNames = ['mfe-verification', 'mfe-driver', 'mfe-offers', 'mfe-payment', 'mfe-precheckout'] as const
/** Any module, the next team's included. */
export type ModuleName = `mfe-${string}`

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
