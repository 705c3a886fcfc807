import type { Transaction } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '@checkin/server'
import type { DiscrepancyKind, Tables } from './tables.ts'
import { recordDiscrepancy } from './discrepancy-store.ts'
import { intentByTransaction } from './intent-store.ts'
import type { PaymentMetrics } from './payment-metrics.ts'
import type { Minor } from '../pricing/money.ts'

/** One line of a provider's settlement file: money that it collected for us. */
export interface SettlementRecord {
  readonly merchantTransactionId: string
  /** Minor units. */
  readonly amountMinor: Minor
  /** ISO 4217. */
  readonly currency: string
}

export interface SettlementDependencies {
  readonly database: Database<Tables>
  readonly metrics: PaymentMetrics
  readonly log: FastifyBaseLogger
}

/** What a settlement file and our ledger differ in. */
export interface SettlementDifference {
  readonly merchantTransactionId: string
  readonly kind: DiscrepancyKind
}

/** Further transactions of one payment carry its id with a suffix. */
const paymentOf = (id: string): string => id.replace(/\.[a-z]+$/, '')

/**
 * Compares a provider's settlement file with our ledger: each line must be a payment that we have as charged, in that amount. What is not becomes a
 * discrepancy for people (P23). Comparing the same file again finds nothing new.
 */
export async function compareSettlement(
  { database, metrics, log }: SettlementDependencies, { tenantId, provider, records }: { readonly tenantId: string; readonly provider: string; readonly records: readonly SettlementRecord[] },
): Promise<readonly SettlementDifference[]> {
  const differences: SettlementDifference[] = []
  for (const record of records) {
    const found = await database.withTenant(tenantId, (transaction) => compareRecord(transaction, tenantId, provider, record))
    if (!found) continue
    differences.push({ merchantTransactionId: record.merchantTransactionId, kind: found.kind })
    if (found.isNew) metrics.discrepancy(found.kind)
  }
  if (differences.length > 0) log.error({ tenant: tenantId, provider, differences: differences.length }, 'a settlement file and our ledger do not agree')
  return differences
}

async function compareRecord(transaction: Transaction<Tables>, tenantId: string, provider: string, record: SettlementRecord): Promise<{ readonly kind: DiscrepancyKind; readonly isNew: boolean } | null> {
  const intent = await intentByTransaction(transaction, tenantId, provider, paymentOf(record.merchantTransactionId))
  const entry = intent && await transaction.selectFrom('payment_ledger').select(['amount_minor', 'currency'])
    .where('tenant_id', '=', tenantId).where('intent_id', '=', intent.id).where('kind', 'in', ['charge', 'capture']).executeTakeFirst()
  const kind = !intent ? 'unknown-transaction' : !entry ? 'late-money' : entry.amount_minor !== record.amountMinor || entry.currency !== record.currency ? 'wrong-amount' : null
  if (kind === null) return null
  const isNew = await recordDiscrepancy(transaction, {
    tenantId, kind, provider, merchantTransactionId: record.merchantTransactionId, intent,
    reported: { kind: 'settled', amountMinor: record.amountMinor, currency: record.currency },
  })
  return { kind, isNew }
}
