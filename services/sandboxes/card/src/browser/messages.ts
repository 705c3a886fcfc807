import type { Brand } from './cards.ts'

/** The two fields that live in frames of the provider. */
export type FieldName = 'number' | 'cvv'

export type FieldEventName = 'input' | 'focus' | 'blur' | 'enter' | 'esc' | 'tab' | 'shift-tab'

/** What the page that embeds the fields may know of what was typed: never the digits. */
export interface FieldState {
  readonly cardType: Brand
  readonly validNumber: boolean
  readonly validCvv: boolean
  readonly numberLength: number
  readonly cvvLength: number
}

/** One thing that is wrong with a card, in the spelling of the provider. */
export interface FieldProblem {
  readonly attribute: string
  readonly key: string
  readonly message: string
}

/** What a page may know of a card whose number stays with the provider. */
export interface TokenisedCard {
  readonly card_type: Brand
  readonly card_holder: string
  readonly bin_digits: string
  readonly first_six_digits: string
  readonly last_four_digits: string
  readonly month: string
  readonly year: string
  readonly fingerprint: string
}

export type HostedFieldStyle = Readonly<Record<string, string>>

/** Script of the page -> frame. `nonce` was made by the script for these frames and is known to nobody else. */
export type ToFrame = { readonly channel: 'payment-js'; readonly nonce: string } & (
  | { readonly type: 'configure'; readonly style?: HostedFieldStyle; readonly placeholder?: string; readonly attributes?: Readonly<Record<string, string>> }
  | { readonly type: 'focus' }
  | { readonly type: 'tokenize'; readonly request: string; readonly publicKey: string; readonly data: Readonly<Record<string, string>> }
  | { readonly type: 'refresh'; readonly request: string; readonly publicKey: string; readonly referenceUuid: string }
)

/** Frame -> script of the page. */
export type FromFrame = { readonly channel: 'payment-js'; readonly nonce: string; readonly field: FieldName } & (
  | { readonly type: 'ready' }
  | { readonly type: 'event'; readonly event: FieldEventName; readonly state: FieldState }
  | { readonly type: 'token'; readonly request: string; readonly token: string; readonly card: TokenisedCard | null }
  | { readonly type: 'refused'; readonly request: string; readonly errors: readonly FieldProblem[] }
)
