import type { Minor } from '../../pricing/money.ts'

/** What a provider is asked to charge or to hold: the amount and the ids never change once written (invariant I4). */
export interface ProviderOrder {
  readonly tenantId: string
  /** Made once per payment and sent with every retry, so that a repetition can never be a second charge. */
  readonly merchantTransactionId: string
  readonly amountMinor: Minor
  /** ISO 4217. */
  readonly currency: string
  readonly description: string
  /** Of the renter, for the provider's own pages; null leaves it to the browser. */
  readonly language: string | null
  /** Addresses of ours, with a one-time token instead of the guid (DEC-77). */
  readonly successUrl: string
  readonly cancelUrl: string
  readonly callbackUrl: string
}

/** The payment instrument: a one-time token of the hosted fields, or a saved card's reference. Numbers and CVV never come here. */
export type CardInstrument =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'saved'; readonly referenceToken: string; readonly token: string | null }

export interface CardOrder extends ProviderOrder {
  readonly instrument: CardInstrument
  /** Keeps the card at the provider for the counter (recurring holds of pre-checkout). */
  readonly register: boolean
  /** The company holds a kept card anew: nobody is there to be asked by the bank. */
  readonly isMerchantInitiated: boolean
}

/** Masked card as the provider names it, for receipts and lists: `4111 **** **** 1111`. */
export interface CardSummary {
  readonly masked: string
  readonly brand: string
  readonly referenceToken: string | null
}

/**
 * What a provider answered, or that it did not. `unknown` is never a failure: the charge may have happened,
 * and only `status` or a callback may end it (P9, P10).
 */
export type ProviderOutcome =
  | { readonly kind: 'charged'; readonly providerId: string; readonly amountMinor: Minor; readonly currency: string; readonly card: CardSummary | null }
  | { readonly kind: 'held'; readonly providerId: string; readonly amountMinor: Minor; readonly currency: string; readonly captureBefore: string | null; readonly card: CardSummary | null }
  | { readonly kind: 'redirect'; readonly providerId: string; readonly url: string; readonly frame: boolean }
  | { readonly kind: 'pending'; readonly providerId: string | null }
  | { readonly kind: 'declined'; readonly providerId: string | null; readonly code: string }
  | { readonly kind: 'cancelled'; readonly providerId: string | null }
  | { readonly kind: 'expired'; readonly providerId: string | null }
  | { readonly kind: 'voided'; readonly providerId: string }
  | { readonly kind: 'refunded'; readonly providerId: string; readonly amountMinor: Minor }
  /** Only of `status`: the provider has never seen this id, the order may be sent (again). */
  | { readonly kind: 'notFound' }
  /** Refused before anything happened (busy, maintenance, too many requests): the same id is sent again later. */
  | { readonly kind: 'unavailable'; readonly code: string }
  | { readonly kind: 'unknown'; readonly reason: 'timeout' | 'network' | 'unreadable' }

/** A callback as it arrived, before anybody believes it. */
export interface RawCallback {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** A callback whose signature holds. `eventId` is the same for every repetition of one event. */
export interface ProviderEvent {
  readonly eventId: string
  readonly merchantTransactionId: string
  readonly outcome: ProviderOutcome
}

/** One of a provider's own transactions by both of its names. */
export interface OrderIds {
  readonly merchantTransactionId: string
  readonly providerId: string
}

/** A sum of one of them. */
export interface MoneyOfOrder extends OrderIds {
  readonly amountMinor: Minor
  /** ISO 4217. */
  readonly currency: string
}

/** One of the refunds of an order. */
export interface RefundOfOrder extends MoneyOfOrder {
  /** From 1; the provider knows each by our id with its number, so that a repetition is the same refund. */
  readonly number: number
}

/** What is put behind our id to name a refund by: the first one has no number, as ever. */
export const refundSuffix = (number: number): `refund${string}` => `refund${number === 1 ? '' : String(number)}`

/**
 * The parts that every kind of provider has. One request may be several calls of the provider's API; `limit` ends it: the call under way is
 * given up, no further one is made, and the answer is `unknown`.
 */
interface Provider {
  /** Asks what became of an order; for ever answerable by our own id. */
  readonly status: (merchantTransactionId: string, limit?: AbortSignal) => Promise<ProviderOutcome>
  /** `null` for a signature that does not hold or a body that cannot be read: answered 401 and counted. */
  readonly readCallback: (callback: RawCallback) => ProviderEvent | null
  /** Text of a taken callback, to the letter what the provider waits for. */
  readonly acknowledgement: string
  /** Gives money back of what was taken, once per number: a repetition answers how the first one stands. */
  readonly refund: (refund: RefundOfOrder, limit?: AbortSignal) => Promise<ProviderOutcome>
}

/** Hosted-field card provider (DEC-69). */
export interface CardProvider extends Provider {
  readonly debit: (order: CardOrder, limit?: AbortSignal) => Promise<ProviderOutcome>
  readonly preauthorise: (order: CardOrder, limit?: AbortSignal) => Promise<ProviderOutcome>
  /** Voids a hold, or stops a redirect that nobody finished; repeating it is harmless. */
  readonly void: (hold: OrderIds, limit?: AbortSignal) => Promise<ProviderOutcome>
  /** Takes a hold, in all or in part and once; what is not taken is released. A repetition answers how the first one stands. */
  readonly capture: (capture: MoneyOfOrder, limit?: AbortSignal) => Promise<ProviderOutcome>
}

/** Redirect wallet: an order, the renter's approval on the wallet's own page, then our capture. */
export interface WalletProvider extends Provider {
  readonly createOrder: (order: ProviderOrder, limit?: AbortSignal) => Promise<ProviderOutcome>
  /** Captures an approved order; one that was captured already answers `charged` again. */
  readonly capture: (order: OrderIds, limit?: AbortSignal) => Promise<ProviderOutcome>
  readonly cancel: (order: OrderIds, limit?: AbortSignal) => Promise<ProviderOutcome>
}

/** A gateway that can be talked to. */
export type Gateway = { readonly kind: 'card'; readonly provider: CardProvider } | { readonly kind: 'wallet'; readonly provider: WalletProvider }

/** Whether a code is a card's or a wallet's is decided here and nowhere else (DEC-69); null for a code that nobody can pay with. */
export const gatewayKind = (code: string): Gateway['kind'] | null => (code === 'card' || code === 'wallet' ? code : null)

/** The environment's gateways by their code. */
export type ProviderSet = Readonly<Partial<Record<string, Gateway>>>

/** Whether the provider was there at all: what the circuit breaker counts. */
export const isFault = ({ kind }: ProviderOutcome): boolean => kind === 'unknown' || kind === 'unavailable'

/** An outcome for records: what is decided by it, without addresses, tokens and cards. */
export function outcomeFacts(outcome: ProviderOutcome): Readonly<Record<string, unknown>> {
  switch (outcome.kind) {
    case 'charged': case 'held': return { kind: outcome.kind, amountMinor: outcome.amountMinor, currency: outcome.currency, providerId: outcome.providerId }
    case 'refunded': return { kind: outcome.kind, amountMinor: outcome.amountMinor, providerId: outcome.providerId }
    case 'declined': case 'unavailable': return { kind: outcome.kind, code: outcome.code }
    case 'unknown': return { kind: outcome.kind, reason: outcome.reason }
    default: return { kind: outcome.kind }
  }
}
