import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ServiceError } from '@checkin/server'
import { deliver } from '../orders/deliver-webhooks.ts'
import { orderAnswer } from '../orders/order-answer.ts'
import type { Merchants } from '../orders/merchants.ts'
import type { WalletStore } from '../orders/store.ts'
import type { WalletSandboxSettings } from '../settings.ts'
import { Fault, type createFaults } from './faults.ts'

const Scenario = z.union([Fault, z.object({ webhooks: z.enum(['once', 'never', 'twice', 'storm']) }), z.object({ clear: z.literal(true) })])
const copiesOf = { once: 1, never: 0, twice: 2, storm: 50 } as const
const Forgery = z.object({ id: z.string(), url: z.url(), forge: z.enum(['nothing', 'signature', 'amount']) })

export interface AdminDependencies {
  readonly settings: WalletSandboxSettings
  readonly store: WalletStore
  readonly merchants: Merchants
  readonly faults: ReturnType<typeof createFaults>
  readonly setCopies: (copies: number) => void
  readonly now: () => number
  readonly advance: (ms: number) => void
  readonly flush: () => Promise<void>
}

/** Levers for tests and demos, from this machine only and never from a web page. */
export function adminRoutes(app: FastifyInstance, { settings, store, merchants, faults, setCopies, now, advance, flush }: AdminDependencies): void {
  app.addHook('onRequest', async (request) => {
    const loopback = request.ip === '127.0.0.1' || request.ip === '::1' || request.ip === '::ffff:127.0.0.1'
    if (!loopback || request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined) throw new ServiceError(403, 'Forbidden', 'Only programs of this machine')
  })

  app.post('/admin/scenario', (request) => {
    const wanted = Scenario.parse(request.body)
    if ('clear' in wanted) {
      faults.clear()
      setCopies(1)
    } else if ('webhooks' in wanted) setCopies(copiesOf[wanted.webhooks])
    else faults.add(wanted)
    return { done: true }
  })

  /** The wallet's ledger with each order's merchant, for whoever compares it with the shops'. */
  app.get('/admin/orders', () => store.orders().map((order) => ({ ...order, merchant: order.merchant ?? settings.clientId })))

  /** The customer's approval without a browser; the shop hears of it by the event only (P16). */
  app.post<{ Params: { id: string } }>('/admin/orders/:id/approve', async (request) => {
    const { status } = merchants.named(store.order(request.params.id)?.merchant).wallet.approve(request.params.id)
    await flush()
    return { status }
  })

  app.post('/admin/clock', async (request) => {
    advance(z.object({ advanceMs: z.number().int().min(0).max(400 * 86_400_000) }).parse(request.body).advanceMs)
    await flush()
    return { now: new Date(now()).toISOString() }
  })

  /** Sends an event of an order again, or a forged one (P14), and says whether the shop took it. */
  app.post('/admin/webhook', async (request) => {
    const { id, url, forge } = Forgery.parse(request.body)
    const order = store.order(id)
    if (!order) throw new ServiceError(404, 'NotFound', 'There is no such order')
    const sent = forge === 'amount' ? { ...order, amount: String(Number(order.amount) + 1) } : order
    const body = JSON.stringify({ id: `WH-PAYMENT.CAPTURE.COMPLETED-${order.id}`, event_type: 'PAYMENT.CAPTURE.COMPLETED', create_time: new Date(now()).toISOString(), resource: orderAnswer({ ...sent, status: 'COMPLETED', captureId: order.captureId ?? 'FORGED' }, settings.origin) })
    const { webhookSecret } = merchants.named(order.merchant).merchant
    return { taken: await deliver(url, body, forge === 'signature' ? `${webhookSecret}?` : webhookSecret).catch(() => false) }
  })
}
