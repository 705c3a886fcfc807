import { ServiceError } from '@checkin/server'
import type { Transaction } from 'kysely'
import { decimalOf, type Minor } from '../pricing/money.ts'
import type { Tables } from './tables.ts'
import type { Proceeding } from '../reservations/proceeding.ts'
import { isReadOnlyFor } from '../reservations/own-reservation.ts'
import { lockedReservation, type StoredReservation } from '../reservations/reservation-store.ts'
import { reservationTotals } from '../reservations/wire-summary.ts'
import { digestOf, insertIntent, intentById, storeKey, latestIntent, liveIntent, newIntentId, sealInstrument, useOfKey, type IntentRow } from './intent-store.ts'
import { queueJob, type JobRow } from './outbox-store.ts'
import type { Language } from '@checkin/i18n'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { PaymentPurpose } from './payment-state.ts'
import type { CardInstrument } from './providers/provider.ts'

/** By what a renter pays. */
export interface PaymentMethod {
  /** Code of one of the tenant's gateways (DEC-69). */
  readonly provider: string
  /** Null for a wallet. */
  readonly instrument: CardInstrument | null
  /** Keeps the card at the provider for the counter. */
  readonly register: boolean
}

export interface PaymentStart {
  readonly tenant: Tenant
  readonly reservationId: string
  readonly purpose: PaymentPurpose
  /** Minor units. A balance must be exactly what is due, else nothing is charged (DEC-23); a deposit is the caller's to know. */
  readonly amountMinor: Minor
  /** Version of the reservation that the amount was made from; null for the one that it has now. */
  readonly rowVersion: number | null
  readonly method: PaymentMethod
  /** Session that pays; it becomes read-only when the payment completes the reservation (DEC-85). */
  readonly sessionId: string
  /** The renter's, for the provider's own pages. */
  readonly language: Language
  /** `Idempotency-Key` of the call (DEC-48): the same key never begins a second payment. */
  readonly clientKey: string
  /** Asked before a new payment is written, with the reservation's row held; throws where what the payment is for is over by now. */
  readonly requireWanted?: (transaction: Transaction<Tables>) => Promise<void>
}

export interface StartLimits {
  /** How long the renter may take at a wallet or a 3-D Secure page, in seconds (P8: 15 minutes). */
  readonly redirectSeconds: number
  /** How long the process that writes a job has it to itself, in seconds; a bit more than a provider's answer takes. */
  readonly leaseSeconds: number
}

/** The payment that was asked for: new with its job, or one that was there already. */
export interface Started {
  readonly intent: IntentRow
  /** The job to process now; null when somebody else has it. */
  readonly job: JobRow | null
}

/** Why there is no new payment, or the one that is asked for again. Rules only; nothing is written. What is missing before the renter may pay is thrown. */
type Decision =
  | { readonly kind: 'new' }
  | { readonly kind: 'same'; readonly intent: IntentRow }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly title: string; readonly data?: Readonly<Record<string, unknown>> }

const refused = (code: string, title: string, data?: Readonly<Record<string, unknown>>): Decision =>
  ({ kind: 'refused', status: 409, code, title, ...(data && { data }) })

interface Requested extends Pick<PaymentStart, 'amountMinor' | 'method'> {
  readonly currency: string
}

/** Whether a payment is asked for again, from another click, tab or device (P12). */
const isSameRequest = (intent: IntentRow, { amountMinor, currency, method }: Requested): boolean =>
  intent.provider === method.provider && intent.amount_minor === amountMinor && intent.currency === currency && intent.cancel_reason === null

/** Why nothing more is paid for a reservation by a session; null when that is no reason. */
function closedFor(row: StoredReservation['row'], sessionId: string): Decision | null {
  if (row.has_rental_agreement) return refused('HasRentalAgreement', 'The reservation already has a rental agreement')
  return isReadOnlyFor(row, sessionId) ? refused('ReadOnlySession', 'The check-in is completed; this session may only read') : null
}

