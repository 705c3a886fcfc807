import { randomUUIDv7 } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import type { IntentRow } from './intent-store.ts'
import type { DiscrepancyKind, Tables } from './tables.ts'

export type DiscrepancyRow = Selectable<Tables['reconciliation_break']>

export interface NewDiscrepancy {
  readonly tenantId: string
  readonly provider: string
  readonly merchantTransactionId: string
  /** The payment as we have it; null for one that is not ours. */
  readonly intent: IntentRow | null
  readonly kind: DiscrepancyKind
  /** What the provider has; nothing personal. */
  readonly reported: Readonly<Record<string, unknown>>
}

/** The part of a discrepancy that names one of our payments. */
export const discrepancyIn = (intent: IntentRow) =>
  ({ tenantId: intent.tenant_id, provider: intent.provider, merchantTransactionId: intent.merchant_transaction_id, intent })

/** Records that provider and we do not agree, once per payment and kind. Answers whether it is new. */
export async function recordDiscrepancy(transaction: Transaction<Tables>, { tenantId, provider, merchantTransactionId, intent, kind, reported }: NewDiscrepancy): Promise<boolean> {
  const expected = intent ? { state: intent.state, amountMinor: intent.amount_minor, currency: intent.currency } : {}
  const row = await transaction.insertInto('reconciliation_break').values({
    tenant_id: tenantId, id: randomUUIDv7(), kind, provider, merchant_transaction_id: merchantTransactionId, reservation_id: intent?.reservation_id ?? null,
    expected: JSON.stringify(expected), reported: JSON.stringify(reported),
  }).onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'provider', 'merchant_transaction_id']).doNothing()).returning('id').executeTakeFirst()
  return row !== undefined
}

/** What nobody has resolved yet, oldest first. */
export const openDiscrepancies = (transaction: Transaction<Tables>, tenantId: string): Promise<readonly DiscrepancyRow[]> =>
  transaction.selectFrom('reconciliation_break').selectAll().where('tenant_id', '=', tenantId).where('resolved_at', 'is', null).orderBy('found_at').execute()
