import { randomBytes } from 'node:crypto'
import type { Documents, Merchants, Sandbox } from '@checkin/sandbox-kit'
import type { Account, WalletSandboxSettings } from '../settings.ts'
import type { Faults } from './faults.ts'
import { orderAnswer, Refusal, thousandths, type NewOrder, type NewRefund, type Order, type Refund } from './order.ts'
import type { Webhook } from './webhooks.ts'

/** The customer may approve for three hours. */
const approvalMs = 3 * 3_600_000

export type Wallet = ReturnType<typeof createWallet>
export type EventType = 'CHECKOUT.ORDER.APPROVED' | 'PAYMENT.CAPTURE.COMPLETED' | 'PAYMENT.CAPTURE.DENIED' | 'PAYMENT.CAPTURE.REFUNDED' | 'CHECKOUT.ORDER.VOIDED'

export interface WalletOptions {
  /** One merchant's; requests are the shop's own names of orders. */
  readonly orders: Documents<Order>
  readonly now: () => number
  readonly atomically: <Result>(work: () => Result) => Result
  readonly origin: string
  /** Sends an event, as often as events are sent. */
  readonly notify: (url: string, body: string) => void
}

/** What the routes are made of. */
export interface WalletParts {
  readonly settings: WalletSandboxSettings
  readonly sandbox: Sandbox<Webhook, object>
  /** Of all merchants: a browser names an order alone. */
  readonly orders: Documents<Order>
  readonly merchants: Merchants<Account, Wallet>
  readonly faults: Faults
}

const name = (): string => randomBytes(9).toString('hex').toUpperCase()

/** The wallet's orders and their rules: one order per request id, captured only after an approval, and once. */
export function createWallet({ orders, now, atomically, origin, notify }: WalletOptions) {
  const change = (id: string, work: (order: Order) => { readonly order: Order; readonly type: EventType | null }): Order => atomically(() => {
    const order = orders.get(id)
    if (!order) throw new Refusal(404, 'RESOURCE_NOT_FOUND')
    const { order: next, type } = work(order)
    if (next !== order) orders.put(next)
    if (type && next.webhookUrl !== null) {
      notify(next.webhookUrl, JSON.stringify({ id: `WH-${type}-${type === 'PAYMENT.CAPTURE.REFUNDED' ? next.refunds?.at(-1)?.id ?? '' : next.id}`, event_type: type, create_time: new Date(now()).toISOString(), resource: orderAnswer(next, origin) }))
    }
    return next
  })
  const isOver = (order: Order): boolean => Date.parse(order.validUntil) <= now()

  return {
    orders,

    /** A request that is repeated answers with the first order. */
    create: (requestId: string, body: NewOrder): Order => atomically(() => {
      const before = orders.byRequest(requestId)
      if (before) return before
      const [unit] = body.purchase_units
      const order: Order = {
        id: name(), requestId, status: 'CREATED', amount: unit.amount.value, currency: unit.amount.currency_code, description: unit.description,
        returnUrl: body.application_context.return_url, cancelUrl: body.application_context.cancel_url, webhookUrl: body.webhook_url ?? null,
        language: body.application_context.locale ?? null, payerId: null, captureId: null, refusal: null,
        createdAt: new Date(now()).toISOString(), validUntil: new Date(now() + approvalMs).toISOString(),
      }
      orders.put(order)
      return order
    }),

    /** The customer's yes; a second one changes nothing. */
    approve: (id: string): Order => change(id, (order) => {
      if (order.status !== 'CREATED' || isOver(order)) return { order, type: null }
      return { order: { ...order, status: 'APPROVED', payerId: name() }, type: 'CHECKOUT.ORDER.APPROVED' }
    }),

    /** Captures an approved order; one that was captured answers the same again. */
    capture: (id: string, refusal: string | null): Order => change(id, (order) => {
      if (order.status === 'COMPLETED') return { order, type: null }
      if (order.status === 'VOIDED' || isOver(order)) throw new Refusal(422, 'ORDER_EXPIRED')
      if (order.status !== 'APPROVED') throw new Refusal(422, 'ORDER_NOT_APPROVED')
      if (refusal !== null || order.refusal !== null) {
        return { order: { ...order, refusal: refusal ?? order.refusal }, type: order.refusal === null ? 'PAYMENT.CAPTURE.DENIED' : null }
      }
      return { order: { ...order, status: 'COMPLETED', captureId: name() }, type: 'PAYMENT.CAPTURE.COMPLETED' }
    }),

    /** Gives money of a captured order back, once per request id; never more than was captured. */
    refund: (captureId: string, requestId: string, { amount: { value, currency_code: currency } }: NewRefund): { readonly order: Order; readonly refund: Refund } => {
      const { id } = orders.all().find((order) => order.captureId === captureId) ?? { id: '' }
      const order = change(id, (known) => {
        const before = known.refunds ?? []
        if (before.some((refund) => refund.requestId === requestId)) return { order: known, type: null }
        if (currency !== known.currency) throw new Refusal(422, 'CURRENCY_MISMATCH')
        const left = thousandths(known.amount) - before.reduce((sum, { amount }) => sum + thousandths(amount), 0)
        if (left <= 0) throw new Refusal(422, 'CAPTURE_FULLY_REFUNDED')
        if (thousandths(value) > left || thousandths(value) <= 0) throw new Refusal(422, 'REFUND_AMOUNT_EXCEEDED')
        return { order: { ...known, refunds: [...before, { id: name(), requestId, amount: value }] }, type: 'PAYMENT.CAPTURE.REFUNDED' }
      })
      const refund = order.refunds?.find((one) => one.requestId === requestId)
      if (!refund) throw new Refusal(404, 'RESOURCE_NOT_FOUND')
      return { order, refund }
    },

    /** Ends an order that was not captured; afterwards nobody can approve or capture it. */
    void: (id: string): Order => change(id, (order) => {
      if (order.status === 'COMPLETED') throw new Refusal(422, 'ORDER_ALREADY_CAPTURED')
      return order.status === 'VOIDED' ? { order, type: null } : { order: { ...order, status: 'VOIDED' }, type: 'CHECKOUT.ORDER.VOIDED' }
    }),
  }
}
