import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { pageScenarioFor } from '../gateway/page-scenarios.ts'
import type { MerchantBooks, Merchants } from '../gateway/merchants.ts'
import type { CardStore } from '../gateway/store.ts'
import { cardProblems, keptCard, newToken, TokeniseRequest, toldCard } from '../gateway/tokenise.ts'
import type { CardSandboxSettings } from '../settings.ts'
import { browserCode } from './browser-code.ts'
import { fieldPage, fieldStyle } from './field-page.ts'
import { framedPageHeaders, languageOf } from './page-head.ts'

const tokenMs = 30 * 60_000
/** Milliseconds that a late script takes: long for a renter, in time for a shop that waits 8 s (P1). */
const slowScriptMs = 1500
const Refresh = z.object({ publicKey: z.string().max(200), referenceUuid: z.string().max(100), cvv: z.string().max(100) })

export interface FieldDependencies {
  readonly settings: CardSandboxSettings
  readonly store: CardStore
  readonly merchants: Merchants
  readonly now: () => number
}

/** What browsers load: the script, the two fields, and the place where fields make tokens. */
export function fieldRoutes(app: FastifyInstance, { settings, store, merchants, now }: FieldDependencies): void {
  const scriptHeaders = { 'content-type': 'text/javascript; charset=utf-8', 'cross-origin-resource-policy': 'cross-origin', 'x-content-type-options': 'nosniff', 'cache-control': 'public, max-age=300' }
  const script = (path: string, file: string): void => {
    const code = browserCode(file)
    app.get(path, (_request, reply) => reply.headers(scriptHeaders).send(code))
  }
  const mainCode = browserCode('payment-js.ts')
  app.get('/js/integrated/payment.1.3.min.js', async (request, reply): Promise<FastifyReply> => {
    switch (pageScenarioFor(store, request.headers['user-agent'])) {
      case 'P1': return reply.hijack()
      case 'P1-404': return reply.code(404).send()
      case 'P1-500': return reply.code(500).type('text/html').send('<h1>Internal Server Error</h1>')
      case 'P1-slow': await delay(slowScriptMs)
    }
    return reply.headers(scriptHeaders).send(mainCode)
  })
  script('/js/integrated/field-frame.js', 'field-frame.ts')
  script('/js/integrated/cards.ts', 'cards.ts')
  script('/js/integrated/challenge-end.js', 'challenge-end.ts')
  script('/js/integrated/forged-messages.js', 'forged-messages.ts')

  app.get<{ Params: { field: string }; Querystring: { lang?: string } }>('/js/integrated/frame/:field', (request, reply) => {
    const { field } = request.params
    if (field !== 'number' && field !== 'cvv') return reply.code(404).send()
    const scenario = pageScenarioFor(store, request.headers['user-agent'])
    const scripts = [...(scenario === 'P2' ? [] : ['field-frame.js']), ...(scenario === 'P3' ? ['forged-messages.js'] : [])]
    return reply.headers(framedPageHeaders(fieldStyle, settings.shops)).send(fieldPage({ field, language: languageOf(request.query.lang), shops: settings.shops, scripts }))
  })

  const booksOf = (request: FastifyRequest, publicKey: string): MerchantBooks | null => (request.headers.origin === settings.origin ? merchants.byPublicKey(publicKey) : null)
  const keyProblem = { errors: [{ attribute: 'gateway', key: 'errors.key', message: 'The integration key is not known' }] }

  app.post('/js/integrated/tokenize', (request, reply) => {
    const card = TokeniseRequest.parse(request.body)
    const books = booksOf(request, card.publicKey)
    if (!books) return reply.code(403).send(keyProblem)
    const errors = cardProblems(card, new Date(now()))
    if (errors.length > 0) return reply.send({ errors })
    const token = newToken()
    const kept = keptCard(card, books.merchant.secret)
    books.store.putToken({ token, card: kept, referenceUuid: null, validUntil: new Date(now() + tokenMs).toISOString(), used: false })
    return reply.send({ token, card: toldCard(kept) })
  })

  app.post('/js/integrated/refresh', (request, reply) => {
    const { publicKey, referenceUuid, cvv } = Refresh.parse(request.body)
    const books = booksOf(request, publicKey)
    if (!books) return reply.code(403).send(keyProblem)
    if (!/^\d{3,4}$/.test(cvv)) return reply.send({ errors: [{ attribute: 'cvv', key: cvv === '' ? 'errors.blank' : 'errors.invalid', message: 'is not valid' }] })
    const token = newToken()
    books.store.putToken({ token, card: null, referenceUuid, validUntil: new Date(now() + tokenMs).toISOString(), used: false })
    return reply.send({ token })
  })
}
