import type { IntentRow } from './intent-store.ts'
import type { PaymentView } from './payment-view.ts'

/** A payment as it may be told, from its row. */
export function viewOf(intent: IntentRow): PaymentView {
  const facts = {
    paymentId: intent.id, purpose: intent.purpose, provider: intent.provider, amountMinor: intent.amount_minor, currency: intent.currency, card: intent.card,
  }
  switch (intent.state) {
    case 'created': case 'sent': return { ...facts, state: 'checking' }
    // Given up, but the provider has not confirmed it: nobody is sent there any more.
    case 'awaiting': return intent.redirect_url === null || intent.cancel_reason !== null ? { ...facts, state: 'checking' }
      : { ...facts, state: 'redirect', url: intent.redirect_url, frame: intent.is_redirect_framed }
    case 'paid': return { ...facts, state: 'paid', settledAt: (intent.settled_at ?? intent.updated_at).toISOString() }
    case 'authorised': return { ...facts, state: 'authorised', captureBefore: intent.capture_before?.toISOString() ?? null }
    case 'declined': return { ...facts, state: 'declined', code: intent.code ?? '' }
    default: return { ...facts, state: intent.state }
  }
}
