import { internalContract } from '@checkin/internal'
import { ServiceError, type Database } from '@checkin/server'
import { minorOf } from '../../pricing/money.ts'
import type { Tables } from '../../tables.ts'
import { tenantById } from '../../tenants/tenant-store.ts'
import { openDiscrepancies } from '../../payments/discrepancy-store.ts'
import type { PaymentEngine } from '../../payments/payment-engine.ts'
import type { ServeOperators } from './operator-calls.ts'

export interface SettlementRoutesOptions {
  readonly database: Database<Tables>
  readonly engine: PaymentEngine
}

/** Compares a provider's settlement file with our books, and lists what nobody has settled yet. */
export function settlementRoutes(serve: ServeOperators, { database, engine }: SettlementRoutesOptions): void {
  const known = async (id: string): Promise<string> => {
    const tenant = await tenantById(database.kysely, id)
    if (!tenant) throw new ServiceError(404, 'NotFound', 'There is no such tenant')
    return tenant.id
  }
  serve(internalContract.compareSettlement, async ({ params: { id, gateway }, body }) => {
    const tenantId = await known(id)
    const records = body.records.map(({ amount, ...record }) => ({ ...record, amountMinor: minorOf(amount, record.currency) }))
    return { differences: await engine.compareSettlement({ tenantId, provider: gateway, records }) }
  })
  serve(internalContract.listDiscrepancies, async ({ params: { id } }) => {
    const tenantId = await known(id)
    const discrepancies = await database.withTenant(tenantId, (transaction) => openDiscrepancies(transaction, tenantId))
    return {
      breaks: discrepancies.map((row) => ({
        kind: row.kind, provider: row.provider, merchantTransactionId: row.merchant_transaction_id, expected: row.expected, reported: row.reported, foundAt: row.found_at.toISOString(),
      })),
    }
  })
}
