import { randomUUIDv7 } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import type { BreakKind, PaymentTables } from './payment-tables.ts'

export type BreakRow = Selectable<PaymentTables['reconciliation_break']>

export interface NewBreak {
  readonly tenantId: string
  readonly kind: BreakKind
  readonly provider: string
  readonly merchantTransactionId: string
  readonly reservationId: string | null
  /** What we have, and what the provider says; nothing personal. */
  readonly expected: Readonly<Record<string, unknown>>
  readonly reported: Readonly<Record<string, unknown>>
}

/** Records that provider and we do not agree, once per payment and kind. Answers whether it is news. */
export async function recordBreak(transaction: Transaction<PaymentTables>, found: NewBreak): Promise<boolean> {
  const row = await transaction.insertInto('reconciliation_break').values({
    tenant_id: found.tenantId, id: randomUUIDv7(), kind: found.kind, provider: found.provider, merchant_transaction_id: found.merchantTransactionId,
    reservation_id: found.reservationId, expected: JSON.stringify(found.expected), reported: JSON.stringify(found.reported),
  }).onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'provider', 'merchant_transaction_id']).doNothing()).returning('id').executeTakeFirst()
  return row !== undefined
}

/** What nobody has mended yet, oldest first. */
export const openBreaks = (transaction: Transaction<PaymentTables>, tenantId: string): Promise<readonly BreakRow[]> =>
  transaction.selectFrom('reconciliation_break').selectAll().where('tenant_id', '=', tenantId).where('resolved_at', 'is', null).orderBy('found_at').execute()
