import type { PaymentPurpose } from './payment-state.ts'
import type { CardSummary } from './providers/provider.ts'

interface PaymentFacts {
  /** What support finds it by; the provider knows it as merchant transaction id. */
  readonly paymentId: string
  readonly purpose: PaymentPurpose
  /** Code of the gateway (DEC-69). */
  readonly provider: string
  /** Minor units. */
  readonly amountMinor: number
  /** ISO 4217. */
  readonly currency: string
  /** Masked, as the provider told it; null until then and for wallets. */
  readonly card: CardSummary | null
}

/** How a payment stands, as it may be told. `checking` is the truth while the provider has not answered. Moments are ISO 8601 in UTC. */
export type PaymentView = PaymentFacts & (
  | { readonly state: 'checking' }
  /** The renter goes on at `url`; `frame` for 3-D Secure, which stays on our page. */
  | { readonly state: 'redirect'; readonly url: string; readonly frame: boolean }
  | { readonly state: 'paid'; readonly settledAt: string }
  /** A hold that the counter may take until `captureBefore`; null when the provider does not say. */
  | { readonly state: 'authorised'; readonly captureBefore: string | null }
  /** The provider's result code. */
  | { readonly state: 'declined'; readonly code: string }
  | { readonly state: 'cancelled' | 'expired' | 'voided' | 'captured' | 'refunded' }
)
