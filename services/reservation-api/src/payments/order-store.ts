import { sql, type Insertable, type Selectable, type Transaction } from 'kysely'
import { decimalOf, type Minor } from '../pricing/money.ts'
import { appendEvent } from '../reservations/event-store.ts'
import { updateIntent, type IntentRow } from './intent-store.ts'
import { closeJobs } from './outbox-store.ts'
import type { Tables } from './tables.ts'

/** What a company can order of one payment, once each; and what goes back because a renter took something back by the ticket, as often as that happens (DEC-282). */
export type OrderKind = 'refund' | 'ticket-refund' | 'capture'
const tables = { refund: 'refund_order', 'ticket-refund': 'ticket_refund', capture: 'capture_order' } as const
export type OrderRow<Kind extends OrderKind = OrderKind> = { readonly [Each in OrderKind]: Selectable<Tables[(typeof tables)[Each]]> }[Kind]
type NewOrder<Kind extends OrderKind> = Omit<Insertable<Tables[(typeof tables)[Kind]]>, 'state' | 'code' | 'ordered_at' | 'ended_at'>

type Tx = Transaction<Tables>
type Named = Pick<IntentRow, 'tenant_id' | 'id'>

/** What was ordered of a payment, of several refunds of tickets the latest; null when nothing was. */
export const orderOf = async <Kind extends OrderKind>(transaction: Tx, kind: Kind, { tenant_id: tenantId, id }: Named): Promise<OrderRow<Kind> | null> =>
  (await transaction.selectFrom(tables[kind] as 'ticket_refund').selectAll().where('tenant_id', '=', tenantId).where('intent_id', '=', id)
    .$if(kind === 'ticket-refund', (query) => query.orderBy('number', 'desc').limit(1)).executeTakeFirst() ?? null) as unknown as OrderRow<Kind> | null

/** What is to go back of a payment and has not yet, in minor units, whoever ordered it. */
export async function orderedBackOf(transaction: Tx, { tenant_id: tenantId, id }: Named): Promise<Minor> {
  const sums = await Promise.all((['refund_order', 'ticket_refund'] as const).map((table) => transaction.selectFrom(table as 'refund_order').where('tenant_id', '=', tenantId).where('intent_id', '=', id)
    .where('state', '=', 'ordered').select(sql<Minor>`coalesce(sum(amount_minor), 0)::bigint`.as('sum')).executeTakeFirstOrThrow()))
  return sums.reduce((all, { sum }) => all + sum, 0)
}

/** Writes an order down; its amount never changes. */
export const insertOrder = async <Kind extends OrderKind>(transaction: Tx, kind: Kind, order: NewOrder<Kind>): Promise<OrderRow<Kind>> =>
  await transaction.insertInto(tables[kind] as 'refund_order').values(order as NewOrder<'refund'>).returningAll().executeTakeFirstOrThrow() as unknown as OrderRow<Kind>

/** Whether a hold is being captured: then nobody releases or renews it. */
export const isBeingCaptured = async (transaction: Tx, hold: Named): Promise<boolean> => (await orderOf(transaction, 'capture', hold))?.state === 'ordered'

/** The provider did what was ordered. The payment is compared with its records once more. */
export const endOrder = (transaction: Tx, kind: OrderKind, intent: IntentRow): Promise<void> => end(transaction, kind, intent, { state: kind === 'capture' ? 'captured' : 'refunded', code: null })

/** The provider refused what was ordered, or it cannot be any more: nothing moved by it, and the company is told why. */
export async function refuseOrder(transaction: Tx, kind: OrderKind, intent: IntentRow, { amount_minor: amountMinor }: Pick<OrderRow, 'amount_minor'>, code: string): Promise<void> {
  await end(transaction, kind, intent, { state: 'refused', code })
  await appendRefusal(transaction, intent, { kind: kind === 'ticket-refund' ? 'refund' : kind, amountMinor, code })
}

/** The company's event of a provider that refused what was ordered of a payment. */
export async function appendRefusal(
  transaction: Tx, intent: IntentRow, { kind, amountMinor, code }: { readonly kind: 'refund' | 'capture' | 'release'; readonly amountMinor: Minor; readonly code: string },
): Promise<void> {
  const { tenant_id: tenantId, reservation_id: reservationId, currency } = intent
  const { reference } = await transaction.selectFrom('reservation').select('reference').where('tenant_id', '=', tenantId).where('id', '=', reservationId).executeTakeFirstOrThrow()
  await appendEvent(transaction, {
    tenantId, reservationId, reference, kind: `payment.${kind}-refused`,
    data: { paymentId: intent.id, transactionId: intent.merchant_transaction_id, amount: decimalOf(amountMinor, currency), currency, code },
  })
}

async function end(transaction: Tx, kind: OrderKind, intent: IntentRow, ended: { readonly state: 'refunded' | 'captured' | 'refused'; readonly code: string | null }): Promise<void> {
  await transaction.updateTable(tables[kind] as 'refund_order').where('tenant_id', '=', intent.tenant_id).where('intent_id', '=', intent.id).where('state', '=', 'ordered')
    .set({ ...(ended as Pick<OrderRow<'refund'>, 'state' | 'code'>), ended_at: sql<Date>`now()` }).execute()
  await closeJobs(transaction, intent.tenant_id, intent.id, kind)
  await updateIntent(transaction, intent, { checked_at: null })
}
