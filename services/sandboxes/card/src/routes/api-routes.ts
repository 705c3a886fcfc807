import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseBehaviour } from '../gateway/choose-behaviour.ts'
import { FollowUp, Order, type ChargeType, type FollowUpType } from '../gateway/order.ts'
import type { MerchantBooks, Merchants } from '../gateway/merchants.ts'
import { textOf } from '../gateway/result-codes.ts'
import type { Behaviour } from '../gateway/scenarios.ts'
import { signatureHolds } from '../gateway/signature.ts'
import { Refusal, type Transaction } from '../gateway/transaction.ts'
import type { CardSandboxSettings } from '../settings.ts'
import { transactionAnswer, statusAnswer } from './answers.ts'
import { sendBadly } from './send-badly.ts'

export interface ApiDependencies {
  readonly settings: CardSandboxSettings
  readonly merchants: Merchants
  readonly now: () => number
  /** Delivers what is due at once: some callbacks overtake their answer. */
  readonly flush: () => Promise<void>
}

const operations: Readonly<Record<string, ChargeType>> = { debit: 'DEBIT', preauthorize: 'PREAUTHORIZE', register: 'REGISTER' }
const followUps: Readonly<Record<string, FollowUpType>> = { capture: 'CAPTURE', void: 'VOID', refund: 'REFUND' }

/** The shop's server speaks to these: transactions and their status, in the provider's public format. */
export function apiRoutes(app: FastifyInstance, { settings, merchants, now, flush }: ApiDependencies): void {
  app.removeContentTypeParser('application/json')
  // The signature is about the text as it came.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => { done(null, body) })
  app.addHook('preHandler', async (request) => { authenticate(request, merchants) })
  app.setErrorHandler((error, request, reply) => {
    const refusal = error instanceof Refusal ? error : null
    if (!refusal) request.log.error({ err: error }, 'call failed')
    const code = refusal?.code ?? 1002
    return reply.code(code === 1004 ? 401 : refusal ? 200 : 500).send({ success: false, errorMessage: refusal?.message ?? 'Internal error', errorCode: code })
  })

  const ofCaller = (apiKey: string): MerchantBooks => merchants.named(apiKey)
  app.post<{ Params: { apiKey: string; operation: string } }>('/api/v3/transaction/:apiKey/:operation', async (request, reply) => {
    const { operation } = request.params
    const books = ofCaller(request.params.apiKey)
    const type = operations[operation]
    if (type) return charged(reply, books, type, operation, parsed(Order, request.body))
    const later = followUps[operation]
    if (!later) throw new Refusal(1002, 'There is no such transaction type')
    return reply.send(attempt(settings.origin, () => books.gateway.followUp(later, parsed(FollowUp, request.body))))
  })

  app.get<{ Params: { apiKey: string; id: string } }>('/api/v3/status/:apiKey/getByMerchantTransactionId/:id', (request) => found(ofCaller(request.params.apiKey).store.byMerchantId(request.params.id), settings.origin))
  app.get<{ Params: { apiKey: string; uuid: string } }>('/api/v3/status/:apiKey/getByUuid/:uuid', (request) => found(ofCaller(request.params.apiKey).store.transaction(request.params.uuid), settings.origin))

  async function charged(reply: FastifyReply, { store, gateway }: MerchantBooks, type: ChargeType, operation: string, order: Order): Promise<FastifyReply> {
    const behaviour: Behaviour = chooseBehaviour(store, operation, order)
    if (behaviour.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs))
    if (behaviour.transport === 'late') {
      store.addJob(now() + behaviour.lateMs, { kind: 'order', type, order })
      void flush()
      return sendBadly(reply, 'silent', '')
    }
    if (behaviour.transport === 'drop-before') return sendBadly(reply, 'drop', '')
    if (behaviour.transport.startsWith('refuse-')) return refused(reply, behaviour.transport)
    const answer = attempt(settings.origin, () => gateway.charge(type, order, behaviour))
    if (behaviour.callbacks === 'early') await flush()
    if (behaviour.transport === 'answer') return reply.send(answer)
    return sendBadly(reply, behaviour.transport.replace('-after', '') as 'silent', JSON.stringify(answer))
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
  if (code === 503) return reply.code(503).type('text/html').send('<h1>Service Unavailable</h1>')
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

const digest = (value: string): Buffer => createHash('sha256').update(value).digest()

function authenticate(request: FastifyRequest, merchants: Merchants): void {
  const { apiKey } = request.params as { apiKey?: string }
  const account = merchants.byApiKey(apiKey)?.merchant
  if (!account) throw new Refusal(1004, textOf(1004))
  const basic = `Basic ${Buffer.from(`${account.user}:${account.password}`).toString('base64')}`
  const known = timingSafeEqual(digest(request.headers.authorization ?? ''), digest(basic))
  const date = String(request.headers['x-date'] ?? request.headers.date ?? '')
  const body = typeof request.body === 'string' ? request.body : ''
  const parts = { method: request.method, body, contentType: request.headers['content-type'] ?? '', date, uri: request.url }
  const signature = request.headers['x-signature']
  if (!known || !signatureHolds(typeof signature === 'string' ? signature : undefined, parts, account.secret)) throw new Refusal(1004, textOf(1004))
}
