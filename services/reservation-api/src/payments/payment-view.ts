import type { IntentRow } from './intent-store.ts'
import type { PaymentPurpose } from './payment-state.ts'
import type { CardSummary } from './providers/provider.ts'
import type { Minor } from '../pricing/money.ts'

interface PaymentFacts {
  /** What support finds it by; the provider knows it as merchant transaction id. */
  readonly paymentId: string
  readonly purpose: PaymentPurpose
  /** Code of the gateway (DEC-69). */
  readonly provider: string
  /** Minor units. */
  readonly amountMinor: Minor
  /** ISO 4217. */
  readonly currency: string
  /** Masked, as the provider named it; null until then and for wallets. */
  readonly card: CardSummary | null
}

/** The status of a payment, as it may be shown. `checking` is the truth while the provider has not answered. Moments are ISO 8601 in UTC. */
export type PaymentView = PaymentFacts & (
  | { readonly state: 'checking' }
  /** The renter goes on at `url`; `frame` for 3-D Secure, which stays on our page. */
  | { readonly state: 'redirect'; readonly url: string; readonly frame: boolean }
  | { readonly state: 'paid'; readonly settledAt: string }
  /** A hold that the counter may capture until `captureBefore`; null when the provider does not say. */
  | { readonly state: 'authorised'; readonly captureBefore: string | null }
  /** The provider's result code. */
  | { readonly state: 'declined'; readonly code: string }
  | { readonly state: 'cancelled' | 'expired' | 'voided' | 'captured' | 'refunded' }
)

/** A payment as it may be shown, from its row. */
export function viewOf(intent: IntentRow): PaymentView {
  const facts = {
    paymentId: intent.id, purpose: intent.purpose, provider: intent.provider, amountMinor: intent.amount_minor, currency: intent.currency, card: intent.card,
  }
  switch (intent.state) {
    case 'created': case 'sent': return { ...facts, state: 'checking' }
    // Cancelled here, but not yet confirmed by the provider: nobody is sent there any more.
    case 'awaiting': return intent.redirect_url === null || intent.cancel_reason !== null ? { ...facts, state: 'checking' }
      : { ...facts, state: 'redirect', url: intent.redirect_url, frame: intent.is_redirect_framed }
    case 'paid': return { ...facts, state: 'paid', settledAt: (intent.settled_at ?? intent.updated_at).toISOString() }
    case 'authorised': return { ...facts, state: 'authorised', captureBefore: intent.capture_before?.toISOString() ?? null }
    case 'declined': return { ...facts, state: 'declined', code: intent.code ?? '' }
    default: return { ...facts, state: intent.state }
  }
}
