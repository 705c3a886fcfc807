import { sql, type Transaction } from 'kysely'
import type { TermsVersion } from './terms-store.ts'
import type { Tables } from '../tables.ts'

export interface Acceptance {
  readonly tenantId: string
  readonly reservationId: string
  /** Plain date YYYY-MM-DD that the page says; used when it is today there or a day beside it, otherwise the tenant's today counts. */
  readonly acceptedDate: string
  readonly timeZone: string
  readonly sessionId: string
  /** What the page showed; empty where the tenant asks for nothing. */
  readonly documents: readonly TermsVersion[]
}

/** Records that the terms were agreed to; when they were already, the first date stays (API-08). Answers whether it is the first time. */
export async function recordAcceptance(transaction: Transaction<Tables>, acceptance: Acceptance): Promise<boolean> {
  const today = sql`(now() at time zone ${acceptance.timeZone})::date`
  const said = sql`${acceptance.acceptedDate}::date`
  const { numInsertedOrUpdatedRows } = await transaction.insertInto('terms_acceptance').values({
    tenant_id: acceptance.tenantId, reservation_id: acceptance.reservationId, session_id: acceptance.sessionId,
    accepted_on: sql<string>`case when abs(${said} - ${today}) <= 1 then ${said} else ${today} end`,
  }).onConflict((conflict) => conflict.columns(['tenant_id', 'reservation_id']).doNothing()).executeTakeFirst()
  const isFirst = numInsertedOrUpdatedRows === 1n
  if (isFirst && acceptance.documents.length > 0) {
    await transaction.insertInto('terms_acceptance_document').values(acceptance.documents.map(({ tag, language, validFrom, hash }) =>
      ({ tenant_id: acceptance.tenantId, reservation_id: acceptance.reservationId, tag, language, valid_from: validFrom, hash }))).execute()
  }
  return isFirst
}

/** The documents that were agreed to, by their hash; empty for an acceptance from before versions were kept. */
export function acceptedDocuments(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<TermsVersion[]> {
  return transaction.selectFrom('terms_acceptance_document as accepted')
    .innerJoin('terms_document as document', (join) => join.onRef('document.tenant_id', '=', 'accepted.tenant_id').onRef('document.tag', '=', 'accepted.tag')
      .onRef('document.language', '=', 'accepted.language').onRef('document.valid_from', '=', 'accepted.valid_from'))
    .select(['accepted.tag', 'accepted.language', 'accepted.valid_from as validFrom', 'document.title', 'accepted.hash'])
    .where('accepted.tenant_id', '=', tenantId).where('accepted.reservation_id', '=', reservationId).orderBy('accepted.tag').execute()
}

/** Whether the terms of a reservation were agreed to (DEC-11). */
export async function areTermsAccepted(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<boolean> {
  return await acceptedOn(transaction, tenantId, reservationId) !== null
}

/** The plain date on which they were agreed to, or null. */
export async function acceptedOn(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<string | null> {
  const row = await transaction.selectFrom('terms_acceptance').select('accepted_on')
    .where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).executeTakeFirst()
  return row?.accepted_on ?? null
}
