import type { BreakerLimits } from './circuit-breaker.ts'
import type { StartLimits } from './start-payment.ts'

/** Times and counts of the engine. Seconds are the database's, milliseconds this process's. */
export interface PaymentLimits extends StartLimits {
  readonly breaker: BreakerLimits
  /** How long a call of a page waits for the provider before it answers `checking`. */
  readonly answerMs: number
  /** How long a provider's answer is waited for at all. */
  readonly callMs: number
  /** How long one step of a payment may take at providers, all its questions together; less than the lease of its order. */
  readonly stepMs: number
  /** Least seconds between two questions of pages about one payment. */
  readonly quietSeconds: number
  /** How long after its end a payment is compared with the provider's books. */
  readonly checkAfterSeconds: number
  /** How long before a hold ends the company is warned (P20). */
  readonly holdWarningSeconds: number
}

export const standardLimits: PaymentLimits = {
  redirectSeconds: 15 * 60, leaseSeconds: 12, breaker: { faults: 5, restMs: 10_000 }, answerMs: 4500, callMs: 8000, stepMs: 10_000, quietSeconds: 1,
  checkAfterSeconds: 10 * 60, holdWarningSeconds: 24 * 3600,
}
