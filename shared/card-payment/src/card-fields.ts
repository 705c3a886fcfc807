import * as z from 'zod/mini'
import { knownProblems, unavailable, type CardHolderFields, type CardProblem } from './card-problems.ts'

/** State of the provider's fields while they are typed in; never the digits. */
const FieldState = z.object({ cardType: z.string(), validNumber: z.boolean(), validCvv: z.boolean() })
export type FieldState = z.infer<typeof FieldState>

const Problem = z.object({ attribute: z.string(), key: z.string() })
const Problems = z.array(Problem)

/** What the provider sends about a card whose number it keeps. */
const TokenisedCard = z.object({
  card_type: z.string(), first_six_digits: z.string().check(z.regex(/^\d{6}$/)), last_four_digits: z.string().check(z.regex(/^\d{4}$/)), month: z.string(), year: z.string(),
})

type FieldEvent = 'input' | 'focus' | 'blur' | 'enter'

/** The part of the provider's public script that is used (version 1.3). Everything that it hands over is checked before use. */
interface PaymentJs {
  init: (publicKey: string, numberElement: HTMLElement, cvvElement: HTMLElement, ready: () => void) => void
  initCvvRefresh: (publicKey: string, cvvElement: HTMLElement, ready: () => void) => void
  numberOn: (event: FieldEvent, listener: (state: unknown) => void) => void
  cvvOn: (event: FieldEvent, listener: (state: unknown) => void) => void
  setNumberStyle: (style: Readonly<Record<string, string>>) => void
  setCvvStyle: (style: Readonly<Record<string, string>>) => void
  setNumberAttribute: (name: string, value: string) => void
  setCvvAttribute: (name: string, value: string) => void
  focusNumber: () => void
  focusCvv: () => void
  tokenize: (data: Readonly<Record<string, string>>, success: (token: unknown, card: unknown) => void, refused: (errors: unknown) => void) => void
  refreshCvv: (reference: string, success: (token: unknown) => void, refused: (errors: unknown) => void) => void
  destroy?: () => void
}

/** The script's one name on the page; null while it is not loaded. */
function newPaymentJs(): PaymentJs | null {
  const make = Reflect.get(globalThis, 'PaymentJs') as (new (version: string) => PaymentJs) | undefined
  return make ? new make('1.3') : null
}

/** The card as the renter may see it: brand and mask `4111 **** **** 1111` (PAY-24). */
export interface MaskedCard {
  readonly masked: string
  readonly brand: string
  readonly month: string
  readonly year: string
}

/** What became of the fields: a token that can be used once, or everything that is wrong. */
export type Tokenising =
  | { readonly ok: true; readonly token: string; readonly card: MaskedCard | null }
  | { readonly ok: false; readonly errors: readonly CardProblem[] }

export type HostedField = 'number' | 'cvv'

export interface CardFieldsOptions {
  readonly publicKey: string
  /** Left out for asking only the CVV of a saved card again. */
  readonly numberElement?: HTMLElement
  readonly cvvElement: HTMLElement
  /** Accessible names of the two frames, in the renter's language. */
  readonly labels: Readonly<Record<HostedField, string>>
  /** Properties for the inputs inside the frames: colours and type of the page around. */
  readonly style?: Readonly<Record<string, string>>
  readonly onReady?: () => void
  /** The frames did not answer within `readyMs`, or the script is not there (DEC-92, P2). */
  readonly onFailed?: () => void
  readonly onInput?: (field: HostedField, state: FieldState) => void
  readonly onFocus?: (field: HostedField, focused: boolean) => void
  /** Return was pressed in a field, which submits a form everywhere else. */
  readonly onEnter?: () => void
  /** Milliseconds; 6 s by default. */
  readonly readyMs?: number
  /** Milliseconds that a token may take; 12 s by default. */
  readonly tokenMs?: number
}

export interface CardFields {
  readonly tokenize: (holder: CardHolderFields) => Promise<Tokenising>
  /** A token of the CVV alone, for a saved card. */
  readonly refreshCvv: (referenceToken: string) => Promise<Tokenising>
  readonly setInvalid: (field: HostedField, invalid: boolean) => void
  readonly focus: (field: HostedField) => void
  readonly destroy: () => void
}

