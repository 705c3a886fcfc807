import type { Language } from '@checkin/i18n'
import type { Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { PaymentPurpose } from './payment-state.ts'
import type { PaymentView } from './payment-view.ts'
import type { CardMeans } from './providers/provider.ts'

/** By what a renter pays. */
export interface PaymentMethod {
  /** Code of one of the tenant's gateways (DEC-69). */
  readonly provider: string
  /** Null for a wallet. */
  readonly means: CardMeans | null
  /** Keeps the card at the provider for the counter. */
  readonly register: boolean
}

export interface PaymentStart {
  readonly tenant: Tenant
  readonly reservationId: string
  readonly purpose: PaymentPurpose
  /** Minor units. A balance must be exactly what is due, else nothing is charged (DEC-23); a deposit is the caller's to know. */
  readonly amountMinor: number
  /** Version of the reservation that the amount was made from; null for the one that it has now. */
  readonly rowVersion: number | null
  readonly method: PaymentMethod
  /** Session that pays; it becomes read-only when the payment completes the reservation (DEC-85). */
  readonly sessionId: string
  /** The renter's, for the provider's own pages. */
  readonly language: Language
  /** `Idempotency-Key` of the call (DEC-48): the same key never begins a second payment. */
  readonly clientKey: string
}

export interface PaymentOf {
  readonly tenantId: string
  readonly reservationId: string
  readonly purpose: PaymentPurpose
}

export type Confirmation = { readonly kind: 'known'; readonly payment: PaymentView } | { readonly kind: 'unknown' } | { readonly kind: 'unbooked' }

/**
 * Money of renters. A payment exists before anybody is asked to charge, has one id for ever, and only the provider's word ends it; whoever
 * calls gets the truth within a few seconds, `checking` included, and the worker goes on with it whatever becomes of this process.
 */
export interface Payments {
  /**
   * Begins a payment, or gives back the one that is under way for the same reservation, purpose, amount and gateway.
   * Throws ServiceError 409 `AmountChanged` (data: the amount due), `PaymentInProgress` (data: its paymentId), `VersionConflict`,
   * `KeyReused`; 400 `InvalidRequest` for a gateway or means that cannot be; 503 `Unavailable` while the provider is known to be away: nothing is charged then.
   */
  readonly start: (start: PaymentStart) => Promise<PaymentView>
  /** The latest payment of a reservation and purpose; null when there was none. Asks nobody. */
  readonly current: (of: PaymentOf) => Promise<PaymentView | null>
  /** The same after asking the provider about an open one, and going on with a wallet that the renter approved. */
  readonly refresh: (of: PaymentOf) => Promise<PaymentView | null>
  /**
   * The payment that a provider's return page names (API-29). The name proves nothing: the provider is asked. `unbooked` when it has the
   * renter's money and our books cannot say so.
   */
  readonly confirm: (of: PaymentOf, identifier: string) => Promise<Confirmation>
  /** Gives up an open payment; it is `cancelled` only when the provider has confirmed that, until then `checking`. */
  readonly cancel: (of: PaymentOf) => Promise<PaymentView | null>
  /** Queues the giving back of a held deposit, in the caller's transaction; repeating it is harmless. */
  readonly queueVoid: (transaction: Transaction<Tables>, of: Omit<PaymentOf, 'purpose'>, afterSeconds: number) => Promise<void>
  /** Takes a queued giving back away again: the hold is needed after all. */
  readonly keepHold: (transaction: Transaction<Tables>, of: Omit<PaymentOf, 'purpose'>) => Promise<void>
  /** Gives a held deposit back now; `authorised` remains while the provider has not confirmed it. */
  readonly void: (of: Omit<PaymentOf, 'purpose'>) => Promise<PaymentView | null>
}
