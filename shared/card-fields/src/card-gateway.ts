import type { PaymentGateway } from '@checkin/api'
import type { CardClient } from './card-form.ts'

/** The gateway that takes cards, of those that the tenant has (DEC-69). */
export const cardGateway = (gateways: readonly PaymentGateway[]): PaymentGateway | null => gateways.find(({ code }) => code === 'card') ?? null

/** Where the provider's fields for a new card come from; null where the gateway lacks a script or a key. */
export function clientOf(gateway: PaymentGateway | null): CardClient | null {
  const { clientScript: script, clientKey: key } = gateway ?? {}
  return script !== undefined && key !== undefined ? { script, key } : null
}
