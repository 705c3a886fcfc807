import type { Language } from '@checkin/i18n'
import { sql, type Transaction } from 'kysely'
import { decimalOf } from '../../pricing/decimal.ts'
import type { Tables } from '../../tables.ts'
import { appendEvent } from '../fleet/event-store.ts'
import { createLink } from '../identity/link-store.ts'
import { latestMailLanguage } from '../mail/mail-language.ts'
import { enqueueMail } from '../mail/outbox-store.ts'
import { rentalFacts } from '../papers/rental-facts.ts'
import type { Completion } from '../payments/settle-consequences.ts'
import type { Proceeding } from '../proceeding/proceeding.ts'
import { loadReservation, type StoredReservation } from '../reservations/reservation-store.ts'
import { reservationTotals } from '../reservations/wire-summary.ts'
import { tenantById, type Tenant } from '../tenants/tenant-store.ts'
import type { ConfirmationPayload } from './confirmation-payload.ts'
import { isPrecheckoutPossible } from './precheckout-eligibility.ts'

/** Whose step completed a reservation. */
export interface CompletedBy {
  /** That session may only read from then on (DEC-85); null when no session did, for example when a provider's word settled a payment. */
  readonly sessionId: string | null
  /** Language of the confirmation; null for the one in which the renter was last written to. */
  readonly language: Language | null
}

/**
 * Completes a reservation in the caller's transaction, which holds its row: marks it, tells the company's system and queues the confirmation
 * (DEC-22, PAY-11, PAY-37). Answers whether it was this call that did so; a repetition changes nothing and writes to nobody.
 */
export type CompleteReservation = (transaction: Transaction<Tables>, tenant: Tenant, reservationId: string, by: CompletedBy) => Promise<boolean>

/** Seconds in which a confirmation that could not leave is still of use. */
const usefulSeconds = 3 * 24 * 3600

/** `mailSecret` seals what waits in the outbox. */
export function completion({ mailSecret }: { readonly mailSecret: string }): CompleteReservation {
  return async (transaction, tenant, reservationId, { sessionId, language }) => {
    const marked = await transaction.updateTable('reservation')
      .where('tenant_id', '=', tenant.id).where('id', '=', reservationId).where('is_completed', '=', false).where('erased_at', 'is', null)
      .set((eb) => ({ is_completed: true, completed_by: sessionId, row_version: eb('row_version', '+', 1), updated_at: sql<Date>`now()` }))
      .returning('id').executeTakeFirst()
    if (!marked) return false
    const stored = await loadReservation(transaction, tenant.id, { id: reservationId })
    if (!stored) throw new Error('a completed reservation is there')
    await queueConfirmation(transaction, tenant, stored, language ?? await latestMailLanguage(transaction, tenant.id, reservationId), mailSecret)
    const { row } = stored
    const { cashier, paid, pending } = reservationTotals(stored)
    await appendEvent(transaction, {
      tenantId: tenant.id, reservationId, reference: row.reference, kind: 'reservation.completed',
      data: { rowVersion: row.row_version, total: decimalOf(cashier.preview), paid: decimalOf(paid), due: decimalOf(pending) },
    })
    return true
  }
}

/**
 * Completes what a payment settled (DEC-22): by the session that paid, in the language in which its renter was last written to. The money is
 * booked in any case; where something is missing meanwhile, the renter gives it and completes (DEC-95).
 */
export const completePaid = (complete: CompleteReservation, proceeding: Proceeding): Completion => async (transaction, tenantId, reservationId, sessionId) => {
  const [tenant, stored] = [await tenantById(transaction, tenantId), await loadReservation(transaction, tenantId, { id: reservationId })]
  if (!tenant || !stored) throw new Error('the tenant and the reservation of a payment are there')
  if ((await proceeding.missing(transaction, { tenant, stored, act: 'complete' })).length > 0) return
  await complete(transaction, tenant, reservationId, { sessionId, language: null })
}

async function queueConfirmation(transaction: Transaction<Tables>, tenant: Tenant, stored: StoredReservation, language: Language, secret: string): Promise<void> {
  const { row } = stored
  const to = row.customer_email ?? stored.driver?.email
  if (!to) return
  const link = isPrecheckoutPossible(stored, tenant.settings)
    ? await createLink(transaction, { tenantId: tenant.id, reservationId: row.id, purpose: 'precheckout', returnDate: row.check_in_at.slice(0, 10), timeZone: row.check_in_zone })
    : null
  const payload: ConfirmationPayload = { facts: rentalFacts(stored, language, tenant.settings.currency), precheckoutToken: link?.token ?? null }
  await enqueueMail(transaction, { tenantId: tenant.id, kind: 'confirmation', reservationId: row.id, to, language, payload, usefulSeconds }, secret)
}
