import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ServiceError } from '@checkin/server'
import { Fault } from '../orders/faults.ts'
import { orderAnswer } from '../orders/order.ts'
import { deliver } from '../orders/webhooks.ts'
import type { WalletParts } from '../orders/wallet.ts'

const Scenario = z.union([Fault, z.object({ webhooks: z.enum(['once', 'never', 'twice', 'storm']) }), z.object({ clear: z.literal(true) })])
const Forgery = z.object({ id: z.string(), url: z.url(), forge: z.enum(['nothing', 'signature', 'amount']) })

/** Controls for tests and demos. */
export function adminRoutes(app: FastifyInstance, { settings, sandbox: { now, jobs }, orders, merchants, faults }: WalletParts): void {
  app.post('/admin/scenario', (request) => {
    const wanted = Scenario.parse(request.body)
    if ('clear' in wanted) faults.clear()
    else if ('webhooks' in wanted) faults.setCopies(wanted.webhooks)
    else faults.add(wanted)
    return { done: true }
  })

  /** The wallet's ledger with each order's merchant, for whoever compares it with the shops'. */
  app.get('/admin/orders', () => orders.all().map((order) => ({ ...order, merchant: merchants.owner(order).name })))

  /** The customer's approval without a browser; the shop hears of it by the event only (P16). */
  app.post<{ Params: { id: string } }>('/admin/orders/:id/approve', async (request) => {
    const { status } = merchants.owner(orders.get(request.params.id)).part.approve(request.params.id)
    await jobs.flush()
    return { status }
  })

  /** Sends an event of an order again, or a forged one (P14), and answers whether the shop accepted it. */
  app.post('/admin/webhook', async (request) => {
    const { id, url, forge } = Forgery.parse(request.body)
    const order = orders.get(id)
    if (!order) throw new ServiceError(404, 'NotFound', 'There is no such order')
    const sent = forge === 'amount' ? { ...order, amount: String(Number(order.amount) + 1) } : order
    const body = JSON.stringify({ id: `WH-PAYMENT.CAPTURE.COMPLETED-${order.id}`, event_type: 'PAYMENT.CAPTURE.COMPLETED', create_time: new Date(now()).toISOString(), resource: orderAnswer({ ...sent, status: 'COMPLETED', captureId: order.captureId ?? 'FORGED' }, settings.origin) })
    const { webhookSecret } = merchants.owner(order).account
    return { taken: await deliver(url, body, forge === 'signature' ? `${webhookSecret}?` : webhookSecret).catch(() => false) }
  })
}
