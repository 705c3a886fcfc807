import { ServiceError, type Database } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import { decimalOf } from '../../pricing/decimal.ts'
import type { Tables } from '../../tables.ts'
import { appendEvent } from '../fleet/event-store.ts'
import type { Session } from '../identity/session-store.ts'
import type { Proceeding } from '../proceeding/proceeding.ts'
import { isReadOnlyFor } from '../reservations/read-only.ts'
import { loadReservation, type StoredReservation } from '../reservations/reservation-store.ts'
import { reservationTotals } from '../reservations/wire-summary.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { settleFees, unbookedFees } from './age-fee.ts'

/**
 * Books the fees of age that the saved drivers need and that do not stand in the bill yet: of a driver who was on file before, whose data
 * nobody saved in this check-in (DEC-96). Answers the reservation with its new figures; null when the bill did not change.
 * `mayBook` refuses by throwing, before anything is written.
 */
async function bookDueFees(transaction: Transaction<Tables>, { tenantId, reservationId, id: sessionId }: Session, mayBook: (stored: StoredReservation) => Promise<void>): Promise<StoredReservation | null> {
  await transaction.selectFrom('reservation').where('tenant_id', '=', tenantId).where('id', '=', reservationId).select('id').forUpdate().execute()
  const stored = await loadReservation(transaction, tenantId, { id: reservationId })
  if (!stored || stored.row.erased_at || stored.row.has_rental_agreement || isReadOnlyFor(stored.row, sessionId)) return null
  if (unbookedFees(stored).length === 0) return null
  await mayBook(stored)
  await settleFees(transaction, stored)
  const rowVersion = stored.row.row_version + 1
  await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', reservationId).set({ row_version: rowVersion, updated_at: sql<Date>`now()` }).execute()
  const settled = await loadReservation(transaction, tenantId, { id: reservationId })
  if (!settled) throw new Error('a stored reservation is there')
  const { cashier, paid, pending } = reservationTotals(settled)
  const data = { rowVersion, total: decimalOf(cashier.preview), paid: decimalOf(paid), due: decimalOf(pending), extras: [] }
  await appendEvent(transaction, { tenantId, reservationId, reference: stored.row.reference, kind: 'reservation.updated', data })
  return settled
}

/** Who wants to complete or to pay, and whether that is allowed at all. */
export interface FeesOf {
  readonly tenant: Tenant
  readonly session: Session
  readonly proceeding: Pick<Proceeding, 'require'>
  readonly act: 'complete' | 'pay'
}

/**
 * Refuses to complete or to pay by figures from before a fee of age was booked: the renter sees the new ones first (DEC-96). Books in a
 * transaction of its own, so that the new figures stand although the call is refused.
 */
export async function requireFeesBooked(database: Database<Tables>, { tenant, session, proceeding, act }: FeesOf): Promise<void> {
  const booked = await database.withTenant(session.tenantId, (transaction) =>
    bookDueFees(transaction, session, (stored) => proceeding.require(transaction, { tenant, stored, act })))
  if (booked === null) return
  const amount = decimalOf(Math.max(0, reservationTotals(booked).pending))
  throw new ServiceError(409, 'AmountChanged', 'A fee because of a driver\'s age was added', { data: { amount } })
}
