import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NewOrder, Refusal, type Order } from '../orders/order.ts'
import { orderAnswer } from '../orders/order-answer.ts'
import type { Merchants } from '../orders/merchants.ts'
import type { Wallet } from '../orders/wallet.ts'
import type { WalletSandboxSettings } from '../settings.ts'
import { answerBadly, type createFaults } from './faults.ts'

export interface ApiDependencies {
  readonly settings: WalletSandboxSettings
  readonly merchants: Merchants
  readonly faults: ReturnType<typeof createFaults>
}

const digest = (value: string): Buffer => createHash('sha256').update(value).digest()

/** The shop's server speaks to these: make an order, look at it, take its money, end it. */
export function apiRoutes(app: FastifyInstance, { settings, merchants, faults }: ApiDependencies): void {
  const logins = merchants.all.map(({ merchant, wallet }) => ({ wallet, digest: digest(`Basic ${Buffer.from(`${merchant.clientId}:${merchant.clientSecret}`).toString('base64')}`) }))
  /** The books of the merchant that calls; nobody else's are found in them. */
  const walletOf = ({ headers }: FastifyRequest): Wallet => {
    const given = digest(headers.authorization ?? '')
    const caller = logins.find((login) => timingSafeEqual(given, login.digest))
    if (!caller) throw new Refusal(401, 'AUTHENTICATION_FAILURE')
    return caller.wallet
  }
  app.addHook('onRequest', async (request) => { walletOf(request) })
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).send({ name: error.issue, details: [{ issue: error.issue }] })
    const { statusCode } = error as { statusCode?: number }
    if (statusCode === undefined || statusCode >= 500) request.log.error({ err: error }, 'call failed')
    return reply.code(statusCode ?? 500).send({ name: 'INVALID_REQUEST', details: [{ issue: 'INVALID_REQUEST' }] })
  })

  const answered = (reply: FastifyReply, fault: Parameters<typeof answerBadly>[1], order: Order, status: number): FastifyReply => {
    const body = orderAnswer(order, settings.origin)
    return answerBadly(reply, fault, JSON.stringify(body)) ?? reply.code(status).send(body)
  }
  const happensBefore = (fault: Parameters<typeof answerBadly>[1]): boolean => fault === 'busy' || fault === 'drop-before'

  app.post('/v2/checkout/orders', (request, reply) => {
    const fault = faults.take('create')
    if (happensBefore(fault)) return answerBadly(reply, fault, '')
    const parsed = NewOrder.safeParse(request.body)
    if (!parsed.success) throw new Refusal(400, 'INVALID_REQUEST')
    const requestId = request.headers['wallet-request-id']
    return answered(reply, fault, walletOf(request).create(typeof requestId === 'string' ? requestId : parsed.data.purchase_units[0].custom_id, parsed.data), 201)
  })

  app.get<{ Params: { id: string } }>('/v2/checkout/orders/:id', (request) => orderAnswer(known(walletOf(request).order(request.params.id)), settings.origin))
  /** By the shop's own name of the order, for a shop that never heard the wallet's. */
  app.get<{ Querystring: { custom_id?: string } }>('/v2/checkout/orders', (request) => orderAnswer(known(walletOf(request).byRequest(request.query.custom_id ?? '')), settings.origin))

  app.post<{ Params: { id: string } }>('/v2/checkout/orders/:id/capture', (request, reply) => {
    const fault = faults.take('capture')
    if (happensBefore(fault)) return answerBadly(reply, fault, '')
    const order = walletOf(request).capture(request.params.id, fault === 'declined' ? 'INSTRUMENT_DECLINED' : null)
    if (order.refusal !== null) throw new Refusal(422, order.refusal)
    return answered(reply, fault, order, 201)
  })

  app.post<{ Params: { id: string } }>('/v2/checkout/orders/:id/void', (request, reply) => answered(reply, null, walletOf(request).void(request.params.id), 200))
}

function known(order: Order | null): Order {
  if (!order) throw new Refusal(404, 'RESOURCE_NOT_FOUND')
  return order
}
