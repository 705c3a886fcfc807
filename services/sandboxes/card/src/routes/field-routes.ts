import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { CardStore } from '../gateway/store.ts'
import { cardProblems, keptCard, newToken, TokeniseRequest, toldCard } from '../gateway/tokenise.ts'
import type { CardSandboxSettings } from '../settings.ts'
import { browserCode } from './browser-code.ts'
import { fieldPage, fieldStyle } from './field-page.ts'
import { framedPageHeaders, languageOf } from './page-head.ts'

const tokenMs = 30 * 60_000
const Refresh = z.object({ publicKey: z.string().max(200), referenceUuid: z.string().max(100), cvv: z.string().max(100) })

export interface FieldDependencies {
  readonly settings: CardSandboxSettings
  readonly store: CardStore
  readonly now: () => number
}

/** What browsers load: the script, the two fields, and the place where fields make tokens. */
export function fieldRoutes(app: FastifyInstance, { settings, store, now }: FieldDependencies): void {
  const scriptHeaders = { 'content-type': 'text/javascript; charset=utf-8', 'cross-origin-resource-policy': 'cross-origin', 'x-content-type-options': 'nosniff', 'cache-control': 'public, max-age=300' }
  const script = (path: string, file: string): void => {
    const code = browserCode(file)
    app.get(path, (_request, reply) => reply.headers(scriptHeaders).send(code))
  }
  script('/js/integrated/payment.1.3.min.js', 'payment-js.ts')
  script('/js/integrated/field-frame.js', 'field-frame.ts')
  script('/js/integrated/cards.ts', 'cards.ts')
  script('/js/integrated/challenge-end.js', 'challenge-end.ts')

  app.get<{ Params: { field: string }; Querystring: { lang?: string } }>('/js/integrated/frame/:field', (request, reply) => {
    const { field } = request.params
    if (field !== 'number' && field !== 'cvv') return reply.code(404).send()
    return reply.headers(framedPageHeaders(fieldStyle, settings.shops)).send(fieldPage(field, languageOf(request.query.lang), settings.shops))
  })

  const known = (request: FastifyRequest, publicKey: string): boolean => request.headers.origin === settings.origin && publicKey === settings.publicKey
  const keyProblem = { errors: [{ attribute: 'gateway', key: 'errors.key', message: 'The integration key is not known' }] }

  app.post('/js/integrated/tokenize', (request, reply) => {
    const card = TokeniseRequest.parse(request.body)
    if (!known(request, card.publicKey)) return reply.code(403).send(keyProblem)
    const errors = cardProblems(card, new Date(now()))
    if (errors.length > 0) return reply.send({ errors })
    const token = newToken()
    const kept = keptCard(card, settings.secret)
    store.putToken({ token, card: kept, referenceUuid: null, validUntil: new Date(now() + tokenMs).toISOString(), used: false })
    return reply.send({ token, card: toldCard(kept) })
  })

  app.post('/js/integrated/refresh', (request, reply) => {
    const { publicKey, referenceUuid, cvv } = Refresh.parse(request.body)
    if (!known(request, publicKey)) return reply.code(403).send(keyProblem)
    if (!/^\d{3,4}$/.test(cvv)) return reply.send({ errors: [{ attribute: 'cvv', key: cvv === '' ? 'errors.blank' : 'errors.invalid', message: 'is not valid' }] })
    const token = newToken()
    store.putToken({ token, card: null, referenceUuid, validUntil: new Date(now() + tokenMs).toISOString(), used: false })
    return reply.send({ token })
  })
}
