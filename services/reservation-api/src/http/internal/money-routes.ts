import { internalContract, type MoneyOrder, type MoneyRequest } from '@checkin/internal'
import { ServiceError, type Database } from '@checkin/server'
import type { Transaction } from 'kysely'
import { moneyDesk, type MoneyPayments } from '../../agreement/money-desk.ts'
import { inTurns } from '../../database/in-turns.ts'
import { fleetLedger, fleetPayment } from '../../fleet/fleet-answer.ts'
import { beginOrder, resultOf } from '../../operators/begin-order.ts'
import { decideMoneyOrder, insertMoneyOrder, moneyOrderOf, moneyOrdersOf, needsSecondPerson, openMoneyOrders, type MoneyOrderRow } from '../../operators/money-orders.ts'
import { tenantsWithAttention } from '../../operators/needs-a-person.ts'
import { intentsOf, liveIntent } from '../../payments/intent-store.ts'
import { ledgerOf } from '../../payments/ledger-store.ts'
import { decimalOf, minorOf, type Minor } from '../../pricing/money.ts'
import { loadReservation, type StoredReservation } from '../../reservations/reservation-store.ts'
import { wireSummary } from '../../reservations/wire-summary.ts'
import type { Tables } from '../../tables.ts'
import { readTenants, requireTenant, type Tenant } from '../../tenants/tenant-store.ts'
import type { ServeOperators } from './operator-calls.ts'

export interface MoneyRoutesOptions {
  readonly database: Database<Tables>
  readonly payments: MoneyPayments
}

const viewOf = async (transaction: Transaction<Tables>, row: MoneyOrderRow, reference: string, currency: string): Promise<MoneyOrder> => ({
  orderId: row.id, reference, kind: row.kind, paymentId: row.begun_intent_id ?? row.intent_id, amount: row.amount_minor === null ? null : decimalOf(row.amount_minor, currency), currency,
  reason: row.reason, state: row.state, orderedBy: row.orderer, orderedAt: row.ordered_at.toISOString(), decidedBy: row.decider, decidedAt: row.decided_at?.toISOString() ?? null,
  result: await resultOf(transaction, row),
})

/**
 * Renters' money as operators see and move it (DEC-126). Every order is kept with who gave it; above the tenant's limit it waits until a second person approves
 * (decision 0114). What begins it is the desk of the fleet API, so that rules and books are the same; each of its calls may be repeated, and so may these.
 */
