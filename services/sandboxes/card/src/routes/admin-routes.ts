import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ServiceError } from '@checkin/server'
import { callbackBody } from '../gateway/callback-body.ts'
import { deliverCallback } from '../gateway/deliver-callback.ts'
import { minorOf } from '../gateway/order.ts'
import { PageRule } from '../gateway/page-scenarios.ts'
import type { Merchants } from '../gateway/merchants.ts'
import { Mix, Rule } from '../gateway/scenarios.ts'
import type { CardStore } from '../gateway/store.ts'
import type { Transaction } from '../gateway/transaction.ts'
import type { CardSandboxSettings } from '../settings.ts'

const Scenario = z.union([PageRule, Rule, z.object({ mix: Mix.nullable() }), z.object({ clear: z.literal(true) })])
const Clock = z.object({ advanceMs: z.number().int().min(0).max(400 * 86_400_000) })
const Forgery = z.object({
  merchantTransactionId: z.string(), callbackUrl: z.url().optional(),
  forge: z.enum(['nothing', 'signature', 'amount', 'currency', 'transaction', 'declined']),
})
const Foreign = z.object({ merchantTransactionId: z.string().default(() => `foreign-${randomBytes(6).toString('hex')}`), amount: z.string(), currency: z.string() })

const isPageRule = (wanted: PageRule | Rule): wanted is PageRule => PageRule.safeParse(wanted).success

export interface AdminDependencies {
  readonly settings: CardSandboxSettings
  readonly store: CardStore
  readonly merchants: Merchants
  readonly now: () => number
  readonly advance: (ms: number) => void
  readonly flush: () => Promise<void>
}

/** Levers for tests and demos, from this machine only and never from a web page. */
export function adminRoutes(app: FastifyInstance, { settings, store, merchants, now, advance, flush }: AdminDependencies): void {
  app.addHook('onRequest', async (request) => {
    const loopback = request.ip === '127.0.0.1' || request.ip === '::1' || request.ip === '::ffff:127.0.0.1'
    if (!loopback || request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined) throw new ServiceError(403, 'Forbidden', 'Only programs of this machine')
  })

  /** What happens to the next orders, or to browsers: a scenario by name or in detail, shares of a mix, or nothing special again. */
  app.post('/admin/scenario', (request) => {
    const wanted = Scenario.parse(request.body)
    if ('clear' in wanted) {
      store.keep('rules', [])
      store.keep('pages', [])
      store.keep('mix', null)
    } else if ('mix' in wanted) store.keep('mix', wanted.mix)
    else if (isPageRule(wanted)) store.keep('pages', [...store.kept('pages') ?? [], wanted])
    else store.keep('rules', [...store.kept('rules') ?? [], wanted])
    return { done: true }
  })

  /** The provider's ledger with each transaction's merchant, for whoever compares it with the shops' (invariants I1 to I3). */
  app.get('/admin/transactions', () => store.transactions().map(({ card, ...transaction }) => ({ ...transaction, merchant: transaction.merchant ?? settings.apiKey, lastFour: card?.lastFour ?? null })))

  /** A charge that the shop never asked for (P23). */
  app.post('/admin/transactions', (request) => {
    const { merchantTransactionId, amount, currency } = Foreign.parse(request.body)
    const amountMinor = minorOf(amount, currency) ?? 0
    const transaction: Transaction = {
      uuid: randomBytes(10).toString('hex'), merchantTransactionId, type: 'DEBIT', status: 'SUCCESS', code: null, amountMinor, currency, referenceUuid: null, card: null,
      registration: null, captureBefore: null, capturedMinor: amountMinor, refundedMinor: 0, voided: false, callbackUrl: null, successUrl: settings.origin, cancelUrl: settings.origin,
      description: '', language: null, createdAt: new Date(now()).toISOString(), redirectUntil: null, challenge: null,
    }
    store.insert(transaction)
    return { uuid: transaction.uuid, merchantTransactionId }
  })

  /** Moves the provider's clock on and does what became due. */
  app.post('/admin/clock', async (request) => {
    advance(Clock.parse(request.body).advanceMs)
    await flush()
    return { now: new Date(now()).toISOString() }
  })

  /** What becomes of a kept card (P21). */
  app.post<{ Params: { reference: string } }>('/admin/cards/:reference', (request) => {
    const { state } = z.object({ state: z.enum(['valid', 'removed', 'expired', 'cvv-refused']) }).parse(request.body)
    const card = store.card(request.params.reference)
    if (!card) throw new ServiceError(404, 'NotFound', 'There is no such card')
    store.putCard({ ...card, state })
    return { done: true }
  })

  /** Sends a callback again, or a forged one (P14), and says whether the shop took it. */
  app.post('/admin/callback', async (request) => {
    const { merchantTransactionId, callbackUrl, forge } = Forgery.parse(request.body)
    const transaction = store.byMerchantId(merchantTransactionId)
    const url = callbackUrl ?? transaction?.callbackUrl
    if (!transaction || !url) throw new ServiceError(404, 'NotFound', 'There is no such transaction')
    const changed: Transaction = {
      nothing: transaction, signature: transaction,
      amount: { ...transaction, amountMinor: transaction.amountMinor + 100 },
      currency: { ...transaction, currency: transaction.currency === 'USD' ? 'EUR' : 'USD' },
      transaction: { ...transaction, merchantTransactionId: `${transaction.merchantTransactionId}x` },
      declined: { ...transaction, status: 'ERROR' as const, code: 2003 },
    }[forge]
    const taken = await deliverCallback(url, callbackBody(changed), merchants.named(transaction.merchant).merchant.secret, (signature) => (forge === 'signature' ? Buffer.from(signature).reverse().toString('base64') : signature)).catch(() => false)
    return { taken }
  })
}
