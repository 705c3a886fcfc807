import type { PaymentState } from './payment-state.ts'
import type { CancelReason } from './tables.ts'
import type { ProviderOutcome } from './providers/provider.ts'

/** What is known of a payment when its job is due. */
export interface Situation {
  readonly state: PaymentState
  readonly cancelReason: CancelReason | null
  /** Whether the renter's time for it is over. */
  readonly isPastDeadline: boolean
  /** Seconds since a request last left for the provider; null when none ever did. */
  readonly secondsSinceSent: number | null
}

/**
 * What is to be done next about an open payment. `end` needs nobody: no request was sent. `give-up` asks the provider to cancel.
 * `nothing` means that it has ended.
 */
export type Step = 'send' | 'ask' | 'give-up' | 'end' | 'nothing'

export function nextStep({ state, cancelReason, isPastDeadline }: Omit<Situation, 'secondsSinceSent'>): Step {
  const isUnwanted = cancelReason !== null || isPastDeadline
  switch (state) {
    case 'created': return isUnwanted ? 'end' : 'send'
    case 'sent': return 'ask'
    case 'awaiting': return isUnwanted ? 'give-up' : 'ask'
    default: return 'nothing'
  }
}

/** What follows from the answer to a question about a payment. `wait` asks again later. */
export type FollowUp = 'apply' | 'send' | 'capture' | 'give-up' | 'end' | 'wait'

/**
 * Seconds after which a request that the provider does not know will not arrive any more: longer than any provider takes that acts
 * after the line broke (P10).
 */
export const quietSeconds = 120

export function followUp(answer: ProviderOutcome, kind: 'card' | 'wallet', { cancelReason, isPastDeadline, secondsSinceSent }: Situation): FollowUp {
  const isUnwanted = cancelReason !== null || isPastDeadline
  switch (answer.kind) {
    // The very same request once more, under the same id: the provider cannot do it twice.
    case 'notFound': return isUnwanted ? ((secondsSinceSent ?? quietSeconds) >= quietSeconds ? 'end' : 'wait') : 'send'
    // A wallet waits for our capture once the renter approved.
    case 'pending': return kind === 'wallet' ? (isUnwanted ? 'give-up' : 'capture') : 'wait'
    case 'redirect': return isUnwanted ? 'give-up' : 'apply'
    case 'unavailable': case 'unknown': return 'wait'
    default: return 'apply'
  }
}

/** Seconds until a payment is looked at again, by how often it was already: soon at first, then twice as long each time, never over a minute (P15). */
export function lookAgainAfter(attempts: number, chance: () => number = Math.random): number {
  return Math.min(50, 0.5 * 2 ** Math.min(attempts - 1, 10)) * (0.8 + 0.4 * chance())
}
