import { ServiceError } from '@checkin/server'
import type { Session } from '../identity/session-store.ts'
import type { CardMeans } from '../payments/providers/provider.ts'
import type { CardRow } from '../reservations/reservation-store.ts'
import type { TenantSettings } from '../tenants/tenant-settings.ts'

/** With what a deposit is held: the gateway, and the card at it. */
export interface DepositMeans {
  readonly provider: string
  readonly means: CardMeans
}

/** Codes of gateways that can hold money on a card (DEC-69). */
const cardGateways = ['card']

/**
 * Reads `authorization` of DEC-62: the token of a new card, or token or reference of a saved one. A saved card needs a session that a code raised
 * (403 `CodeRequired`, DEC-77). Null where a tenant has no card gateway.
 */
export function depositMeans(authorization: string, cards: readonly CardRow[], settings: TenantSettings, session: Session): DepositMeans | null {
  const saved = cards.find((card) => card.token === authorization || card.reference_token === authorization)
  if (saved && session.level !== 'verified') throw new ServiceError(403, 'CodeRequired', 'Confirm the e-mailed code first')
  if (saved) return { provider: saved.provider, means: { kind: 'saved', referenceToken: saved.reference_token ?? saved.token, token: saved.token } }
  const gateway = settings.gateways.find(({ code }) => cardGateways.includes(code))
  return gateway ? { provider: gateway.code, means: { kind: 'token', token: authorization } } : null
}
