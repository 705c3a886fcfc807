import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

/** How many reservations left an offer with an action. */
export interface FunnelCount {
  readonly viewTag: string
  readonly action: string
  readonly reservations: number
}

/** The last action per offer and reservation is the one that counts (DEC-47): an offer is skipped before it is even shown. */
export async function offerFunnel(transaction: Transaction<Tables>, tenantId: string): Promise<readonly FunnelCount[]> {
  const last = transaction.selectFrom('offer_answer').where('tenant_id', '=', tenantId)
    .distinctOn(['reservation_id', 'view_tag']).select(['view_tag', 'action'])
    .orderBy('reservation_id').orderBy('view_tag').orderBy('number', 'desc')
  return transaction.selectFrom(last.as('answer')).groupBy(['view_tag', 'action']).orderBy('view_tag').orderBy('action')
    .select(['view_tag as viewTag', 'action', sql<number>`count(*)::int`.as('reservations')]).execute()
}
