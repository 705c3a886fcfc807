import { createHash } from 'node:crypto'
import { basicAuthorization, openMerchants, type Merchant, type Merchants, type Sandbox } from '@checkin/sandbox-kit'
import type { Account, CardSandboxSettings, SeededCard } from '../settings.ts'
import { createGateway, type Gateway, type Ledger, type Work } from './gateway.ts'
import type { CardValues } from './scenarios.ts'
import type { SavedCard } from './transaction.ts'

export type CardSandbox = Sandbox<Work, CardValues>

export interface MerchantPart extends Ledger {
  readonly gateway: Gateway
}

export interface Ledgers {
  /** Of all merchants. */
  readonly whole: Ledger
  readonly merchants: Merchants<Account, MerchantPart>
  /** By what browsers name a merchant by. */
  readonly byPublicKey: (publicKey: string) => Merchant<Account, MerchantPart> | null
  /** How often the shop sent this order, this time included. */
  readonly nextAttempt: (merchantTransactionId: string) => number
}

/** What the routes are made of. */
export interface CardParts {
  readonly settings: CardSandboxSettings
  readonly sandbox: CardSandbox
  readonly ledgers: Ledgers
}

/** Opens the ledger of every merchant of the settings, with the saved cards of the first one. */
export function openLedgers(settings: CardSandboxSettings, { store, now, jobs }: CardSandbox): Ledgers {
  store.database.exec('create table if not exists attempts (merchant_id text primary key, number integer not null)')
  const attempt = store.database.prepare('insert into attempts (merchant_id, number) values (?, 1) on conflict (merchant_id) do update set number = number + 1 returning number')
  const whole: Ledger = {
    transactions: store.documents({ table: 'transactions', id: ['uuid', ({ uuid }) => uuid], request: ['merchant_id', ({ merchantTransactionId }) => merchantTransactionId] }),
    tokens: store.documents({ table: 'tokens', id: ['token', ({ token }) => token] }),
    cards: store.documents({ table: 'cards', id: ['reference', ({ reference }) => reference] }),
  }
  const merchants = openMerchants<Account, MerchantPart>({
    settings, nameOf: ({ apiKey }) => apiKey, authorizationOf: ({ user, password }) => basicAuthorization(user, password),
    open: ({ name, own }) => {
      const ledger = { transactions: own(whole.transactions), tokens: own(whole.tokens), cards: own(whole.cards) }
      return { ...ledger, gateway: createGateway({ ledger, now, atomically: store.atomically, later: (dueAt, work) => { jobs.add(dueAt, { ...work, merchant: name }) } }) }
    },
  })
  const first = merchants.owner(null).part.cards
  for (const card of settings.savedCards) if (first.get(card.reference) === null) first.put(seeded(card))
  return {
    whole, merchants,
    byPublicKey: (publicKey) => merchants.all.find(({ account }) => account.publicKey === publicKey) ?? null,
    nextAttempt: (id) => Number(attempt.get(id)?.['number']),
  }
}

const seeded = ({ reference, ...card }: SeededCard): SavedCard => ({
  reference, state: 'valid', card: { ...card, fingerprint: createHash('sha256').update(reference).digest('base64url').slice(0, 22), scenario: null },
})
