import { createServer, type Server } from 'node:http'
import { internalFetch, type Service } from '@checkin/server'
import type { PaymentResult } from '@checkin/api'
import { adminToken, aFleetReservation, tenantSettings, wholeApi, type WholeApiOptions } from '../../test/whole-api.fixture.ts'
import { aRenter } from '../offers/renter.fixture.ts'
import { due } from '../payments/paying-renter.fixture.ts'
import type { AccountKind } from './account-kinds.ts'

const portOf = (server: Server): number => { const address = server.address(); return typeof address === 'object' && address ? address.port : 0 }

/** A shop at the card provider: what it logs in and signs with there. */
const shop = (name: string) => ({ apiKey: `${name}-shop`, user: `${name}-user`, password: `card-password-of-${name}`, secret: `card-secret-of-${name}`, publicKey: `${name}-fields` })
const client = (name: string) => ({ clientId: `${name}-client`, clientSecret: `wallet-secret-of-${name}`, webhookSecret: `webhook-secret-of-${name}` })

/** Every secret of these tests has this in it: so it can be looked for wherever it must not be. */
export const secretsSayOf = /(password|secret)-of-(green|alpine|later)/

type Shop = ReturnType<typeof shop>
type Client = ReturnType<typeof client>

/** Starts the providers of a test, which alone may import them. */
export interface Providers {
  readonly card: (first: Shop, merchants: readonly Shop[]) => Service
  readonly wallet: (first: Client, merchants: readonly Client[]) => Service
}

/** Two companies in one installation, and a card provider and a wallet with a shop for each, over HTTP as real ones. */
export async function twoCompanies(providers: Providers, options: WholeApiOptions = {}) {
  const [first, ...others] = ['green', 'alpine', 'later'].map(shop) as [Shop, ...Shop[]]
  const [firstClient, ...otherClients] = ['green', 'alpine', 'later'].map(client) as [Client, ...Client[]]
  const card = providers.card(first, others)
  const wallet = providers.wallet(firstClient, otherClients)
  for (const { app } of [card, wallet]) await app.listen({ port: 0, host: '127.0.0.1' })
  const cardUrl = `http://card.localhost:${portOf(card.app.server)}`
  const walletUrl = `http://wallet.localhost:${portOf(wallet.app.server)}`
  const api = await wholeApi({ providers: {}, isSingleCompany: false, limits: { quietSeconds: 0, answerMs: 60_000 }, ...options })
  // What providers call arrives at the API as it would over the network.
  const door = createServer((request, response) => {
    let payload = ''
    request.on('data', (part: Buffer) => { payload += part.toString() })
    request.on('end', () => {
      void api.app.inject({ method: 'POST', url: request.url ?? '', headers: request.headers as Record<string, string>, payload })
        .then((answer) => { response.writeHead(answer.statusCode).end(answer.body) })
    })
  })
  await new Promise<void>((resolve) => { door.listen(0, '127.0.0.1', resolve) })

  const authorization = `Bearer ${adminToken}`
  const account = (method: 'GET' | 'PUT' | 'DELETE', tenant: string, kind: AccountKind, payload?: object, headers: Readonly<Record<string, string>> = {}) =>
    api.app.inject({ method, url: `/internal/v1/tenants/${tenant}/accounts/${kind}`, headers: { authorization, ...headers }, ...(payload && { payload }) })
  const cardAccount = (name: string) => ({ url: cardUrl, ...shop(name), scriptUrl: `${cardUrl}/js/integrated/payment.1.3.min.js` })
  const walletAccount = (name: string) => ({ url: walletUrl, ...client(name) })
  for (const id of ['costaverde', 'alpen']) {
    const settings = tenantSettings({ gateways: [{ code: 'card', name: 'Card' }, { code: 'wallet', name: 'Wallet' }] })
    await api.app.inject({ method: 'PUT', url: `/internal/v1/tenants/${id}`, headers: { authorization }, payload: { host: `${id}.localhost`, settings } })
  }
  const ask = async (url: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
    (await internalFetch(url, { ...(body && { method: 'POST', body }), headers })).json()
  let count = 0
  return {
    api, account, cardAccount, walletAccount, cardUrl,
    /** Both companies' own accounts. */
    setAccounts: async () => {
      for (const [tenant, name] of [['costaverde', 'green'], ['alpen', 'alpine']] as const) {
        await account('PUT', tenant, 'card', cardAccount(name))
        await account('PUT', tenant, 'wallet', walletAccount(name))
      }
    },
    /** A renter of a company, with a reservation that is not paid yet. */
    renter: async (tenant: 'costaverde' | 'alpen') => {
      const renter = await aRenter(api, `T${count += 1}`, aFleetReservation({ isPrecheckoutEligible: true }), tenant)
      const pay = async (body: object): Promise<PaymentResult> => (await renter.call('POST', '/payment', {
        documentId: renter.number, amount: due, provider: 'card', token: null, referenceToken: null, transactionType: 'Sale', isRecurrent: false, validated: true, ...body,
      }, { 'idempotency-key': `key-${count += 1}` })).json<PaymentResult>()
      return { ...renter, pay, state: async () => (await renter.call('GET', `/payment/state/${renter.number}`)).json<{ state: string }>() }
    },
    gateways: async (tenant: string) => (await api.call('GET', '/api/payment/gateways', { host: `${tenant}.localhost:4000` })).json<Record<string, string>[]>(),
    config: async (tenant: string) => (await api.call('GET', '/api/config', { host: `${tenant}.localhost:4000` })).json<{ providerOrigins: string[]; modules: { viewTag: string; isEnabled: boolean }[] }>(),
    /** A card typed into the fields of a shop. */
    typed: async (name: string, number = '4111111111111111'): Promise<string> => (await ask(`${cardUrl}/js/integrated/tokenize`, {
      publicKey: `${name}-fields`, number, cvv: '123', month: '12', year: '2031', card_holder: 'Maria Silva',
    }, { origin: 'http://card.localhost:4002' }) as { token: string }).token,
    /** Merchants of the card provider's books, one for each of its transactions. */
    cardBooks: async () => await ask(`${cardUrl}/admin/transactions`) as { merchant: string; merchantTransactionId: string; status: string; uuid: string }[],
    walletBooks: async () => await ask(`${walletUrl}/admin/orders`) as { merchant: string; requestId: string; id: string; status: string }[],
    approve: (id: string) => ask(`${walletUrl}/admin/orders/${id}/approve`, {}),
    /** Says at the bank that it is the renter. */
    confirms3ds: (uuid: string) => internalFetch(`${cardUrl}/3ds/${uuid}`, {
      method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'answer=confirm&otp=123456',
    }),
    scenario: (body: object) => ask(`${cardUrl}/admin/scenario`, body),
    /** The card provider tells how a payment stands, with its shop's own secret, to the address of a company. */
    tells: async (merchantTransactionId: string, tenant: string) => await ask(`${cardUrl}/admin/callback`, {
      merchantTransactionId, forge: 'nothing', callbackUrl: `http://127.0.0.1:${portOf(door)}/provider/v1/card/callback/${tenant}`,
    }) as { taken: boolean },
    stop: async () => {
      for (const { app } of [card, wallet]) app.server.closeAllConnections()
      await Promise.all([card.stop(), wallet.stop(), new Promise((resolve) => door.close(resolve))])
      await api.stop()
    },
  }
}
export type TwoCompanies = Awaited<ReturnType<typeof twoCompanies>>
