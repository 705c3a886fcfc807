import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { StoredReservation } from '../reservations/reservation-store.ts'

/** The company allows pre-checkout for a reservation (DEC-111); one that may have it already stays as it is. */
export async function allowPrecheckout(transaction: Transaction<Tables>, { row }: StoredReservation): Promise<void> {
  await transaction.updateTable('reservation').where('tenant_id', '=', row.tenant_id).where('id', '=', row.id).where('is_precheckout_eligible', '=', false)
    .set((eb) => ({ is_precheckout_eligible: true, row_version: eb('row_version', '+', 1), updated_at: sql<Date>`now()` })).execute()
}
