import { randomUUIDv7 } from 'node:crypto'
import { sql, type Selectable, type Transaction } from 'kysely'
import { breakerNameInSql } from './gateways.ts'
import type { OrderKind, PaymentTables } from './payment-tables.ts'

type Tx = Transaction<PaymentTables>
export type OrderRow = Pick<Selectable<PaymentTables['payment_outbox']>, 'tenant_id' | 'id' | 'intent_id' | 'kind' | 'attempts'>
const columns = ['tenant_id', 'id', 'intent_id', 'kind', 'attempts'] as const

const seconds = (count: number) => sql<Date>`now() + make_interval(secs => ${count})`
const isFree = sql<boolean>`(leased_until is null or leased_until < now())`

export interface NewOrder {
  readonly tenantId: string
  readonly intentId: string
  readonly kind: OrderKind
  /** Not before so many seconds from now. */
  readonly afterSeconds: number
  /** Seconds for which only the writer of the order may carry it out; 0 for anybody at once. */
  readonly leaseSeconds: number
}

/** Writes what is to be done, in the transaction of its cause. An order of the same kind that waits already is left as it is. */
export async function queueOrder(transaction: Tx, order: NewOrder): Promise<OrderRow | null> {
  return await transaction.insertInto('payment_outbox').values({
    tenant_id: order.tenantId, id: randomUUIDv7(), intent_id: order.intentId, kind: order.kind, next_attempt_at: seconds(order.afterSeconds),
    ...(order.leaseSeconds > 0 && { leased_until: seconds(order.leaseSeconds), attempts: 1 }),
  }).onConflict((conflict) => conflict.columns(['tenant_id', 'intent_id', 'kind']).where('state', '=', 'queued').doNothing())
    .returning(columns).executeTakeFirst() ?? null
}

const lease = (leaseSeconds: number) => ({ leased_until: seconds(leaseSeconds), attempts: sql<number>`attempts + 1` })

/** Takes orders that are due, for one attempt each; nobody else gets them for `leaseSeconds`. Accounts that are known to be away are left out. */
export async function takeDueOrders(
  transaction: Tx, tenantId: string, { count, leaseSeconds, away }: { readonly count: number; readonly leaseSeconds: number; readonly away: readonly string[] },
): Promise<readonly OrderRow[]> {
  const due = transaction.selectFrom('payment_outbox as order')
    .innerJoin('payment_intent as intent', (join) => join.onRef('intent.tenant_id', '=', 'order.tenant_id').onRef('intent.id', '=', 'order.intent_id'))
    .select('order.id').where('order.tenant_id', '=', tenantId).where('order.state', '=', 'queued')
    .where('order.next_attempt_at', '<=', sql<Date>`now()`).where(sql<boolean>`("order".leased_until is null or "order".leased_until < now())`)
    .$if(away.length > 0, (query) => query.where(breakerNameInSql, 'not in', away))
    .orderBy('order.next_attempt_at').limit(count).forUpdate('order').skipLocked()
  return transaction.updateTable('payment_outbox').where('tenant_id', '=', tenantId).where('id', 'in', due)
    .set(lease(leaseSeconds)).returning(columns).execute()
}

/** Takes the order of one payment now, unless somebody is at it or has been within `quietSeconds`. */
export async function takeOrderOf(
  transaction: Tx, { tenantId, intentId, kind }: Pick<NewOrder, 'tenantId' | 'intentId' | 'kind'>,
  { leaseSeconds, quietSeconds }: { readonly leaseSeconds: number; readonly quietSeconds: number },
): Promise<OrderRow | null> {
  const free = transaction.selectFrom('payment_outbox').select('id').where('tenant_id', '=', tenantId).where('intent_id', '=', intentId)
    .where('kind', '=', kind).where('state', '=', 'queued').where(isFree)
    .where(sql<boolean>`(leased_until is null or leased_until < now() - make_interval(secs => ${quietSeconds}))`).forUpdate().skipLocked()
  return await transaction.updateTable('payment_outbox').where('tenant_id', '=', tenantId).where('id', 'in', free)
    .set(lease(leaseSeconds)).returning(columns).executeTakeFirst() ?? null
}

/** Nothing is left to do of this kind for a payment. */
export async function closeOrders(transaction: Tx, tenantId: string, intentId: string, kind: OrderKind, state: 'done' | 'dropped' = 'done'): Promise<void> {
  await transaction.updateTable('payment_outbox').where('tenant_id', '=', tenantId).where('intent_id', '=', intentId).where('kind', '=', kind)
    .where('state', '=', 'queued').set({ state, finished_at: sql<Date>`now()`, leased_until: null }).execute()
}

/** The order is carried on in `afterSeconds`; the lease ends now. */
export async function postponeOrder(transaction: Tx, { tenant_id: tenantId, id }: OrderRow, afterSeconds: number, outcome: string): Promise<void> {
  await transaction.updateTable('payment_outbox').where('tenant_id', '=', tenantId).where('id', '=', id).where('state', '=', 'queued')
    .set({ next_attempt_at: seconds(afterSeconds), leased_until: sql<Date>`now()`, last_outcome: outcome }).execute()
}

/** There is news about a payment: its order is due now, whoever waited for it. */
export async function hurryOrder(transaction: Tx, tenantId: string, intentId: string, kind: OrderKind): Promise<void> {
  await transaction.updateTable('payment_outbox').where('tenant_id', '=', tenantId).where('intent_id', '=', intentId).where('kind', '=', kind)
    .where('state', '=', 'queued').set({ next_attempt_at: sql<Date>`now()` }).execute()
}
