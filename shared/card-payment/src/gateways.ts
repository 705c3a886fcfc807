import type { PaymentGateway } from '@checkin/api'
import type { CardClient } from './card-form.ts'

/** A card is typed into the provider's own fields on our page; a wallet takes the renter to its own page; a device's wallet asks on this one (PAY-18, DEC-184). */
export type GatewayKind = 'card' | 'wallet' | 'device'

const kinds: Readonly<Record<string, GatewayKind>> = { card: 'card', wallet: 'wallet', googlepay: 'device', applepay: 'device' }

/** The kind of a gateway's code (DEC-69); any other code is not offered, because nobody here knows how to pay with it. */
export const kindOf = (code: string | null): GatewayKind | null => (code !== null && Object.hasOwn(kinds, code) ? kinds[code] ?? null : null)

/** The gateways that a renter can choose here, in the company's order. */
export const usable = (gateways: readonly PaymentGateway[]): readonly PaymentGateway[] => gateways.filter(({ code }) => kindOf(code) !== null)

/** The gateway that takes cards, of those that the tenant has (DEC-69). */
export const cardGateway = (gateways: readonly PaymentGateway[]): PaymentGateway | null => gateways.find(({ code }) => code === 'card') ?? null

/** Where the provider's fields for a new card come from; null where the gateway lacks a script or a key. */
export function clientOf(gateway: PaymentGateway | null): CardClient | null {
  const { clientScript: script, clientKey: key } = gateway ?? {}
  return script !== undefined && key !== undefined ? { script, key } : null
}
