import { sql, type Insertable, type Selectable, type Transaction } from 'kysely'
import { decimalOf } from '../pricing/money.ts'
import { appendEvent } from '../reservations/event-store.ts'
import { updateIntent, type IntentRow } from './intent-store.ts'
import { closeJobs } from './outbox-store.ts'
import type { Tables } from './tables.ts'

/** What a company can order of one payment, each in a table of its own; one order of each kind per payment. */
export type OrderKind = 'refund' | 'capture'
export type OrderRow<Kind extends OrderKind = OrderKind> = Selectable<Tables[`${Kind}_order`]>

type Tx = Transaction<Tables>
type Named = Pick<IntentRow, 'tenant_id' | 'id'>
const tables = { refund: 'refund_order', capture: 'capture_order' } as const

/** What the company ordered of a payment; null when nothing was. */
export const orderOf = async <Kind extends OrderKind>(transaction: Tx, kind: Kind, { tenant_id: tenantId, id }: Named): Promise<OrderRow<Kind> | null> =>
  (await transaction.selectFrom(tables[kind] as 'refund_order').selectAll().where('tenant_id', '=', tenantId).where('intent_id', '=', id).executeTakeFirst() ?? null) as OrderRow<Kind> | null

/** Writes an order down; its amount never changes. */
export const insertOrder = async <Kind extends OrderKind>(transaction: Tx, kind: Kind, order: Pick<Insertable<Tables['refund_order']>, 'tenant_id' | 'intent_id' | 'amount_minor'>): Promise<OrderRow<Kind>> =>
  await transaction.insertInto(tables[kind] as 'refund_order').values(order).returningAll().executeTakeFirstOrThrow() as OrderRow<Kind>

/** Whether a hold is being captured: then nobody releases or renews it. */
export const isBeingCaptured = async (transaction: Tx, hold: Named): Promise<boolean> => (await orderOf(transaction, 'capture', hold))?.state === 'ordered'

/** The provider did what was ordered. The payment is compared with its records once more. */
export const endOrder = (transaction: Tx, kind: OrderKind, intent: IntentRow): Promise<void> => end(transaction, kind, intent, { state: kind === 'refund' ? 'refunded' : 'captured', code: null })

/** The provider refused what was ordered, or it cannot be any more: nothing moved by it, and the company is told why. */
export async function refuseOrder(transaction: Tx, kind: OrderKind, intent: IntentRow, { amount_minor: amountMinor }: Pick<OrderRow, 'amount_minor'>, code: string): Promise<void> {
  await end(transaction, kind, intent, { state: 'refused', code })
  await appendRefusal(transaction, intent, { kind, amountMinor, code })
}

/** The company's event of a provider that refused what was ordered of a payment. */
export async function appendRefusal(
  transaction: Tx, intent: IntentRow, { kind, amountMinor, code }: { readonly kind: OrderKind | 'release'; readonly amountMinor: number; readonly code: string },
): Promise<void> {
  const { tenant_id: tenantId, reservation_id: reservationId, currency } = intent
  const { reference } = await transaction.selectFrom('reservation').select('reference').where('tenant_id', '=', tenantId).where('id', '=', reservationId).executeTakeFirstOrThrow()
  await appendEvent(transaction, {
    tenantId, reservationId, reference, kind: `payment.${kind}-refused`,
    data: { paymentId: intent.id, transactionId: intent.merchant_transaction_id, amount: decimalOf(amountMinor, currency), currency, code },
  })
}

async function end(transaction: Tx, kind: OrderKind, intent: IntentRow, ended: { readonly state: 'refunded' | 'captured' | 'refused'; readonly code: string | null }): Promise<void> {
  await transaction.updateTable(tables[kind] as 'refund_order').where('tenant_id', '=', intent.tenant_id).where('intent_id', '=', intent.id)
    .set({ ...(ended as Pick<OrderRow<'refund'>, 'state' | 'code'>), ended_at: sql<Date>`now()` }).execute()
  await closeJobs(transaction, intent.tenant_id, intent.id, kind)
  await updateIntent(transaction, intent, { checked_at: null })
}
