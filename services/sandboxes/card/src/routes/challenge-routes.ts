import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Merchants } from '../gateway/merchants.ts'
import type { CardStore } from '../gateway/store.ts'
import type { Transaction } from '../gateway/transaction.ts'
import type { CardSandboxSettings } from '../settings.ts'
import { challengePage, challengeStyle, downPage, endPage } from './challenge-page.ts'
import { framedPageHeaders, languageOf } from './page-head.ts'

/** The code that every bank of the sandbox sends. */
const rightCode = '123456'
const mostTries = 3
const Answer = z.object({ answer: z.enum(['confirm', 'cancel']), otp: z.string().max(20).default('') })

export interface ChallengeDependencies {
  readonly settings: CardSandboxSettings
  readonly store: CardStore
  readonly merchants: Merchants
}

/** 3-D Secure: the bank's page, shown by the shop in a frame; it ends on a page of the provider that only says "finished" (P8). */
export function challengeRoutes(app: FastifyInstance, { settings, store, merchants }: ChallengeDependencies): void {
  const tries = new Map<string, number>()
  const headers = framedPageHeaders(challengeStyle, settings.shops)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => { done(null, Object.fromEntries(new URLSearchParams(String(body)))) })

  const shown = (request: FastifyRequest, reply: FastifyReply, transaction: Transaction | null, wrong = false): FastifyReply => {
    if (!transaction) return reply.code(404).send()
    const language = languageOf(transaction.language, request.headers['accept-language'])
    if (transaction.status !== 'REDIRECT') return reply.headers(headers).send(endPage(transaction, language))
    if (transaction.challenge === 'down') return reply.code(503).headers(headers).send(downPage(language))
    return reply.headers(headers).send(challengePage(transaction, language, wrong))
  }

  app.get<{ Params: { uuid: string } }>('/3ds/:uuid', (request, reply) => shown(request, reply, store.transaction(request.params.uuid)))

  app.post<{ Params: { uuid: string } }>('/3ds/:uuid', (request, reply) => {
    const transaction = store.transaction(request.params.uuid)
    if (transaction?.status !== 'REDIRECT' || transaction.challenge === 'down') return shown(request, reply, transaction)
    const { gateway } = merchants.named(transaction.merchant)
    const { answer, otp } = Answer.parse(request.body)
    if (answer === 'cancel') return shown(request, reply, gateway.settle(transaction.uuid, 2002))
    if (transaction.challenge === 'frictionless' || otp === rightCode) return shown(request, reply, gateway.settle(transaction.uuid, null))
    const used = (tries.get(transaction.uuid) ?? 0) + 1
    tries.set(transaction.uuid, used)
    return used < mostTries ? shown(request, reply, transaction, true) : shown(request, reply, gateway.settle(transaction.uuid, 2021))
  })
}
