import { basicAuthorization } from '@checkin/sandbox-kit'
import { listenForCallbacks } from '@checkin/sandbox-kit/testing'
import { internalFetch, type InternalAnswer } from '@checkin/server'
import { createApp } from '../app.ts'
import { signatureHolds, signatureOf } from '../gateway/callbacks.ts'
import type { CardSandboxSettings } from '../settings.ts'

export const shopSettings: CardSandboxSettings = {
  file: ':memory:', origin: 'http://card.localhost:4002', apiKey: 'shop', user: 'shop-user', password: 'a long password', secret: 'a long secret', publicKey: 'shop-fields',
  shops: ['http://costaverde.localhost:4000'], delayScale: 1,
  savedCards: [{ reference: 'ref_visa', brand: 'visa', firstSix: '411111', lastFour: '1111', month: '12', year: '2031', holder: 'Maria Silva' }],
}

export interface Received {
  readonly path: string
  readonly body: Record<string, unknown>
  readonly signed: boolean
}

/** A sandbox on a port of its own, a shop that is called back, and the shop's signed calls. */
export async function aShop(change: Partial<CardSandboxSettings> = {}) {
  const settings = { ...shopSettings, ...change }
  const service = createApp(settings, { log: { level: 'silent' } })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const address = service.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const received: Received[] = []
  /** How often the shop refuses the callback of an order. */
  const refusals = new Map<string, number>()
  const callbacks = await listenForCallbacks(({ url = '', headers }, body) => {
    const parts = { method: 'POST', body, contentType: headers['content-type'] ?? '', date: String(headers['x-date']), uri: url }
    const content = JSON.parse(body) as Record<string, unknown>
    received.push({ path: url, body: content, signed: signatureHolds(String(headers['x-signature']), parts, settings.secret) })
    const order = String(content['merchantTransactionId'])
    const left = refusals.get(order) ?? 0
    refusals.set(order, left - 1)
    return left > 0 ? 'ok, thanks' : 'OK'
  })
  const callbackUrl = `${callbacks.origin}/callback/costaverde`

  const call = (method: 'GET' | 'POST', path: string, content?: object, headers: Readonly<Record<string, string>> = {}): Promise<InternalAnswer> => {
    const body = content ? JSON.stringify(content) : ''
    const contentType = content ? 'application/json; charset=utf-8' : ''
    const date = new Date().toUTCString()
    return internalFetch(`http://127.0.0.1:${port}${path}`, {
      method, ...(content && { body }),
      headers: {
        host: 'card.localhost', ...(content && { 'content-type': contentType }), 'x-date': date,
        authorization: basicAuthorization(settings.user, settings.password),
        'x-signature': signatureOf({ method, body, contentType, date, uri: path }, settings.secret), ...headers,
      },
    })
  }
  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Record<string, unknown>> =>
    (await internalFetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers: { host: 'card.localhost', ...headers } })).json() as Record<string, unknown>
  let number = 0
  return {
    port, service, received, refusals, callbackUrl, call,
    transaction: async (operation: string, content: object) => (await call('POST', `/api/v3/transaction/${settings.apiKey}/${operation}`, content)).json() as Record<string, unknown>,
    status: async (id: string) => (await call('GET', `/api/v3/status/${settings.apiKey}/getByMerchantTransactionId/${id}`)).json() as Record<string, unknown>,
    tokenise: (fields: object) => post('/js/integrated/tokenize', { publicKey: settings.publicKey, ...fields }, { origin: settings.origin }),
    /** A one-time token of a card that is right in every way. */
    token: async (cardNumber = '4111111111111111'): Promise<string> => String((await post('/js/integrated/tokenize', {
      publicKey: settings.publicKey, number: cardNumber, cvv: '123', month: '12', year: '2031', card_holder: 'Maria Silva',
    }, { origin: settings.origin }))['token']),
    order: (more: object = {}) => ({
      merchantTransactionId: `order-${number += 1}`, amount: '159.15', currency: 'EUR', successUrl: 'http://costaverde.localhost:4000/a', cancelUrl: 'http://costaverde.localhost:4000/b', callbackUrl, ...more,
    }),
    admin: (path: string, body: object) => post(`/admin/${path}`, body),
    ledger: async () => (await internalFetch(`http://127.0.0.1:${port}/admin/transactions`, { headers: { host: 'card.localhost' } })).json() as Record<string, unknown>[],
    /** Lets the sandbox deliver what is due. */
    deliver: () => post('/admin/clock', { advanceMs: 0 }),
    stop: async () => {
      service.app.server.closeAllConnections()
      await service.stop()
      await callbacks.close()
    },
  }
}
export type Shop = Awaited<ReturnType<typeof aShop>>
