import { sql } from 'kysely'
import { appendEvent } from '../fleet/event-store.ts'
import type { Completion } from './settle-consequences.ts'

/** Completes a reservation that is paid; who completed it already stays (DEC-22, DEC-85). */
export const completeReservation: Completion = async (transaction, tenantId, reservationId, by) => {
  const row = await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', reservationId).where('is_completed', '=', false)
    .set((eb) => ({ is_completed: true, completed_by: by, row_version: eb('row_version', '+', 1), updated_at: sql<Date>`now()` }))
    .returning(['reference', 'row_version']).executeTakeFirst()
  if (row) await appendEvent(transaction, { tenantId, reservationId, reference: row.reference, kind: 'reservation.completed', data: { rowVersion: row.row_version } })
}
