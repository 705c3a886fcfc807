import type { CardSandboxSettings, Merchant } from '../settings.ts'
import { createGateway, type Gateway, type GatewayOptions } from './gateway.ts'
import type { CardStore } from './store.ts'

/** A merchant with its own books and rules. */
export interface MerchantBooks {
  readonly merchant: Merchant
  /** The provider's memory as far as it is this merchant's. */
  readonly store: CardStore
  readonly gateway: Gateway
}

/** Every merchant of the provider. */
export interface Merchants {
  readonly all: readonly MerchantBooks[]
  /** Books that were kept before there were several merchants are the first one's. */
  readonly named: (apiKey: string | undefined) => MerchantBooks
  readonly byApiKey: (apiKey: string | undefined) => MerchantBooks | null
  /** By what browsers name it by. */
  readonly byPublicKey: (publicKey: string) => MerchantBooks | null
}

/** Opens the books of every merchant of the settings over one memory. */
export function createMerchants(settings: CardSandboxSettings, options: GatewayOptions): Merchants {
  const { apiKey: first } = settings
  const all = [settings, ...settings.merchants ?? []].map((merchant): MerchantBooks => {
    const store = booksOf(options.store, merchant.apiKey, first)
    return { merchant, store, gateway: createGateway({ ...options, store }) }
  })
  const byApiKey = (apiKey: string | undefined): MerchantBooks | null => all.find(({ merchant }) => merchant.apiKey === apiKey) ?? null
  return {
    all, byApiKey,
    named: (apiKey) => byApiKey(apiKey) ?? all[0] as MerchantBooks,
    byPublicKey: (publicKey) => all.find(({ merchant }) => merchant.publicKey === publicKey) ?? null,
  }
}

/** What one merchant sees of the memory: nothing of another one's is found, and what it writes is its own. */
function booksOf(store: CardStore, apiKey: string, first: string): CardStore {
  const own = <Kept extends { readonly merchant?: string }>(kept: Kept | null): Kept | null => (kept !== null && (kept.merchant ?? first) === apiKey ? kept : null)
  return {
    ...store,
    transaction: (uuid) => own(store.transaction(uuid)),
    byMerchantId: (id) => own(store.byMerchantId(id)),
    transactions: () => store.transactions().filter((transaction) => own(transaction) !== null),
    insert: (transaction) => { store.insert({ ...transaction, merchant: apiKey }) },
    token: (token) => own(store.token(token)),
    putToken: (token) => { store.putToken({ ...token, merchant: apiKey }) },
    card: (reference) => own(store.card(reference)),
    putCard: (card) => { store.putCard({ ...card, merchant: apiKey }) },
    addJob: (dueAt, work) => { store.addJob(dueAt, { ...work, merchant: apiKey }) },
  }
}
