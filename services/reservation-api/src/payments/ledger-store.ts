import { randomUUIDv7 } from 'node:crypto'
import { sql, type Selectable, type Transaction } from 'kysely'
import type { IntentRow } from './intent-store.ts'
import type { LedgerKind, Tables } from './tables.ts'
import type { Minor } from '../pricing/money.ts'

export type LedgerRow = Selectable<Tables['payment_ledger']>

/** Ledgers money that moved. A second booking of one payment and kind is refused by the database, refunds apart (I2). */
export async function book(
  transaction: Transaction<Tables>, intent: IntentRow, entry: { readonly kind: LedgerKind; readonly amountMinor: Minor; readonly providerId: string },
): Promise<void> {
  await transaction.insertInto('payment_ledger').values({
    tenant_id: intent.tenant_id, id: randomUUIDv7(), intent_id: intent.id, reservation_id: intent.reservation_id, kind: entry.kind,
    amount_minor: entry.amountMinor, currency: intent.currency, provider: intent.provider, provider_id: entry.providerId,
  }).execute()
}

export const ledgerOf = (transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<readonly LedgerRow[]> =>
  transaction.selectFrom('payment_ledger').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .orderBy('recorded_at').orderBy('id').execute()

/** What was taken by one payment, a captured hold included, in minor units. */
export async function takenOf(transaction: Transaction<Tables>, { tenant_id: tenantId, id }: IntentRow): Promise<Minor> {
  const { sum } = await transaction.selectFrom('payment_ledger').where('tenant_id', '=', tenantId).where('intent_id', '=', id).where('kind', 'in', ['charge', 'capture'])
    .select(sql<Minor>`coalesce(sum(amount_minor), 0)::bigint`.as('sum')).executeTakeFirstOrThrow()
  return sum
}

/** What was refunded of one payment so far, in minor units. */
export async function refundedOf(transaction: Transaction<Tables>, { tenant_id: tenantId, id }: IntentRow): Promise<Minor> {
  const { sum } = await transaction.selectFrom('payment_ledger').where('tenant_id', '=', tenantId).where('intent_id', '=', id).where('kind', '=', 'refund')
    .select(sql<Minor>`coalesce(sum(amount_minor), 0)::bigint`.as('sum')).executeTakeFirstOrThrow()
  return sum
}

/** Whether this very refund is in the ledger: the provider answers it and reports it as well. */
export const isRefundBooked = async (transaction: Transaction<Tables>, { tenant_id: tenantId, id }: IntentRow, providerId: string): Promise<boolean> =>
  await transaction.selectFrom('payment_ledger').select('id').where('tenant_id', '=', tenantId).where('intent_id', '=', id).where('kind', '=', 'refund')
    .where('provider_id', '=', providerId).limit(1).executeTakeFirst() !== undefined

/** What renters paid here towards a reservation, less refunds; a hold is no payment until it is captured, and then only what of it was due. */
export async function paidHere(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<Minor> {
  const { sum: paid } = await transaction.selectFrom('payment_ledger as entry')
    .innerJoin('payment_intent as intent', (join) => join.onRef('intent.tenant_id', '=', 'entry.tenant_id').onRef('intent.id', '=', 'entry.intent_id'))
    .where('entry.tenant_id', '=', tenantId).where('entry.reservation_id', '=', reservationId).where('intent.purpose', '=', 'balance')
    .select(sql<Minor>`coalesce(sum(case entry.kind when 'charge' then entry.amount_minor when 'refund' then -entry.amount_minor else 0 end), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow()
  const { sum: captured } = await transaction.selectFrom('payment_intent').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('purpose', '=', 'deposit')
    .select(sql<Minor>`coalesce(sum(counted_minor), 0)::bigint`.as('sum')).executeTakeFirstOrThrow()
  return paid + captured
}
