import { createHash, timingSafeEqual } from 'node:crypto'
import type { Documents, Owned } from './store.ts'

/** One merchant's account and what the provider keeps for it. */
export interface Merchant<Account, Part> {
  /** What documents call it. */
  readonly name: string
  readonly account: Account
  /** Whether an `Authorization` header is this merchant's, compared in constant time. */
  readonly isCaller: (authorization: string | undefined) => boolean
  readonly part: Part
}

/** Every merchant of a provider, the first one first. */
export interface Merchants<Account, Part> {
  readonly all: readonly Merchant<Account, Part>[]
  readonly find: (name: string | undefined) => Merchant<Account, Part> | null
  readonly calling: (authorization: string | undefined) => Merchant<Account, Part> | null
  /** Whose a document is. */
  readonly owner: (document: Owned | null | undefined) => Merchant<Account, Part>
}

export interface MerchantsOptions<Account, Part> {
  /** The first merchant's account stands in the settings themselves. */
  readonly settings: Account & { readonly merchants?: readonly Account[] }
  readonly nameOf: (account: Account) => string
  /** The `Authorization` header by which it calls. */
  readonly authorizationOf: (account: Account) => string
  /** Opens what belongs to one merchant; `own` shows a table as far as it is this merchant's. */
  readonly open: (merchant: { readonly name: string; readonly account: Account; readonly own: <Document extends Owned>(documents: Documents<Document>) => Documents<Document> }) => Part
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export const basicAuthorization = (user: string, password: string): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** Opens the accounts of every merchant of the settings over one memory. */
export function openMerchants<Account, Part>({ settings, nameOf, authorizationOf, open }: MerchantsOptions<Account, Part>): Merchants<Account, Part> {
  const all = [settings, ...settings.merchants ?? []].map((account, at): Merchant<Account, Part> => {
    const name = nameOf(account)
    const expected = digest(authorizationOf(account))
    return {
      name, account, isCaller: (authorization) => timingSafeEqual(digest(authorization ?? ''), expected),
      part: open({ name, account, own: (documents) => ownedBy(documents, name, at === 0) }),
    }
  })
  const find = (name: string | undefined): Merchant<Account, Part> | null => all.find((merchant) => merchant.name === name) ?? null
  return {
    all, find,
    calling: (authorization) => all.find(({ isCaller }) => isCaller(authorization)) ?? null,
    owner: (document) => find(document?.merchant) ?? all[0] as Merchant<Account, Part>,
  }
}

/** What one merchant sees of a table: nothing of another one's is found, and what it writes is its own. */
function ownedBy<Document extends Owned>(documents: Documents<Document>, merchant: string, isFirst: boolean): Documents<Document> {
  const owns = (document: Document): boolean => (document.merchant === undefined ? isFirst : document.merchant === merchant)
  const own = (document: Document | null): Document | null => (document !== null && owns(document) ? document : null)
  return {
    get: (id) => own(documents.get(id)),
    byRequest: (request) => own(documents.byRequest(request)),
    all: () => documents.all().filter(owns),
    put: (document) => { documents.put({ ...document, merchant }) },
  }
}
