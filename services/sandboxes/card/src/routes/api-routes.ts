import { answerBadly, badAnswerOf, type Merchant } from '@checkin/sandbox-kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { statusAnswer, transactionAnswer } from '../gateway/answers.ts'
import { signatureHolds } from '../gateway/callbacks.ts'
import type { Work } from '../gateway/gateway.ts'
import type { CardParts, MerchantPart } from '../gateway/ledger.ts'
import { FollowUp, Order, type ChargeType, type FollowUpType } from '../gateway/order.ts'
import { chooseBehaviour, type Behaviour, type OrderFacts } from '../gateway/scenarios.ts'
import { Refusal, textOf, type Card, type Transaction } from '../gateway/transaction.ts'
import type { Account } from '../settings.ts'

const operations: Readonly<Record<string, ChargeType>> = { debit: 'DEBIT', preauthorize: 'PREAUTHORIZE', register: 'REGISTER' }
const followUps: Readonly<Record<string, FollowUpType>> = { capture: 'CAPTURE', void: 'VOID', refund: 'REFUND' }

/** The API for the shop's server: transactions and their status, in the provider's public format. */
export function apiRoutes(app: FastifyInstance, { settings, sandbox: { store, now, jobs }, ledgers }: CardParts): void {
  const merchantOf = ({ params }: FastifyRequest): Merchant<Account, MerchantPart> => {
    const merchant = ledgers.merchants.find((params as { apiKey?: string }).apiKey)
    if (!merchant) throw new Refusal(1004, textOf(1004))
    return merchant
  }
  app.removeContentTypeParser('application/json')
  // The signature is about the text as it came.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => { done(null, body) })
  app.addHook('preHandler', async (request) => { authenticate(request, merchantOf(request)) })
  app.setErrorHandler((error, request, reply) => {
    const refusal = error instanceof Refusal ? error : null
    if (!refusal) request.log.error({ err: error }, 'call failed')
    const code = refusal?.code ?? 1002
    return reply.code(code === 1004 ? 401 : refusal ? 200 : 500).send({ success: false, errorMessage: refusal?.message ?? 'Internal error', errorCode: code })
  })

  app.post<{ Params: { operation: string } }>('/api/v3/transaction/:apiKey/:operation', async (request, reply) => {
    const { operation } = request.params
    const { name, part } = merchantOf(request)
    const type = operations[operation]
    if (type) {
      const order = parsed(Order, request.body)
      return happens(reply, { operation, order, cardScenario: cardOf(part, order)?.scenario ?? null }, { kind: 'order', type, order, merchant: name }, (behaviour) => part.gateway.charge(type, order, behaviour))
    }
    const later = followUps[operation]
    if (!later) throw new Refusal(1002, 'There is no such transaction type')
    const order = parsed(FollowUp, request.body)
    return happens(reply, { operation, order, cardScenario: null }, { kind: 'follow-up', type: later, order, merchant: name }, (behaviour) => part.gateway.followUp(later, order, behaviour))
  })

  app.get<{ Params: { id: string } }>('/api/v3/status/:apiKey/getByMerchantTransactionId/:id', (request) => found(merchantOf(request).part.transactions.byRequest(request.params.id), settings.origin))
  app.get<{ Params: { uuid: string } }>('/api/v3/status/:apiKey/getByUuid/:uuid', (request) => found(merchantOf(request).part.transactions.get(request.params.uuid), settings.origin))

  const cardOf = ({ tokens, cards }: MerchantPart, order: Order): Card | null =>
    (order.transactionToken === undefined ? null : tokens.get(order.transactionToken)?.card) ?? (order.referenceUuid === undefined ? null : cards.get(order.referenceUuid)?.card) ?? null

  /** Does what was asked for, or lets it go wrong as it was chosen to; `late` is the same for later. */
  async function happens(reply: FastifyReply, facts: Omit<OrderFacts, 'attempt'>, late: Work, work: (behaviour: Behaviour) => Transaction): Promise<FastifyReply> {
    const { behaviour, left } = chooseBehaviour({ rules: store.kept('rules') ?? [], mix: store.kept('mix') }, { ...facts, attempt: ledgers.nextAttempt(facts.order.merchantTransactionId) })
    store.keep('rules', left)
    if (behaviour.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs))
    if (behaviour.transport === 'late') {
      jobs.add(now() + behaviour.lateMs, late)
      void jobs.flush()
      return answerBadly(reply, 'silent')
    }
    if (behaviour.transport.startsWith('refuse-')) return refused(reply, behaviour.transport)
    const how = badAnswerOf(behaviour.transport)
    if (how !== null && behaviour.transport.endsWith('-before')) return answerBadly(reply, how)
    const answer = attempt(settings.origin, () => work(behaviour))
    if (behaviour.callbacks === 'early') await jobs.flush()
    return how === null ? reply.send(answer) : answerBadly(reply, how, JSON.stringify(answer))
  }
}

/** A refusal is an answer too: nothing happened, and the code says why. */
function attempt(origin: string, work: () => Transaction): Readonly<Record<string, unknown>> {
  try {
    return transactionAnswer(work(), origin)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { success: false, returnType: 'ERROR', errors: [{ errorCode: error.code, errorMessage: error.message }] }
  }
}

function refused(reply: FastifyReply, transport: string): FastifyReply {
  const code = Number(transport.replace('refuse-', ''))
  if (code === 503) return answerBadly(reply, 'busy')
  return reply.code(code === 1009 ? 429 : 200).send({ success: false, returnType: 'ERROR', errors: [{ errorCode: code, errorMessage: textOf(code) }] })
}

function found(transaction: Transaction | null, origin: string): Readonly<Record<string, unknown>> {
  return transaction ? statusAnswer(transaction, origin) : { success: false, errorMessage: textOf(8001), errorCode: 8001 }
}

function parsed<Parsed>(schema: { parse: (value: unknown) => Parsed }, body: unknown): Parsed {
  try {
    return schema.parse(JSON.parse(String(body)))
  } catch {
    throw new Refusal(1002, textOf(1002))
  }
}

function authenticate(request: FastifyRequest, { account, isCaller }: Merchant<Account, MerchantPart>): void {
  const { authorization, 'x-date': sent, date = '', 'x-signature': signature, 'content-type': contentType = '' } = request.headers
  const parts = { method: request.method, body: typeof request.body === 'string' ? request.body : '', contentType, date: String(sent ?? date), uri: request.url }
  if (!isCaller(authorization) || !signatureHolds(typeof signature === 'string' ? signature : undefined, parts, account.secret)) throw new Refusal(1004, textOf(1004))
}
