import { areTwoPersons, Identity, ServiceError } from '@checkin/server'
import { sql, type Insertable, type Selectable, type Transaction } from 'kysely'
import type { MoneyOrder } from '@checkin/internal'
import type { Minor } from '../pricing/money.ts'
import type { Tables } from '../tables.ts'

export type MoneyOrderRow = Selectable<Tables['money_order']>

/** An operator at the console, and who stands behind that token (decision 0114). */
export interface Operator {
  readonly actor: string
  readonly identity: Identity
}

/** What an operator orders; it never changes once it is written. */
export type NewMoneyOrder = Pick<Insertable<Tables['money_order']>, 'tenant_id' | 'id' | 'reservation_id' | 'kind' | 'intent_id' | 'amount_minor' | 'reason'>

/** Whether an order of this sum waits for somebody else. `aboveMinor` is the tenant's limit; null asks nobody. */
export const needsSecondPerson = (amountMinor: Minor, aboveMinor: Minor | null): boolean => aboveMinor !== null && amountMinor > aboveMinor

export const moneyOrderOf = async (transaction: Transaction<Tables>, tenantId: string, id: string): Promise<MoneyOrderRow | null> =>
  await transaction.selectFrom('money_order').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).forUpdate().executeTakeFirst() ?? null

/** Writes an order down, waiting or free to begin. The same again answers the first one; throws 409 `OrderExists` for another one under its id. */
export async function insertMoneyOrder(transaction: Transaction<Tables>, order: NewMoneyOrder, { actor, identity }: Operator, state: 'waiting' | 'approved'): Promise<MoneyOrderRow> {
  await transaction.insertInto('money_order').values({ ...order, state, orderer: actor, orderer_identity: JSON.stringify(identity) })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing()).execute()
  const kept = await moneyOrderOf(transaction, order.tenant_id, order.id)
  const isSame = kept && kept.reservation_id === order.reservation_id && kept.kind === order.kind && kept.intent_id === order.intent_id && kept.amount_minor === order.amount_minor
  if (!isSame) throw new ServiceError(409, 'OrderExists', 'Another order has this id')
  return kept
}

/**
 * Decides about an order that waits: a second person approves or rejects it, and whoever ordered it may withdraw it. Throws 404 `NotFound`, 403 `SamePerson` for
 * an approval by the orderer or by somebody behind that token, 409 `AlreadyDecided`. The same decision again answers how it stands.
 */
export async function decideMoneyOrder(transaction: Transaction<Tables>, { tenantId, id }: { readonly tenantId: string; readonly id: string }, { actor, identity }: Operator, approve: boolean): Promise<MoneyOrderRow> {
  const order = await moneyOrderOf(transaction, tenantId, id)
  if (!order) throw new ServiceError(404, 'NotFound', 'There is no such order')
  if (order.state !== 'waiting') {
    if ((order.state === 'rejected') === approve) throw new ServiceError(409, 'AlreadyDecided', 'Somebody has decided about this order')
    return order
  }
  if (approve && !areTwoPersons(identity, Identity.parse(order.orderer_identity))) {
    throw new ServiceError(403, 'SamePerson', 'Somebody else has to approve: neither who ordered it, nor who made or approved the token of one of them')
  }
  return transaction.updateTable('money_order').where('tenant_id', '=', tenantId).where('id', '=', id)
    .set({ state: approve ? 'approved' : 'rejected', decider: actor, decided_at: sql<Date>`now()` }).returningAll().executeTakeFirstOrThrow()
}

/** Writes down how an approved order went; the first result stays. */
export async function finishMoneyOrder(transaction: Transaction<Tables>, { tenant_id: tenantId, id }: MoneyOrderRow, result: NonNullable<MoneyOrder['result']>): Promise<MoneyOrderRow> {
  const done = await transaction.updateTable('money_order').where('tenant_id', '=', tenantId).where('id', '=', id).where('state', '=', 'approved')
    .set({ state: 'done', result: JSON.stringify(result) }).returningAll().executeTakeFirst()
  return done ?? transaction.selectFrom('money_order').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirstOrThrow()
}

/** How an order stands when it is begun; afterwards the payment's own order says it. */
const underWay = { refund: 'ordered', capture: 'ordered', release: 'releasing', renew: 'renewing' } as const

/** Writes down that an approved order is begun, in the transaction that orders it of its payment. Answers whether it was not begun before. */
export async function beginMoneyOrder(transaction: Transaction<Tables>, { tenant_id: tenantId, id, kind }: MoneyOrderRow, intentId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction.updateTable('money_order').where('tenant_id', '=', tenantId).where('id', '=', id).where('state', '=', 'approved')
    .set({ state: 'done', begun_intent_id: intentId, result: JSON.stringify({ state: underWay[kind], code: null }) }).executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Orders that were approved so many seconds ago and never begun: the process that was to do it has ended. Oldest first. */
export const leftMoneyOrders = (transaction: Transaction<Tables>, tenantId: string, { afterSeconds, count }: { readonly afterSeconds: number; readonly count: number }): Promise<readonly MoneyOrderRow[]> =>
  transaction.selectFrom('money_order').selectAll().where('tenant_id', '=', tenantId).where('state', '=', 'approved')
    .where(sql<boolean>`coalesce(decided_at, ordered_at) <= now() - make_interval(secs => ${afterSeconds})`).orderBy('ordered_at').limit(count).execute()

/** Orders of a reservation, newest first. */
export const moneyOrdersOf = (transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<readonly MoneyOrderRow[]> =>
  transaction.selectFrom('money_order').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).orderBy('ordered_at', 'desc').execute()

/** Orders that wait for somebody, or were approved and never begun, oldest first. */
export const openMoneyOrders = (transaction: Transaction<Tables>, tenantId: string): Promise<readonly (MoneyOrderRow & { readonly reference: string })[]> =>
  transaction.selectFrom('money_order as it').innerJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'it.tenant_id').onRef('reservation.id', '=', 'it.reservation_id'))
    .where('it.tenant_id', '=', tenantId).where('it.state', 'in', ['waiting', 'approved']).selectAll('it').select('reservation.reference').orderBy('it.ordered_at').limit(200).execute()
