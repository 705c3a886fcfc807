import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { cancelMails } from '../mail/outbox-store.ts'
import { loadReservation } from '../reservations/reservation-store.ts'
import { tenantById } from '../tenants/tenant-store.ts'
import { unsigned } from './agreement-state.ts'
import { liveAgreement, moveAgreement, type AgreementRow } from './agreement-store.ts'
import { agreementFacts, saysTheSame } from './printed-facts.ts'

/** Whether what an agreement says is what its reservation is now, by the rows of the caller's transaction. True for a reservation without a person. */
export async function isStillTrue(transaction: Transaction<Tables>, { tenant_id: tenantId, reservation_id: id, facts, language }: AgreementRow): Promise<boolean> {
  const stored = await loadReservation(transaction, tenantId, { id })
  const tenant = await tenantById(transaction, tenantId)
  if (!stored || stored.row.erased_at || !tenant || facts === null) return true
  return saysTheSame(facts, await agreementFacts(transaction, stored, language, tenant.settings.currency))
}

/**
 * Compares an unsigned agreement with its reservation after a write, in the write's own transaction, which holds the reservation's row. One that prints
 * something else is withdrawn from then on: it signs nothing, a mail with its link that still waits is taken back, and the worker does the rest (DEC-108).
 */
export async function compareAgreement(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  const live = await liveAgreement(transaction, tenantId, reservationId)
  if (!live || !(unsigned as readonly string[]).includes(live.state)) return
  if (await isStillTrue(transaction, live)) {
    await transaction.updateTable('rental_agreement').where('tenant_id', '=', tenantId).where('id', '=', live.id)
      .set((eb) => ({ seen_row_version: eb.selectFrom('reservation').where('tenant_id', '=', tenantId).where('id', '=', reservationId).select('row_version') })).execute()
    return
  }
  await moveAgreement(transaction, live, 'outdated', { outdated_at: sql<Date>`now()`, next_attempt_at: sql<Date>`now()` })
  await cancelMails(transaction, tenantId, reservationId, 'signing-link')
}

const atOnce = 50

/**
 * Compares the agreements of reservations that were written to since they were last compared, whoever wrote: no place that changes a rental can forget to.
 * Safe in several processes.
 */
export async function compareChanged(database: { readonly withTenant: <Result>(id: string, run: (transaction: Transaction<Tables>) => Promise<Result>) => Promise<Result> }, tenantId: string): Promise<void> {
  const changed = await database.withTenant(tenantId, (transaction) => transaction.selectFrom('rental_agreement as agreement')
    .innerJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'agreement.tenant_id').onRef('reservation.id', '=', 'agreement.reservation_id'))
    .where('agreement.tenant_id', '=', tenantId).where('agreement.state', 'in', unsigned)
    .where(sql<boolean>`agreement.seen_row_version is distinct from reservation.row_version`).where('reservation.erased_at', 'is', null)
    .select('agreement.reservation_id as id').limit(atOnce).execute())
  for (const { id } of changed) {
    await database.withTenant(tenantId, async (transaction) => {
      await transaction.selectFrom('reservation').where('tenant_id', '=', tenantId).where('id', '=', id).select('id').forUpdate().execute()
      await compareAgreement(transaction, tenantId, id)
    })
  }
}
