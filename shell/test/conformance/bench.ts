import type { ScreenName } from '@checkin/remote'

/** What a module has once it is loaded. */
export type LoadedModule =
  | { readonly kind: 'loaded'; readonly name: string; readonly steps: readonly { readonly name: string; readonly isWhole: boolean; readonly events: readonly string[] }[] }
  | { readonly kind: 'failed'; readonly problem: string }

/** How far the step that is shown has come; a step that breaks while it is rendered is missing. */
export type Phase = 'waiting' | 'opened' | 'missing'

/** Whether calls are answered as the contract says, or with pages that are no answers. */
export type ApiManner = 'answers' | 'nonsense'

/** What the page of the kit lets the kit do. */
export interface Bench {
  readonly inspect: () => Promise<LoadedModule>
  readonly show: (step: ScreenName, api: ApiManner) => void
  readonly phase: () => Phase
  readonly hide: () => void
  /** Methods of built-in objects that the module has changed. */
  readonly changed: () => readonly string[]
  /** Messages that were asked for and that nobody has, as `namespace:key`. */
  readonly missing: () => readonly string[]
}

/** What a screen has running or hung up in the page, counted by kind. */
export type Leftovers = Readonly<Record<'timers' | 'listeners' | 'styles' | 'elements', number>>
