import { readSettings } from '@checkin/server'
import * as z from 'zod'
import { standardLimits, type PaymentLimits } from './payment-limits.ts'
import type { ProviderSet } from './providers/provider-set.ts'

const Environment = z.object({
  CHECKIN_PORT: z.coerce.number().int().default(4000),
  /** Origin at which payment providers reach this service. */
  CHECKIN_CALLBACK_BASE: z.url('must be an address').optional(),
  /** How often orders to providers that are due are looked for; those of this process's renters leave at once. */
  CHECKIN_PAYMENT_POLL_MS: z.coerce.number('must be a number').min(50, 'must be at least 50').default(500),
  /** How often what ended is compared with the providers' books. */
  CHECKIN_RECONCILE_MS: z.coerce.number('must be a number').min(1000, 'must be at least 1000').default(60_000),
  /** How long a renter may take at a wallet's page or at 3-D Secure. */
  CHECKIN_REDIRECT_MINUTES: z.coerce.number('must be a number').positive('must be positive').default(15),
})

export interface PaymentSettings {
  readonly providers: ProviderSet
  readonly callbackBase: string
  readonly limits: PaymentLimits
  readonly pollMs: number
  readonly reconcileMs: number
}

/** Settings of payments; throws SettingsError with the names of the variables that cannot be used. */
export function paymentSettings(env: Readonly<Record<string, string | undefined>> = process.env): PaymentSettings {
  const read = readSettings(Environment, env)
  return {
    providers: {}, callbackBase: read.CHECKIN_CALLBACK_BASE?.replace(/\/$/, '') ?? `http://127.0.0.1:${read.CHECKIN_PORT + 4}`,
    limits: { ...standardLimits, redirectSeconds: read.CHECKIN_REDIRECT_MINUTES * 60 }, pollMs: read.CHECKIN_PAYMENT_POLL_MS, reconcileMs: read.CHECKIN_RECONCILE_MS,
  }
}
