import { declareSettings, readSettings } from '@checkin/server'
import * as z from 'zod'
import type { BreakerLimits } from './circuit-breaker.ts'
import type { StartLimits } from './start-payment.ts'
import { createCardProvider } from './providers/card-provider.ts'
import { providerSettings, type CardClient, type ProviderTimes } from './providers/provider-settings.ts'
import type { ProviderSet } from './providers/provider.ts'
import { createWalletProvider } from './providers/wallet-provider.ts'

/** Times and counts of the engine. Seconds are the database's, milliseconds this process's. */
export interface PaymentLimits extends StartLimits {
  readonly breaker: BreakerLimits
  /** How long a call of a page waits for the provider before it answers `checking`. */
  readonly answerMs: number
  /** How long a provider's answer is waited for. */
  readonly callMs: number
  /** How long one step of a payment may take at providers, all its questions together; less than the lease of its job. */
  readonly stepMs: number
  /** Least seconds between two questions of pages about one payment. */
  readonly quietSeconds: number
  /** How long after its end a payment is compared with the provider's records. */
  readonly checkAfterSeconds: number
  /** How long before a hold ends the company is warned (P20). */
  readonly holdWarningSeconds: number
  /** How long before a hold ends it is held anew, where it ends before the return and the renter kept the card; 0 never. */
  readonly renewBeforeSeconds: number
}

export const standardLimits: PaymentLimits = {
  redirectSeconds: 15 * 60, leaseSeconds: 12, breaker: { faults: 5, restMs: 10_000 }, answerMs: 4500, callMs: 8000, stepMs: 10_000, quietSeconds: 1,
  checkAfterSeconds: 10 * 60, holdWarningSeconds: 24 * 3600, renewBeforeSeconds: 48 * 3600,
}

const Environment = declareSettings({
  CHECKIN_PORT: z.coerce.number().int().default(4000),
  /** How often jobs that are due are looked for; those of this process's renters leave at once. */
  CHECKIN_PAYMENT_POLL_MS: z.coerce.number('must be a number').min(50, 'must be at least 50').default(500),
  /** How often what ended is compared with the providers' records. */
  CHECKIN_RECONCILE_MS: z.coerce.number('must be a number').min(1000, 'must be at least 1000').default(60_000),
  /** How long a renter may take at a wallet's page or at 3-D Secure. */
  CHECKIN_REDIRECT_MINUTES: z.coerce.number('must be a number').positive('must be positive').default(15),
  /** How long before a deposit's hold ends it is held anew on the kept card, where it ends before the return; 0 leaves that to the company. */
  CHECKIN_RENEW_HOLD_HOURS: z.coerce.number('must be a number').min(0, 'must not be negative').default(48),
})

/** Seconds between a provider's answer and its booking, with a database that is busy. */
const bookingSeconds = 2

export interface PaymentSettings {
  /** The environment's: for what began with them, and for a single company. */
  readonly providers: ProviderSet
  /** How long providers may take. */
  readonly times?: ProviderTimes
  /** Where the browser gets the card provider's fields from; nothing secret. */
  readonly cardClient?: CardClient | null
  readonly callbackBase: string
  readonly limits: PaymentLimits
  readonly pollMs: number
  readonly reconcileMs: number
}

/** Settings of payments; throws SettingsError with the names of the variables that cannot be used. */
export function paymentSettings(env: Readonly<Record<string, string | undefined>> = process.env): PaymentSettings {
  const read = readSettings(Environment, env)
  const { card, wallet, callbackBase, times } = providerSettings(env)
  return {
    providers: {
      ...(card && { card: { kind: 'card', provider: createCardProvider({ account: card.account, times }) } as const }),
      ...(wallet && { wallet: { kind: 'wallet', provider: createWalletProvider({ account: wallet, times }) } as const }),
    },
    cardClient: card?.client ?? null, times,
    // Without a provider nobody calls; signatures have the same door.
    callbackBase: callbackBase === '' ? `http://127.0.0.1:${read.CHECKIN_PORT + 4}` : callbackBase,
    limits: { ...standardLimits, redirectSeconds: read.CHECKIN_REDIRECT_MINUTES * 60, renewBeforeSeconds: read.CHECKIN_RENEW_HOLD_HOURS * 3600, ...patienceWith(times) },
    pollMs: read.CHECKIN_PAYMENT_POLL_MS, reconcileMs: read.CHECKIN_RECONCILE_MS,
  }
}

/**
 * A question may become four calls and a step may ask three questions. What one call takes is the provider's; a question has time for one and a
 * bit, a step for two, and whoever has a job keeps it longer than that by what recording takes. What is left unasked is asked at the next look.
 */
export function patienceWith({ connectMs, answerMs }: ProviderTimes): Pick<PaymentLimits, 'callMs' | 'stepMs' | 'leaseSeconds'> {
  const stepMs = 2 * (connectMs + answerMs)
  return { callMs: connectMs + answerMs + 2000, stepMs, leaseSeconds: Math.ceil(stepMs / 1000) + bookingSeconds }
}
