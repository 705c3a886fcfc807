import { randomBytes } from 'node:crypto'
import { Refusal, type NewOrder, type Order } from './order.ts'
import { orderAnswer } from './order-answer.ts'
import type { WalletStore } from './store.ts'

/** The customer may approve for three hours. */
const approvalMs = 3 * 3_600_000

export type Wallet = ReturnType<typeof createWallet>
export type EventType = 'CHECKOUT.ORDER.APPROVED' | 'PAYMENT.CAPTURE.COMPLETED' | 'PAYMENT.CAPTURE.DENIED' | 'CHECKOUT.ORDER.VOIDED'

export interface WalletOptions {
  readonly store: WalletStore
  readonly now: () => number
  readonly origin: () => string
  /** Client id of the merchant whose orders these are. */
  readonly merchant: string
  readonly owns: (order: Order) => boolean
  /** How often an event is sent: usually once. */
  readonly copies: () => number
  readonly wake: () => void
}

const name = (): string => randomBytes(9).toString('hex').toUpperCase()

/** The wallet's orders and their rules: one order per request id, money only after an approval, and once. */
export function createWallet({ store, now, origin, merchant, owns, copies, wake }: WalletOptions) {
  const tell = (type: EventType, order: Order): void => {
    const { webhookUrl } = order
    if (webhookUrl === null) return
    const body = JSON.stringify({ id: `WH-${type}-${order.id}`, event_type: type, create_time: new Date(now()).toISOString(), resource: orderAnswer(order, origin()) })
    for (let copy = 0; copy < copies(); copy += 1) store.addWebhook(now(), webhookUrl, body, 0, merchant)
  }
  const change = (id: string, work: (order: Order) => { readonly order: Order; readonly type: EventType | null }): Order => {
    const changed = store.atomically(() => {
      const order = store.order(id)
      if (!order || !owns(order)) throw new Refusal(404, 'RESOURCE_NOT_FOUND')
      const { order: next, type } = work(order)
      if (next !== order) store.update(next)
      if (type) tell(type, next)
      return next
    })
    wake()
    return changed
  }
  const isOver = (order: Order): boolean => Date.parse(order.validUntil) <= now()

  const mine = (order: Order | null): Order | null => (order && owns(order) ? order : null)
  return {
    order: (id: string): Order | null => mine(store.order(id)),
    byRequest: (requestId: string): Order | null => mine(store.byRequest(requestId)),

    create: (requestId: string, body: NewOrder): Order => store.atomically(() => {
      const before = store.byRequest(requestId)
      if (before && owns(before)) return before
      const [unit] = body.purchase_units
      const order: Order = {
        merchant, id: name(), requestId, status: 'CREATED', amount: unit.amount.value, currency: unit.amount.currency_code, description: unit.description,
        returnUrl: body.application_context.return_url, cancelUrl: body.application_context.cancel_url, webhookUrl: body.webhook_url ?? null,
        language: body.application_context.locale ?? null, payerId: null, captureId: null, refusal: null,
        createdAt: new Date(now()).toISOString(), validUntil: new Date(now() + approvalMs).toISOString(),
      }
      store.insert(order)
      return order
    }),

    /** The customer's yes; a second one changes nothing. */
    approve: (id: string): Order => change(id, (order) => {
      if (order.status !== 'CREATED' || isOver(order)) return { order, type: null }
      return { order: { ...order, status: 'APPROVED', payerId: name() }, type: 'CHECKOUT.ORDER.APPROVED' }
    }),

    /** Takes the money of an approved order; one that was taken answers the same again. */
    capture: (id: string, refusal: string | null): Order => change(id, (order) => {
      if (order.status === 'COMPLETED') return { order, type: null }
      if (order.status === 'VOIDED' || isOver(order)) throw new Refusal(422, 'ORDER_EXPIRED')
      if (order.status !== 'APPROVED') throw new Refusal(422, 'ORDER_NOT_APPROVED')
      if (refusal !== null || order.refusal !== null) {
        return { order: { ...order, refusal: refusal ?? order.refusal }, type: order.refusal === null ? 'PAYMENT.CAPTURE.DENIED' : null }
      }
      return { order: { ...order, status: 'COMPLETED', captureId: name() }, type: 'PAYMENT.CAPTURE.COMPLETED' }
    }),

    /** Ends an order that was not taken; afterwards nobody can approve or take it. */
    void: (id: string): Order => change(id, (order) => {
      if (order.status === 'COMPLETED') throw new Refusal(422, 'ORDER_ALREADY_CAPTURED')
      return order.status === 'VOIDED' ? { order, type: null } : { order: { ...order, status: 'VOIDED' }, type: 'CHECKOUT.ORDER.VOIDED' }
    }),
  }
}
