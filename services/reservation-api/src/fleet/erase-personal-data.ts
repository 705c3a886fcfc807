import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { forgetAgreements } from '../agreement/agreement-changes.ts'
import { forgetPictures } from '../documents/images/image-store.ts'
import { forgetRenter } from '../identity/cleanup.ts'
import { forgetPdfs } from '../documents/pdf-store.ts'
import { forgetPayer } from '../payments/intent-store.ts'
import { appendEvent } from '../reservations/event-store.ts'
import { nextVersion } from '../reservations/reservation-store.ts'

/**
 * Deletes what is personal about a reservation and everything by which its renter could come back: names, drivers, documents, documents, cards,
 * sessions, codes, links, mails. The rental itself stays, without a person. False when there is no such reservation; repeatable.
 */
export async function erasePersonalData(transaction: Transaction<Tables>, tenantId: string, reference: string): Promise<boolean> {
  const row = await transaction.selectFrom('reservation').where('tenant_id', '=', tenantId).where('reference_key', '=', reference.toUpperCase())
    .select(['id', 'reference', 'erased_at']).forUpdate().executeTakeFirst()
  if (!row) return false
  if (row.erased_at) return true
  await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', row.id).set((eb) => ({
    customer_name: '', customer_surname: '', customer_email: null, email_to_sign: null,
    voucher_number: null, driver_rules: JSON.stringify({ undesirableLicences: [], ageFees: [] }),
    fleet_digest: null, erased_at: sql<Date>`now()`, ...nextVersion(eb),
  })).execute()
  for (const table of ['driver', 'saved_card', 'offer_answer', 'form_draft', 'keyed_call'] as const) {
    await transaction.deleteFrom(table).where('tenant_id', '=', tenantId).where('reservation_id', '=', row.id).execute()
  }
  await forgetPayer(transaction, tenantId, row.id)
  await forgetPictures(transaction, tenantId, (eb) => eb('reservation_id', '=', row.id))
  await forgetAgreements(transaction, tenantId, row.id)
  await forgetPdfs(transaction, tenantId, row.id)
  await forgetRenter(transaction, tenantId, row.id)
  await appendEvent(transaction, { tenantId, reservationId: row.id, reference: row.reference, kind: 'reservation.erased', data: {} })
  return true
}