const tokenShape = /^[\w:.~+/=-]{8,512}$/

/** Puts the provider's two fields into the page. Number and CVV stay in the provider's frames; what comes out is checked (PAY-19, PAY-22). */
export function createCardFields(options: CardFieldsOptions): CardFields {
  const { numberElement, cvvElement, labels, style = {}, readyMs = 6000, tokenMs = 12_000 } = options
  const payment = newPaymentJs()
  let over = false
  const timer = setTimeout(() => {
    over = true
    options.onFailed?.()
  }, payment ? readyMs : 0)

  const heard = (field: HostedField, listener: ((field: HostedField, state: FieldState) => void) | undefined) => (state: unknown): void => {
    const parsed = FieldState.safeParse(state)
    if (parsed.success) listener?.(field, parsed.data)
  }
  const listen = (field: HostedField, on: PaymentJs['numberOn']): void => {
    on('input', heard(field, options.onInput))
    on('focus', () => options.onFocus?.(field, true))
    on('blur', () => options.onFocus?.(field, false))
    on('enter', () => options.onEnter?.())
  }
  const dress = (): void => {
    if (over) return
    clearTimeout(timer)
    if (numberElement) {
      payment?.setNumberStyle(style)
      payment?.setNumberAttribute('aria-label', labels.number)
    }
    payment?.setCvvStyle(style)
    payment?.setCvvAttribute('aria-label', labels.cvv)
    options.onReady?.()
  }
  if (payment) {
    listen('number', payment.numberOn.bind(payment))
    listen('cvv', payment.cvvOn.bind(payment))
    if (numberElement) payment.init(options.publicKey, numberElement, cvvElement, dress)
    else payment.initCvvRefresh(options.publicKey, cvvElement, dress)
  }

  /** One answer, whichever comes first; the provider's script could call back twice or never. */
  const answered = (ask: (payment: PaymentJs, end: (result: Tokenising) => void) => void): Promise<Tokenising> => new Promise((resolve) => {
    const nobody: Tokenising = { ok: false, errors: [unavailable] }
    if (!payment) {
      resolve(nobody)
      return
    }
    const limit = setTimeout(() => { resolve(nobody) }, tokenMs)
    ask(payment, (result) => {
      clearTimeout(limit)
      resolve(result)
    })
  })

  return {
    tokenize: (holder) => answered((script, end) => { script.tokenize({ ...holder }, (token, card) => { end(tokenOf(token, card)) }, (errors) => { end(refusalOf(errors)) }) }),
    refreshCvv: (reference) => answered((script, end) => { script.refreshCvv(reference, (token) => { end(tokenOf(token, null)) }, (errors) => { end(refusalOf(errors)) }) }),
    setInvalid: (field, invalid) => {
      if (field === 'number') payment?.setNumberAttribute('aria-invalid', String(invalid))
      else payment?.setCvvAttribute('aria-invalid', String(invalid))
    },
    focus: (field) => {
      if (field === 'number') payment?.focusNumber()
      else payment?.focusCvv()
    },
    destroy: () => {
      over = true
      clearTimeout(timer)
      payment?.destroy?.()
    },
  }
}

const brands: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }

function tokenOf(token: unknown, card: unknown): Tokenising {
  if (typeof token !== 'string' || !tokenShape.test(token)) return { ok: false, errors: [unavailable] }
  const parsed = TokenisedCard.safeParse(card)
  if (!parsed.success) return { ok: true, token, card: null }
  const { first_six_digits: first, last_four_digits: last, card_type: type, month, year } = parsed.data
  return { ok: true, token, card: { masked: `${first.slice(0, 4)} **** **** ${last}`, brand: brands[type] ?? 'Card', month, year } }
}

function refusalOf(errors: unknown): Tokenising {
  const parsed = Problems.safeParse(errors)
  const problems = parsed.success ? knownProblems(parsed.data) : []
  return { ok: false, errors: problems.length > 0 ? problems : [unavailable] }
}
