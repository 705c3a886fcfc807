import { answerBadly, badAnswerOf } from '@checkin/sandbox-kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../orders/faults.ts'
import { NewOrder, NewRefund, orderAnswer, refundAnswer, Refusal, type Order } from '../orders/order.ts'
import type { Wallet, WalletParts } from '../orders/wallet.ts'

/** The API for the shop's server: make an order, look at it, capture it, refund it, end it. */
export function apiRoutes(app: FastifyInstance, { settings, merchants, faults }: WalletParts): void {
  const walletOf = ({ headers }: FastifyRequest): Wallet => {
    const caller = merchants.calling(headers.authorization)
    if (!caller) throw new Refusal(401, 'AUTHENTICATION_FAILURE')
    return caller.part
  }
  app.addHook('onRequest', async (request) => { walletOf(request) })
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).send({ name: error.issue, details: [{ issue: error.issue }] })
    const { statusCode } = error as { statusCode?: number }
    if (statusCode === undefined || statusCode >= 500) request.log.error({ err: error }, 'call failed')
    return reply.code(statusCode ?? 500).send({ name: 'INVALID_REQUEST', details: [{ issue: 'INVALID_REQUEST' }] })
  })

  const badly = (reply: FastifyReply, fault: Fault['fault'] | null, body = ''): FastifyReply | null => {
    const how = fault === null ? null : badAnswerOf(fault)
    return how === null ? null : answerBadly(reply, how, body, { name: 'INTERNAL_SERVER_ERROR' })
  }
  const answered = (reply: FastifyReply, fault: Fault['fault'] | null, order: Order, status: number): FastifyReply => {
    const body = orderAnswer(order, settings.origin)
    return badly(reply, fault, JSON.stringify(body)) ?? reply.code(status).send(body)
  }
  const happensBefore = (fault: Fault['fault'] | null): boolean => fault === 'busy' || fault === 'drop-before'

  app.post('/v2/checkout/orders', (request, reply) => {
    const fault = faults.take('create')
    if (happensBefore(fault)) return badly(reply, fault)
    const parsed = NewOrder.safeParse(request.body)
    if (!parsed.success) throw new Refusal(400, 'INVALID_REQUEST')
    const requestId = request.headers['wallet-request-id']
    return answered(reply, fault, walletOf(request).create(typeof requestId === 'string' ? requestId : parsed.data.purchase_units[0].custom_id, parsed.data), 201)
  })

  app.get<{ Params: { id: string } }>('/v2/checkout/orders/:id', (request) => orderAnswer(known(walletOf(request).orders.get(request.params.id)), settings.origin))
  /** By the shop's own name of the order, for a shop that never heard the wallet's. */
  app.get<{ Querystring: { custom_id?: string } }>('/v2/checkout/orders', (request) => orderAnswer(known(walletOf(request).orders.byRequest(request.query.custom_id ?? '')), settings.origin))

  app.post<{ Params: { id: string } }>('/v2/checkout/orders/:id/capture', (request, reply) => {
    const fault = faults.take('capture')
    if (happensBefore(fault)) return badly(reply, fault)
    const order = walletOf(request).capture(request.params.id, fault === 'declined' ? 'INSTRUMENT_DECLINED' : null)
    if (order.refusal !== null) throw new Refusal(422, order.refusal)
    return answered(reply, fault, order, 201)
  })

  app.post<{ Params: { id: string } }>('/v2/payments/captures/:id/refund', (request, reply) => {
    const fault = faults.take('refund')
    if (happensBefore(fault)) return badly(reply, fault)
    if (fault === 'declined') throw new Refusal(422, 'REFUND_FAILED')
    const parsed = NewRefund.safeParse(request.body)
    const requestId = request.headers['wallet-request-id']
    if (!parsed.success || typeof requestId !== 'string') throw new Refusal(400, 'INVALID_REQUEST')
    const { order, refund } = walletOf(request).refund(request.params.id, requestId, parsed.data)
    const body = refundAnswer(order, refund)
    return badly(reply, fault, JSON.stringify(body)) ?? reply.code(201).send(body)
  })

  app.post<{ Params: { id: string } }>('/v2/checkout/orders/:id/void', (request, reply) => answered(reply, null, walletOf(request).void(request.params.id), 200))
}

function known(order: Order | null): Order {
  if (!order) throw new Refusal(404, 'RESOURCE_NOT_FOUND')
  return order
}
