import { ServiceError, type Database } from '@checkin/server'
import { sql } from 'kysely'
import { decimalOf } from '../../pricing/decimal.ts'
import type { Tables } from '../../tables.ts'
import { appendEvent } from '../fleet/event-store.ts'
import type { Session } from '../identity/session-store.ts'
import { isReadOnlyFor } from '../reservations/read-only.ts'
import { loadReservation } from '../reservations/reservation-store.ts'
import { reservationTotals } from '../reservations/wire-summary.ts'
import { settleFees } from './age-fee.ts'

/**
 * Books the fees of age that the saved drivers need and that do not stand in the bill yet: of a driver who was on file before, whose data
 * nobody saved in this check-in (DEC-96). A transaction of its own, so that the new figures stand although the call that found them is
 * refused. Answers the amount due now, in decimals of the tenant's currency, when the bill changed by it; null when it did not.
 */
export function bookDueFees(database: Database<Tables>, { tenantId, reservationId, id: sessionId }: Session): Promise<number | null> {
  return database.withTenant(tenantId, async (transaction) => {
    await transaction.selectFrom('reservation').where('tenant_id', '=', tenantId).where('id', '=', reservationId).select('id').forUpdate().execute()
    const stored = await loadReservation(transaction, tenantId, { id: reservationId })
    if (!stored || stored.row.erased_at || stored.row.has_rental_agreement || isReadOnlyFor(stored.row, sessionId)) return null
    if (!await settleFees(transaction, stored)) return null
    const { row } = stored
    const rowVersion = row.row_version + 1
    await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', reservationId).set({ row_version: rowVersion, updated_at: sql<Date>`now()` }).execute()
    const settled = await loadReservation(transaction, tenantId, { id: reservationId })
    if (!settled) throw new Error('a stored reservation is there')
    const { cashier, paid, pending } = reservationTotals(settled)
    const data = { rowVersion, total: decimalOf(cashier.preview), paid: decimalOf(paid), due: decimalOf(pending), extras: [] }
    await appendEvent(transaction, { tenantId, reservationId, reference: row.reference, kind: 'reservation.updated', data })
    return decimalOf(Math.max(0, pending))
  })
}

/** Refuses to complete or to pay by figures from before a fee of age was booked: the renter sees the new ones first (DEC-96). */
export async function requireFeesBooked(database: Database<Tables>, session: Session): Promise<void> {
  const amount = await bookDueFees(database, session)
  if (amount !== null) throw new ServiceError(409, 'AmountChanged', 'A fee because of a driver\'s age was added', { data: { amount } })
}
