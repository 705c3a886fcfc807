import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { forgetAgreements, forgetDocuments } from '../agreement/agreement-changes.ts'
import { forgetPass } from '../checkin/ticket/wallet/pass-store.ts'
import { forgetPictures } from '../documents/images/image-store.ts'
import { forgetRenter } from '../identity/cleanup.ts'
import { forgetPdfs } from '../documents/pdf-store.ts'
import { forgetPayer } from '../payments/intent-store.ts'
import { unsealed } from '../keys/sealed-values.ts'
import { appendEvent } from '../reservations/event-store.ts'
import { nextVersion } from '../reservations/reservation-store.ts'

/** How long after the return the papers of an erased rental (receipts, credit notes, agreements) are kept, in days; null for none. */
export type PdfDays = number | null

/**
 * Deletes what is personal about a reservation and everything by which its renter could come back: names, drivers, pictures, cards, sessions, codes,
 * links, mails, and its papers unless they are kept for longer (`pdfDays`). The rental itself stays, without a person. False when there is no such
 * reservation; repeatable, and a later call without `pdfDays` takes the papers too.
 */
export async function erasePersonalData(transaction: Transaction<Tables>, tenantId: string, reference: string, pdfDays: PdfDays = null): Promise<boolean> {
  const row = await transaction.selectFrom('reservation').where('tenant_id', '=', tenantId).where('reference_key', '=', reference.toUpperCase())
    .select(['id', 'reference', 'erased_at', 'pdfs_until']).forUpdate().executeTakeFirst()
  if (!row) return false
  const isFirst = row.erased_at === null
  if (isFirst) await erasePerson(transaction, tenantId, row.id)
  if (pdfDays === null) await endPdfs(transaction, tenantId, row.id)
  else if (isFirst) {
    await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', row.id)
      .set({ pdfs_until: sql<Date>`check_in_at at time zone 'UTC' + make_interval(days => ${pdfDays})` }).execute()
  }
  if (isFirst) await appendEvent(transaction, { tenantId, reservationId: row.id, reference: row.reference, kind: 'reservation.erased', data: pdfDays === null ? {} : { pdfDays } })
  return true
}

async function erasePerson(transaction: Transaction<Tables>, tenantId: string, id: string): Promise<void> {
  await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', id).set((eb) => ({
    customer_name: '', customer_surname: '', customer_email: null, email_to_sign: null,
    voucher_number: null, driver_rules: JSON.stringify({ undesirableLicences: [], ageFees: [] }), ...unsealed,
    fleet_digest: null, erased_at: sql<Date>`now()`, ...nextVersion(eb),
  })).execute()
  for (const table of ['driver', 'saved_card', 'offer_answer', 'form_draft', 'keyed_call', 'picture_hand_over', 'driver_invitation'] as const) {
    await transaction.deleteFrom(table).where('tenant_id', '=', tenantId).where('reservation_id', '=', id).execute()
  }
  // What the other wallet shows is taken back before its row goes (DEC-280).
  await forgetPass(transaction, { tenantId, reservationId: id, wallet: 'apple' })
  await forgetPayer(transaction, tenantId, id)
  await forgetPictures(transaction, tenantId, (eb) => eb('reservation_id', '=', id))
  await forgetAgreements(transaction, tenantId, id)
  await forgetRenter(transaction, tenantId, id)
}

/** Destroys a rental's papers, whatever was said of their time before. */
export async function endPdfs(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<void> {
  await forgetDocuments(transaction, tenantId, reservationId)
  await forgetPdfs(transaction, tenantId, reservationId)
  await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', reservationId).where('pdfs_until', 'is not', null).set({ pdfs_until: null }).execute()
}
