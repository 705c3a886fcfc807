import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Order } from '../orders/order.ts'
import { cancelAddress, returnAddress } from '../orders/order-answer.ts'
import type { Merchants } from '../orders/merchants.ts'
import type { WalletStore } from '../orders/store.ts'
import { approvalPage, languageOf, overPage, pageHeaders } from './approval-page.ts'

const Token = z.object({ token: z.string().max(100).default('') })
const Answer = z.object({ answer: z.enum(['approve', 'cancel']) })

export interface ApprovalDependencies {
  readonly store: WalletStore
  readonly merchants: Merchants
  readonly now: () => number
}

/** The page on which the customer approves or cancels; both lead back to the shop by a redirect of the whole window. */
export function approvalRoutes(app: FastifyInstance, { store, merchants, now }: ApprovalDependencies): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => { done(null, Object.fromEntries(new URLSearchParams(String(body)))) })
  const isOpen = (order: Order): boolean => order.status === 'CREATED' && Date.parse(order.validUntil) > now()

  app.get('/checkoutnow', (request, reply) => {
    const order = store.order(Token.parse(request.query).token)
    const language = languageOf(order?.language, request.headers['accept-language'])
    if (!order) return reply.code(404).headers(pageHeaders(null)).send(overPage(language, 'missing'))
    // Whoever comes back to an approved order, by Back or by a reload, goes where the approval led.
    if (order.status === 'APPROVED' || order.status === 'COMPLETED') return reply.redirect(returnAddress(order), 303)
    const headers = pageHeaders(new URL(order.returnUrl).origin)
    return isOpen(order) ? reply.headers(headers).send(approvalPage(order, language)) : reply.code(410).headers(headers).send(overPage(language, 'over'))
  })

  app.post('/checkoutnow', (request, reply) => {
    const order = store.order(Token.parse(request.query).token)
    const language = languageOf(order?.language, request.headers['accept-language'])
    if (!order) return reply.code(404).headers(pageHeaders(null)).send(overPage(language, 'missing'))
    // Cancelling here only leads back: the order stays open until the shop ends it, so that Back and a second thought work.
    if (Answer.parse(request.body).answer === 'cancel') return reply.redirect(cancelAddress(order), 303)
    const approved = merchants.named(order.merchant).wallet.approve(order.id)
    return approved.payerId === null
      ? reply.code(410).headers(pageHeaders(null)).send(overPage(language, 'over'))
      : reply.redirect(returnAddress(approved), 303)
  })
}
