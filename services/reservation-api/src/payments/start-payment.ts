import { ServiceError } from '@checkin/server'
import type { Transaction } from 'kysely'
import { decimalOf } from '../../pricing/decimal.ts'
import type { Tables } from '../../tables.ts'
import type { Proceeding } from '../proceeding/proceeding.ts'
import { isReadOnlyFor } from '../reservations/read-only.ts'
import { loadReservation, type StoredReservation } from '../reservations/reservation-store.ts'
import { reservationTotals } from '../reservations/wire-summary.ts'
import { digestOf, insertIntent, intentById, keepKey, latestIntent, liveIntent, lockReservation, newIntentId, useOfKey, type IntentRow } from './intent-store.ts'
import { queueOrder, type OrderRow } from './outbox-store.ts'
import type { PaymentStart } from './payments.ts'
import { sealMeans } from './sealed-means.ts'

export interface StartLimits {
  /** How long the renter may take at a wallet or a 3-D Secure page, in seconds (P8: 15 minutes). */
  readonly redirectSeconds: number
  /** How long the process that writes an order has it to itself, in seconds; a bit more than a provider's answer takes. */
  readonly leaseSeconds: number
}

/** A payment of a renter's wish: new with its order, or one that was there already. */
export interface Started {
  readonly intent: IntentRow
  /** The order to carry out now; null when somebody else has it. */
  readonly order: OrderRow | null
}

/** What speaks against a payment, or the payment that the wish belongs to. Rules only; nothing is written. What is missing before the renter may pay is thrown. */
type Verdict =
  | { readonly kind: 'new' }
  | { readonly kind: 'same'; readonly intent: IntentRow }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly title: string; readonly data?: Readonly<Record<string, unknown>> }

const refused = (code: string, title: string, data?: Readonly<Record<string, unknown>>): Verdict =>
  ({ kind: 'refused', status: 409, code, title, ...(data && { data }) })

interface Wish extends Pick<PaymentStart, 'amountMinor' | 'method'> {
  readonly currency: string
}

/** A payment that the wish repeats, from another click, tab or device (P12). */
const isSameWish = (intent: IntentRow, { amountMinor, currency, method }: Wish): boolean =>
  intent.provider === method.provider && intent.amount_minor === amountMinor && intent.currency === currency && intent.cancel_reason === null

/** Why nothing more is paid for a reservation by a session; null when that is no reason. */
function closedFor(row: StoredReservation['row'], sessionId: string): Verdict | null {
  if (row.has_rental_agreement) return refused('HasRentalAgreement', 'The reservation already has a rental agreement')
  return isReadOnlyFor(row, sessionId) ? refused('ReadOnlySession', 'The check-in is completed; this session may only read') : null
}

async function judge(transaction: Transaction<Tables>, start: PaymentStart, stored: StoredReservation, proceeding: Proceeding): Promise<Verdict> {
  const { row } = stored
  const of = { tenantId: row.tenant_id, reservationId: row.id, purpose: start.purpose }
  const wish = { amountMinor: start.amountMinor, currency: start.tenant.settings.currency, method: start.method }
  const live = await liveIntent(transaction, of)
  if (live) return isSameWish(live, wish) ? { kind: 'same', intent: live } : refused('PaymentInProgress', 'Another payment is open', { paymentId: live.id })
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
  if (due <= 0 && latest?.state === 'paid' && isSameWish(latest, wish)) return { kind: 'same', intent: latest }
  const closed = closedFor(row, start.sessionId)
  if (closed) return closed
  await requireReady()
  // An amount that is no longer due is refused and nothing is charged (DEC-23).
  if (due <= 0 || due !== start.amountMinor) return refused('AmountChanged', 'Another amount is due', { amount: decimalOf(Math.max(0, due)) })
  return { kind: 'new' }
}

/**
 * Writes a payment and the order to take it, before anybody is asked to charge (decision 0050); or finds the payment that this wish
 * repeats. The reservation's row is held meanwhile: of many clicks at once one begins, the others find it.
 */
export async function startPayment(
  transaction: Transaction<Tables>, start: PaymentStart,
  { secret, limits, proceeding, accountRevision }: { readonly secret: string; readonly limits: StartLimits; readonly proceeding: Proceeding; readonly accountRevision: number | null },
): Promise<Started> {
  const { tenant, reservationId, purpose, amountMinor, method, clientKey } = start
  await lockReservation(transaction, tenant.id, reservationId)
  const stored = await loadReservation(transaction, tenant.id, { id: reservationId })
  if (!stored || stored.row.erased_at) throw new ServiceError(404, 'ReservationNotFound', 'There is no such reservation')

  const digest = digestOf({ purpose, amountMinor, provider: method.provider, means: method.means, register: method.register })
  const key = await useOfKey(transaction, { tenantId: tenant.id, reservationId }, clientKey, digest)
  if (key.kind === 'reused') throw new ServiceError(409, 'KeyReused', 'This Idempotency-Key was used for another payment')
  if (key.kind === 'known') return { intent: await intentById(transaction, tenant.id, key.intentId), order: null }

  const verdict = await judge(transaction, start, stored, proceeding)
  if (verdict.kind === 'refused') throw new ServiceError(verdict.status, verdict.code, verdict.title, { data: verdict.data ?? null })
  if (verdict.kind === 'same') {
    await keepKey(transaction, verdict.intent, clientKey, digest)
    return { intent: verdict.intent, order: null }
  }
  const id = newIntentId()
  const intent = await insertIntent(transaction, {
    id, tenant_id: tenant.id, reservation_id: reservationId, purpose, amount_minor: amountMinor, currency: tenant.settings.currency,
    row_version: stored.row.row_version, provider: method.provider, account_revision: accountRevision, keeps_card: method.register, session_id: start.sessionId, language: start.language,
    means: method.means && sealMeans(secret, id, method.means),
  }, limits.redirectSeconds)
  await keepKey(transaction, intent, clientKey, digest)
  const order = await queueOrder(transaction, { tenantId: tenant.id, intentId: id, kind: 'take', afterSeconds: 0, leaseSeconds: limits.leaseSeconds })
  return { intent, order }
}
