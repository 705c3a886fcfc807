import type { Scope } from 'effector'

// What the gallery draws (decision 0162). A module keeps its table in `src/test/gallery.ts`, beside the doubles that it is made with.

/** One thing that a renter does on the way to a state; names and actions are those of the page's public attributes. */
export type Act =
  | { readonly kind: 'press'; readonly action: string }
  | { readonly kind: 'type'; readonly name: string; readonly value: string }
  /** A radio or a checkbox; `value` tells radios of one name apart. */
  | { readonly kind: 'choose'; readonly name: string; readonly value?: string }
  /** A picture is chosen in a file field. */
  | { readonly kind: 'picture'; readonly name: string }
  /** A box that opens a list or a dialog is pressed. */
  | { readonly kind: 'open'; readonly name: string }

export const press = (action: string): Act => ({ kind: 'press', action })
export const type = (name: string, value: string): Act => ({ kind: 'type', name, value })
export const choose = (name: string, value?: string): Act => ({ kind: 'choose', name, ...(value !== undefined && { value }) })
export const picture = (name: string): Act => ({ kind: 'picture', name })
export const open = (name: string): Act => ({ kind: 'open', name })

/** A state of a screen: the page that it is on, and what the renter did there. */
export interface Drawn {
  readonly page: () => { readonly scope: Scope }
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly acts?: readonly Act[]
}

/** Why a screen has no such state. */
export type Without = `none: ${string}`

/** Every state in which a screen can be seen by its module's own doing; the shell adds what may happen to any screen. */
export interface ScreenStates {
  /** Name of the screen's row in `routes.ts`. */
  readonly screen: string
  readonly normal: Drawn
  /** Something is missing, wrong or refused. */
  readonly errors: Drawn | Without
  /** An answer is waited for. */
  readonly busy: Drawn | Without
  readonly more?: Readonly<Record<string, Drawn>>
}

/** An answer that never comes. */
export const never = (): Promise<never> => new Promise(() => undefined)

/** What `states` of a table come to, by name. */
export const statesOf = ({ normal, errors, busy, more = {} }: ScreenStates): Readonly<Record<string, Drawn>> => ({
  normal, ...(typeof errors !== 'string' && { errors }), ...(typeof busy !== 'string' && { busy }), ...more,
})
