import { readSettings } from '@checkin/server'
import * as z from 'zod'
import { standardLimits, type PaymentLimits } from './payment-limits.ts'
import { createCardProvider } from './providers/card-provider.ts'
import { providerSettings, type CardClient, type ProviderTimes } from './providers/provider-settings.ts'
import type { ProviderSet } from './providers/provider-set.ts'
import { createWalletProvider } from './providers/wallet-provider.ts'

const Environment = z.object({
  CHECKIN_PORT: z.coerce.number().int().default(4000),
  /** How often orders to providers that are due are looked for; those of this process's renters leave at once. */
  CHECKIN_PAYMENT_POLL_MS: z.coerce.number('must be a number').min(50, 'must be at least 50').default(500),
  /** How often what ended is compared with the providers' books. */
  CHECKIN_RECONCILE_MS: z.coerce.number('must be a number').min(1000, 'must be at least 1000').default(60_000),
  /** How long a renter may take at a wallet's page or at 3-D Secure. */
  CHECKIN_REDIRECT_MINUTES: z.coerce.number('must be a number').positive('must be positive').default(15),
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
    limits: { ...standardLimits, redirectSeconds: read.CHECKIN_REDIRECT_MINUTES * 60, ...patienceWith(times) },
    pollMs: read.CHECKIN_PAYMENT_POLL_MS, reconcileMs: read.CHECKIN_RECONCILE_MS,
  }
}

/**
 * A question may become four calls and a step may ask three questions. What one call takes is the provider's; a question has time for one and a
 * bit, a step for two, and whoever has an order keeps it longer than that by what booking takes. What is left unasked is asked at the next look.
 */
export function patienceWith({ connectMs, answerMs }: ProviderTimes): Pick<PaymentLimits, 'callMs' | 'stepMs' | 'leaseSeconds'> {
  const stepMs = 2 * (connectMs + answerMs)
  return { callMs: connectMs + answerMs + 2000, stepMs, leaseSeconds: Math.ceil(stepMs / 1000) + bookingSeconds }
}
