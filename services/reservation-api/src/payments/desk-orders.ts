import type { Database } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { Minor } from '../pricing/money.ts'
import { orderCapture, type CaptureOf } from './captures.ts'
import { intentById, type IntentRow } from './intent-store.ts'
import { renewalStatus, type RenewalState } from './order-rules.ts'
import type { OrderRow } from './order-store.ts'
import { orderRefund, type RefundOf } from './refunds.ts'
import { orderRenewal, type RenewalOf } from './renewals.ts'
import type { JobKind, Tables } from './tables.ts'

/** An order of the company as it may see it; `ordered` until the provider has answered. Amount in minor units. */
interface OrderView<State> {
  readonly paymentId: string
  readonly state: State
  readonly amountMinor: Minor
  readonly currency: string
  /** The provider's, of a refusal. */
  readonly code: string | null
}
export type RefundView = OrderView<OrderRow<'refund'>['state']>
export type CaptureView = OrderView<OrderRow<'capture'>['state']>
/** A renewal by its own payment; `captureBefore` (ISO 8601, UTC) once it is held. */
export type RenewalView = OrderView<RenewalState> & { readonly captureBefore: string | null }

/** Called with the payment that an order is about, in the transaction that writes it down: both are there or neither. */
export type WrittenDown = (transaction: Transaction<Tables>, intentId: string) => Promise<void>

/** What companies order to be done with renters' money: each is written down with its job, begun at once, and goes on without its caller. */
export interface DeskOrders {
  /** Orders a refund and begins it now; answers how it stands (`orderRefund` says what is refused). */
  readonly refund: (of: RefundOf, written?: WrittenDown) => Promise<RefundView>
  /** Orders a capture of the held deposit and begins it now; answers how it stands (`orderCapture` says what is refused). */
  readonly capture: (of: CaptureOf, written?: WrittenDown) => Promise<CaptureView>
  /** Holds a deposit anew and begins that now; answers how it stands (`orderRenewal` says what is refused). */
  readonly renew: (of: RenewalOf, written?: WrittenDown) => Promise<RenewalView>
}

export interface DeskOrderOptions {
  readonly database: Database<Tables>
  /** Seals the instrument of a renewal. */
  readonly secret: string
  /** Processes a payment's job now, unless somebody is at it; waits as long as a caller may. */
  readonly processNow: (tenantId: string, intent: IntentRow, kind: JobKind) => Promise<unknown>
}

const viewOf = <State extends string>(
  { intent_id: paymentId, state, amount_minor: amountMinor, code }: Pick<OrderRow, 'intent_id' | 'amount_minor' | 'code'> & { readonly state: State }, { currency }: Pick<IntentRow, 'currency'>,
): OrderView<State> => ({ paymentId, state, amountMinor, currency, code })

/** Every order is read again after its first step: the very order, asked again, answers how it stands. */
export function deskOrders({ database, secret, processNow }: DeskOrderOptions): DeskOrders {
  /** Refunds and captures: the order with its payment, as it stands after its first step. */
  const begun = async <State extends string>(
    tenantId: string, kind: 'refund' | 'capture', stands: (transaction: Transaction<Tables>) => Promise<{ readonly order: Pick<OrderRow, 'intent_id' | 'amount_minor' | 'code'> & { readonly state: State | 'ordered' }; readonly intent: IntentRow }>,
    written: WrittenDown | undefined,
  ): Promise<OrderView<State | 'ordered'>> => {
    const { order, intent } = await database.withTenant(tenantId, async (transaction: Transaction<Tables>) => {
      const now = await stands(transaction)
      await written?.(transaction, now.intent.id)
      return now
    })
    if (order.state !== 'ordered') return viewOf(order, intent)
    await processNow(tenantId, intent, kind)
    const now = await database.withTenant(tenantId, stands)
    return viewOf(now.order, now.intent)
  }
  return {
    refund: (of, written) => begun(of.tenantId, 'refund', async (transaction) => ({ order: await orderRefund(transaction, of), intent: await intentById(transaction, of.tenantId, of.intentId) }), written),
    capture: (of, written) => begun(of.tenantId, 'capture', (transaction) => orderCapture(transaction, of), written),
    renew: async (of, written) => {
      const { renewal } = await database.withTenant(of.tenantId, async (transaction) => {
        const ordered = await orderRenewal(transaction, of, { secret })
        await written?.(transaction, ordered.hold.id)
        return ordered
      })
      await processNow(of.tenantId, renewal, 'take')
      const now = await database.withTenant(of.tenantId, async (transaction) =>
        ({ hold: await intentById(transaction, of.tenantId, of.intentId), renewal: await intentById(transaction, of.tenantId, renewal.id) }))
      const { id, amount_minor: amountMinor, currency, capture_before: captureBefore } = now.renewal
      return { paymentId: id, ...renewalStatus(now), amountMinor, currency, captureBefore: captureBefore?.toISOString() ?? null }
    },
  }
}
