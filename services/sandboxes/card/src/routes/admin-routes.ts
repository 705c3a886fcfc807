import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ServiceError } from '@checkin/server'
import { callbackBody, deliverCallback } from '../gateway/callbacks.ts'
import type { CardParts } from '../gateway/ledger.ts'
import { minorOf } from '../gateway/order.ts'
import { Mix, PageRule, Rule } from '../gateway/scenarios.ts'
import { untouched, type Transaction } from '../gateway/transaction.ts'

const Scenario = z.union([PageRule, Rule, z.object({ mix: Mix.nullable() }), z.object({ clear: z.literal(true) })])
const Forgery = z.object({
  merchantTransactionId: z.string(), callbackUrl: z.url().optional(),
  forge: z.enum(['nothing', 'signature', 'amount', 'currency', 'transaction', 'declined']),
})
const Foreign = z.object({ merchantTransactionId: z.string().default(() => `foreign-${randomBytes(6).toString('hex')}`), amount: z.string(), currency: z.string() })

const isPageRule = (wanted: PageRule | Rule): wanted is PageRule => PageRule.safeParse(wanted).success

/** Controls for tests and demos. */
export function adminRoutes(app: FastifyInstance, { settings, sandbox: { store, now }, ledgers: { whole, merchants } }: CardParts): void {
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
  app.get('/admin/transactions', () => whole.transactions.all().map(({ card, ...transaction }) => ({ ...transaction, merchant: merchants.owner(transaction).name, lastFour: card?.lastFour ?? null })))

  /** A charge that the shop never asked for (P23). */
  app.post('/admin/transactions', (request) => {
    const { merchantTransactionId, amount, currency } = Foreign.parse(request.body)
    const amountMinor = minorOf(amount, currency) ?? 0
    const transaction: Transaction = {
      uuid: randomBytes(10).toString('hex'), merchantTransactionId, type: 'DEBIT', status: 'SUCCESS', code: null, amountMinor, currency, referenceUuid: null, card: null,
      ...untouched, capturedMinor: amountMinor, callbackUrl: null, successUrl: settings.origin, cancelUrl: settings.origin,
      description: '', language: null, createdAt: new Date(now()).toISOString(),
    }
    whole.transactions.put(transaction)
    return { uuid: transaction.uuid, merchantTransactionId }
  })

  /** What becomes of a saved card (P21). */
  app.post<{ Params: { reference: string } }>('/admin/cards/:reference', (request) => {
    const { state } = z.object({ state: z.enum(['valid', 'removed', 'expired', 'cvv-refused']) }).parse(request.body)
    const card = whole.cards.get(request.params.reference)
    if (!card) throw new ServiceError(404, 'NotFound', 'There is no such card')
    whole.cards.put({ ...card, state })
    return { done: true }
  })

  /** Sends a callback again, or a forged one (P14), and answers whether the shop accepted it. */
  app.post('/admin/callback', async (request) => {
    const { merchantTransactionId, callbackUrl, forge } = Forgery.parse(request.body)
    const transaction = whole.transactions.byRequest(merchantTransactionId)
    const url = callbackUrl ?? transaction?.callbackUrl
    if (!transaction || !url) throw new ServiceError(404, 'NotFound', 'There is no such transaction')
    const changed: Transaction = {
      nothing: transaction, signature: transaction,
      amount: { ...transaction, amountMinor: transaction.amountMinor + 100 },
      currency: { ...transaction, currency: transaction.currency === 'USD' ? 'EUR' : 'USD' },
      transaction: { ...transaction, merchantTransactionId: `${transaction.merchantTransactionId}x` },
      declined: { ...transaction, status: 'ERROR' as const, code: 2003 },
    }[forge]
    const taken = await deliverCallback(url, callbackBody(changed), merchants.owner(transaction).account.secret, (signature) => (forge === 'signature' ? Buffer.from(signature).reverse().toString('base64') : signature)).catch(() => false)
    return { taken }
  })
}
