import * as z from 'zod/mini'

/** What the provider says of its fields while they are typed in; never the digits. */
export const FieldState = z.object({ cardType: z.string(), validNumber: z.boolean(), validCvv: z.boolean() })
export type FieldState = z.infer<typeof FieldState>

const Problem = z.object({ attribute: z.string(), key: z.string() })
export const Problems = z.array(Problem)

/** What the provider tells about a card whose number it keeps. */
export const TokenisedCard = z.object({
  card_type: z.string(), first_six_digits: z.string().check(z.regex(/^\d{6}$/)), last_four_digits: z.string().check(z.regex(/^\d{4}$/)), month: z.string(), year: z.string(),
})

type FieldEvent = 'input' | 'focus' | 'blur' | 'enter'

/** The part of the provider's public script that is used (version 1.3). Everything that it hands over is checked before use. */
export interface PaymentJs {
  init: (publicKey: string, numberElement: HTMLElement, cvvElement: HTMLElement, ready: () => void) => void
  initCvvRefresh: (publicKey: string, cvvElement: HTMLElement, ready: () => void) => void
  numberOn: (event: FieldEvent, listener: (state: unknown) => void) => void
  cvvOn: (event: FieldEvent, listener: (state: unknown) => void) => void
  setNumberStyle: (style: Readonly<Record<string, string>>) => void
  setCvvStyle: (style: Readonly<Record<string, string>>) => void
  setNumberPlaceholder: (text: string) => void
  setNumberAttribute: (name: string, value: string) => void
  setCvvAttribute: (name: string, value: string) => void
  focusNumber: () => void
  focusCvv: () => void
  tokenize: (data: Readonly<Record<string, string>>, success: (token: unknown, card: unknown) => void, refused: (errors: unknown) => void) => void
  refreshCvv: (reference: string, success: (token: unknown) => void, refused: (errors: unknown) => void) => void
  destroy?: () => void
}

/** The script's one name on the page; null while it is not loaded. */
export function newPaymentJs(): PaymentJs | null {
  const make = Reflect.get(globalThis, 'PaymentJs') as (new (version: string) => PaymentJs) | undefined
  return make ? new make('1.3') : null
}
