import type { Language } from '@checkin/i18n'
import type { Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { appendEvent } from '../reservations/event-store.ts'
import { createLink } from '../identity/link-store.ts'
import { enqueueMail, latestMailLanguage } from '../mail/outbox-store.ts'
import { rentalFacts } from '../reservations/rental-facts.ts'
import type { Completion } from '../payments/settle-consequences.ts'
import type { Proceeding } from '../reservations/proceeding.ts'
import { receiptFacts, type ReceiptFacts } from '../agreement/receipts/receipt-facts.ts'
import { addressOf, queueReceipt } from '../agreement/receipts/receipt-mail.ts'
import { loadReservation, nextVersion, type StoredReservation } from '../reservations/reservation-store.ts'
import { reservationTotals, wireFigures } from '../reservations/wire-summary.ts'
import { tenantById, type Tenant } from '../tenants/tenant-store.ts'
import type { ConfirmationPayload } from './confirmation-mail.ts'
import { isPrecheckoutPossible } from '../reservations/module-status.ts'
import { createTicketLink } from './ticket/ticket-link.ts'

/** Whose step completed a reservation. */
export interface CompletedBy {
  /** That session may only read from then on (DEC-85); null when no session did, for example when a callback settled a payment. */
  readonly sessionId: string | null
  /** Language of the confirmation; null for the one in which the renter was last written to. */
  readonly language: Language | null
  /** Receipt of the payment that completes it, which goes with the confirmation (DEC-109). */
  readonly receipt?: ReceiptFacts
}

/**
 * Completes a reservation in the caller's transaction, which holds its row: marks it, appends the company's event and queues the confirmation
 * (DEC-22, PAY-11, PAY-37). Answers whether it was this call that did so; a repetition changes nothing and writes to nobody.
 */
export type CompleteReservation = (transaction: Transaction<Tables>, tenant: Tenant, reservationId: string, by: CompletedBy) => Promise<boolean>

/** Seconds in which a confirmation that could not leave is still of use. */
const usefulSeconds = 3 * 24 * 3600

/** `mailSecret` seals what waits in the outbox. */
export function completion({ mailSecret }: { readonly mailSecret: string }): CompleteReservation {
  return async (transaction, tenant, reservationId, { sessionId, language, receipt }) => {
    const marked = await transaction.updateTable('reservation')
      .where('tenant_id', '=', tenant.id).where('id', '=', reservationId).where('is_completed', '=', false).where('erased_at', 'is', null)
      .set((eb) => ({ is_completed: true, completed_by: sessionId, ...nextVersion(eb) }))
      .returning('id').executeTakeFirst()
    if (!marked) return false
    const stored = await loadReservation(transaction, tenant.id, { id: reservationId })
    if (!stored) throw new Error('a completed reservation is there')
    const spoken = language ?? await latestMailLanguage(transaction, tenant.id, reservationId)
    await queueConfirmation(transaction, tenant, stored, { language: spoken, receipt: receipt ?? null, secret: mailSecret })
    const { row } = stored
    await appendEvent(transaction, {
      tenantId: tenant.id, reservationId, reference: row.reference, kind: 'reservation.completed',
      data: { rowVersion: row.row_version, ...wireFigures(stored) },
    })
    return true
  }
}

/**
 * What follows a settled payment, whose money is booked in any case: it completes what it pays in full (DEC-22) where nothing is missing meanwhile (DEC-95), by the session that paid, in the language in which its renter was last written
 * to; and its receipt leaves, with the confirmation where this payment brought that about, else by a mail of its own (DEC-109).
 */
export const completePaid = (complete: CompleteReservation, { mailSecret, proceeding }: { readonly mailSecret: string; readonly proceeding: Proceeding }): Completion['paid'] => async (transaction: Transaction<Tables>, stored, settled) => {
  const { tenant_id: tenantId, id: reservationId } = stored.row
  const tenant = await tenantById(transaction, tenantId)
  if (!tenant) throw new Error('the tenant of a payment is there')
  const language = await latestMailLanguage(transaction, tenantId, reservationId)
  const receipt = await receiptFacts(transaction, tenant, stored, settled, language)
  const isInFull = reservationTotals(stored).pending <= 0
  const mayComplete = isInFull && (await proceeding.missing(transaction, { tenant, stored, act: 'complete' })).length === 0
  const isConfirmed = mayComplete && await complete(transaction, tenant, reservationId, { sessionId: settled.intent.session_id, language, receipt })
  if (!isConfirmed) await queueReceipt(transaction, stored, receipt, { language, secret: mailSecret })
}

interface Confirming {
  readonly language: Language
  readonly receipt: ReceiptFacts | null
  readonly secret: string
}

async function queueConfirmation(transaction: Transaction<Tables>, tenant: Tenant, stored: StoredReservation, { language, receipt, secret }: Confirming): Promise<void> {
  const { row } = stored
  const to = addressOf(stored)
  if (to === null) return
  const link = isPrecheckoutPossible(stored, tenant.settings)
    ? await createLink(transaction, { tenantId: tenant.id, reservationId: row.id, purpose: 'precheckout', returnDate: row.check_in_at.slice(0, 10), timeZone: row.check_in_zone })
    : null
  const ticketToken = tenant.settings.ticket ? await createTicketLink(transaction, row, secret) : null
  const payload: ConfirmationPayload = { facts: rentalFacts(stored, language, tenant.settings.currency), precheckoutToken: link?.token ?? null, ticketToken, receipt }
  await enqueueMail(transaction, { tenantId: tenant.id, kind: 'confirmation', reservationId: row.id, to, language, payload, usefulSeconds }, secret)
}
