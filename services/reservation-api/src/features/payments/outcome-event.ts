import type { PaymentEvent } from './payment-state.ts'
import type { ProviderOutcome } from './providers/provider.ts'

const events: Readonly<Partial<Record<ProviderOutcome['kind'], PaymentEvent>>> = {
  charged: 'charged', held: 'held', redirect: 'redirected', declined: 'declined', cancelled: 'cancelled', expired: 'expired', voided: 'voided', refunded: 'refunded',
}

/** What a word of the provider means for the state; null for a word that decides nothing, silence included. */
export const eventOf = ({ kind }: ProviderOutcome): PaymentEvent | null => events[kind] ?? null

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
