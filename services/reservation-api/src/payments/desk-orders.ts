import type { Database } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { Minor } from '../pricing/money.ts'
import type { CaptureRow } from './capture-store.ts'
import { orderCapture, type CaptureOf } from './captures.ts'
import { intentById, type IntentRow } from './intent-store.ts'
import { orderRefund, type RefundOf, type RefundRow } from './refunds.ts'
import { orderRenewal, renewalState, type RenewalOf, type RenewalState } from './renewals.ts'
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
export type RefundView = OrderView<RefundRow['state']>
export type CaptureView = OrderView<CaptureRow['state']>
/** A renewal by its own payment; `captureBefore` (ISO 8601, UTC) once it is held. */
export type RenewalView = OrderView<RenewalState> & { readonly captureBefore: string | null }

/** What companies order to be done with renters' money: each is written down with its job, begun at once, and goes on without its caller. */
export interface DeskOrders {
  /** Orders a refund and begins it now; answers how it stands (`orderRefund` says what is refused). */
  readonly refund: (of: RefundOf) => Promise<RefundView>
  /** Orders a capture of the held deposit and begins it now; answers how it stands (`orderCapture` says what is refused). */
  readonly capture: (of: CaptureOf) => Promise<CaptureView>
  /** Holds a deposit anew and begins that now; answers how it stands (`orderRenewal` says what is refused). */
  readonly renew: (of: RenewalOf) => Promise<RenewalView>
}

export interface DeskOrderOptions {
  readonly database: Database<Tables>
  /** Seals the instrument of a renewal. */
  readonly secret: string
  /** Processes a payment's job now, unless somebody is at it; waits as long as a caller may. */
  readonly processNow: (tenantId: string, intent: IntentRow, kind: JobKind) => Promise<unknown>
}

const viewOf = <State extends string>(
  { intent_id: paymentId, state, amount_minor: amountMinor, code }: Pick<RefundRow, 'intent_id' | 'amount_minor' | 'code'> & { readonly state: State }, { currency }: Pick<IntentRow, 'currency'>,
): OrderView<State> => ({ paymentId, state, amountMinor, currency, code })

/** Every order is read again after its first step: the very order, asked again, answers how it stands. */
export function deskOrders({ database, secret, processNow }: DeskOrderOptions): DeskOrders {
  return {
    refund: async (of) => {
      const stands = () => database.withTenant(of.tenantId, async (transaction: Transaction<Tables>) => {
        const order = await orderRefund(transaction, of)
        return { order, intent: await intentById(transaction, of.tenantId, of.intentId) }
      })
      const { order, intent } = await stands()
      if (order.state !== 'ordered') return viewOf(order, intent)
      await processNow(of.tenantId, intent, 'refund')
      const now = await stands()
      return viewOf(now.order, now.intent)
    },
    capture: async (of) => {
      const stands = () => database.withTenant(of.tenantId, (transaction) => orderCapture(transaction, of))
      const { order, intent } = await stands()
      if (order.state !== 'ordered') return viewOf(order, intent)
      await processNow(of.tenantId, intent, 'capture')
      const now = await stands()
      return viewOf(now.order, now.intent)
    },
    renew: async (of) => {
      const { renewal } = await database.withTenant(of.tenantId, (transaction) => orderRenewal(transaction, of, { secret }))
      await processNow(of.tenantId, renewal, 'take')
      const now = await database.withTenant(of.tenantId, async (transaction) =>
        ({ hold: await intentById(transaction, of.tenantId, of.intentId), renewal: await intentById(transaction, of.tenantId, renewal.id) }))
      const state = renewalState(now)
      const { id, amount_minor: amountMinor, currency, code, capture_before: captureBefore } = now.renewal
      return { paymentId: id, state, amountMinor, currency, code: state === 'refused' ? code ?? now.renewal.state : null, captureBefore: captureBefore?.toISOString() ?? null }
    },
  }
}