async function evaluate(transaction: Transaction<Tables>, start: PaymentStart, stored: StoredReservation, proceeding: Proceeding): Promise<Decision> {
  const { row } = stored
  const of = { tenantId: row.tenant_id, reservationId: row.id, purpose: start.purpose }
  const requested = { amountMinor: start.amountMinor, currency: start.tenant.settings.currency, method: start.method }
  const live = await liveIntent(transaction, of)
  if (live) return isSameRequest(live, requested) ? { kind: 'same', intent: live } : refused('PaymentInProgress', 'Another payment is open', { paymentId: live.id })
  if (start.rowVersion !== null && start.rowVersion !== row.row_version) {
    return refused('VersionConflict', 'The reservation was changed in the meantime', { rowVersion: row.row_version })
  }
  const requireReady = () => proceeding.require(transaction, start.purpose === 'deposit' ? { tenant: start.tenant, stored, act: 'proceed' } : { tenant: start.tenant, stored, act: 'pay', steps: ['paymentview'] })
  if (start.purpose === 'deposit') {
    const closed = closedFor(row, start.sessionId)
    if (closed) return closed
    await requireReady()
    return { kind: 'new' }
  }

  const due = reservationTotals(stored).pending
  const latest = await latestIntent(transaction, of)
  if (due <= 0 && latest?.state === 'paid' && isSameRequest(latest, requested)) return { kind: 'same', intent: latest }
  const closed = closedFor(row, start.sessionId)
  if (closed) return closed
  await requireReady()
  // An amount that is no longer due is refused and nothing is charged (DEC-23).
  if (due <= 0 || due !== start.amountMinor) return refused('AmountChanged', 'Another amount is due', { amount: decimalOf(Math.max(0, due), stored.currency) })
  return { kind: 'new' }
}

/**
 * Writes a payment and its job before anybody is asked to charge (decision 0050); or finds the payment that is asked for again.
 * The reservation's row is held meanwhile: of many clicks at once one begins, the others find it.
 */
export async function startPayment(
  transaction: Transaction<Tables>, start: PaymentStart,
  { secret, limits, proceeding, accountRevision }: { readonly secret: string; readonly limits: StartLimits; readonly proceeding: Proceeding; readonly accountRevision: number | null },
): Promise<Started> {
  const { tenant, reservationId, purpose, amountMinor, method, clientKey } = start
  const stored = await lockedReservation(transaction, { tenantId: tenant.id, reservationId })
  if (!stored) throw new ServiceError(404, 'ReservationNotFound', 'There is no such reservation')

  const digest = digestOf({ purpose, amountMinor, provider: method.provider, means: method.instrument, register: method.register })
  const key = await useOfKey(transaction, { tenantId: tenant.id, reservationId }, clientKey, digest)
  if (key.kind === 'reused') throw new ServiceError(409, 'KeyReused', 'This Idempotency-Key was used for another payment')
  if (key.kind === 'known') return { intent: await intentById(transaction, tenant.id, key.intentId), job: null }

  const decision = await evaluate(transaction, start, stored, proceeding)
  if (decision.kind === 'refused') throw new ServiceError(decision.status, decision.code, decision.title, { data: decision.data ?? null })
  if (decision.kind === 'same') {
    await storeKey(transaction, decision.intent, clientKey, digest)
    return { intent: decision.intent, job: null }
  }
  await start.requireWanted?.(transaction)
  const id = newIntentId()
  const intent = await insertIntent(transaction, {
    id, tenant_id: tenant.id, reservation_id: reservationId, purpose, amount_minor: amountMinor, currency: tenant.settings.currency,
    row_version: stored.row.row_version, provider: method.provider, account_revision: accountRevision, keeps_card: method.register, session_id: start.sessionId, language: start.language,
    means: method.instrument && sealInstrument(secret, id, method.instrument),
  }, limits.redirectSeconds)
  await storeKey(transaction, intent, clientKey, digest)
  const job = await queueJob(transaction, { tenantId: tenant.id, intentId: id, kind: 'take', afterSeconds: 0, leaseSeconds: limits.leaseSeconds })
  return { intent, job }
}