export function moneyRoutes(serve: ServeOperators, { database, payments }: MoneyRoutesOptions): void {
  const desk = moneyDesk({ database, payments })
  const find = async (transaction: Transaction<Tables>, tenant: Tenant, reference: string): Promise<StoredReservation> => {
    const stored = await loadReservation(transaction, tenant.id, { reference })
    if (!stored) throw new ServiceError(404, 'ReservationNotFound', 'There is no such reservation')
    return stored
  }

  /** Begins an order that nobody has to approve any more; answers how it stands. */
  const begun = async (tenant: Tenant, { row: { reference }, currency }: StoredReservation, row: MoneyOrderRow): Promise<MoneyOrder> => {
    await beginOrder({ database, desk }, tenant, row)
    return database.withTenant(tenant.id, async (transaction) => viewOf(transaction, await moneyOrderOf(transaction, tenant.id, row.id) ?? row, reference, currency))
  }

  serve(internalContract.getReservationMoney, async ({ params: { id, reference } }) => {
    const tenant = await requireTenant(database.kysely, id)
    return database.withTenant(id, async (transaction) => {
      const stored = await find(transaction, tenant, reference)
      const { cashier } = wireSummary(stored, 'en')
      const { row, currency } = stored
      const orders = []
      for (const order of await moneyOrdersOf(transaction, id, row.id)) orders.push(await viewOf(transaction, order, row.reference, currency))
      return {
        reference: row.reference, currency, total: cashier.previewValue, paid: cashier.paidValues, due: cashier.pendingValues,
        payments: (await intentsOf(transaction, id, row.id)).map(fleetPayment), ledger: (await ledgerOf(transaction, id, row.id)).map(fleetLedger),
        orders, approvalAbove: tenant.settings.moneyApprovalAbove,
      }
    })
  })

  serve(internalContract.orderMoney, async ({ actor, identity, params: { id, reference, orderId }, body }) => {
    const tenant = await requireTenant(database.kysely, id)
    const { moneyApprovalAbove: above } = tenant.settings
    const { row, stored: of } = await database.withTenant(id, async (transaction) => {
      const stored = await find(transaction, tenant, reference)
      const about = await subject(transaction, stored, body)
      const waits = needsSecondPerson(about.sumMinor, above === null ? null : minorOf(above, stored.currency))
      const order = { tenant_id: id, id: orderId, reservation_id: stored.row.id, kind: body.kind, intent_id: about.intentId, amount_minor: about.amountMinor, reason: body.reason }
      return { row: await insertMoneyOrder(transaction, order, { actor, identity }, waits ? 'waiting' : 'approved'), stored }
    })
    return begun(tenant, of, row)
  })

  serve(internalContract.listMoneyOrders, async () => {
    // An order that waits needs a person: no other tenant is looked at, however many there are.
    const { tenants } = await readTenants(database.kysely, await tenantsWithAttention(database.kysely))
    const rows = await inTurns(tenants, ({ id: tenant, host, settings }) => database.withTenant(tenant, async (transaction) => {
      const open = []
      for (const row of await openMoneyOrders(transaction, tenant)) open.push({ host, tenant, ...await viewOf(transaction, row, row.reference, settings.currency) })
      return open
    }))
    return { rows: rows.flat() }
  })

  serve(internalContract.decideMoneyOrder, async ({ actor, identity, params: { id, orderId }, body: { approve } }) => {
    const tenant = await requireTenant(database.kysely, id)
    const { row, stored } = await database.withTenant(id, async (transaction) => {
      const decided = await decideMoneyOrder(transaction, { tenantId: id, id: orderId }, { actor, identity }, approve)
      const found = await loadReservation(transaction, id, { id: decided.reservation_id })
      if (!found) throw new Error('the reservation of an order is there')
      return { row: decided, stored: found }
    })
    return begun(tenant, stored, row)
  })
}

interface Subject {
  readonly intentId: string | null
  /** As ordered; null for all. */
  readonly amountMinor: Minor | null
  /** What the limit is compared with: the sum that may move, or the hold that is given up. A renewal moves nothing. */
  readonly sumMinor: Minor
}

/** What an order is about. Throws 404 `NotFound` for a payment that is not the reservation's, 409 `NothingHeld` without a hold. */
async function subject(transaction: Transaction<Tables>, { row: { tenant_id: tenantId, id: reservationId }, currency }: StoredReservation, request: MoneyRequest): Promise<Subject> {
  if (request.kind === 'refund' || request.kind === 'renew') {
    const payment = (await intentsOf(transaction, tenantId, reservationId)).find(({ id }) => id === request.paymentId)
    if (!payment) throw new ServiceError(404, 'NotFound', 'There is no such payment')
    if (request.kind === 'renew') return { intentId: payment.id, amountMinor: null, sumMinor: 0 }
    const amountMinor = request.amount === undefined ? null : minorOf(request.amount, currency)
    return { intentId: payment.id, amountMinor, sumMinor: amountMinor ?? payment.amount_minor }
  }
  const hold = await liveIntent(transaction, { tenantId, reservationId, purpose: 'deposit' })
  const amountMinor = request.kind === 'capture' && request.amount !== undefined ? minorOf(request.amount, currency) : null
  if (hold) return { intentId: null, amountMinor, sumMinor: amountMinor ?? hold.amount_minor }
  throw new ServiceError(409, 'NothingHeld', 'No deposit is held here')
}
