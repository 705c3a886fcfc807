import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isTaken, postToShop } from '@checkin/sandbox-kit'
import { transactionFields } from './answers.ts'
import type { Behaviour } from './scenarios.ts'
import { textOf, type Transaction } from './transaction.ts'

const minute = 60_000
const hour = 60 * minute
/** Milliseconds after a callback that was not taken. */
export const retryDelays: readonly number[] = [minute, 5 * minute, 15 * minute, hour, 2 * hour, 3 * hour, 12 * hour, ...Array.from({ length: 7 }, () => 24 * hour)]

const results = { SUCCESS: 'OK', ERROR: 'ERROR', PENDING: 'PENDING', REDIRECT: 'PENDING' } as const

/** A callback's body; byte for byte the same at every repetition. */
export const callbackBody = (transaction: Transaction): string => JSON.stringify({
  result: results[transaction.status],
  ...transactionFields(transaction),
  ...(transaction.code !== null && { code: transaction.code, message: textOf(transaction.code) }),
})

/** Which callbacks an order causes and when: once, or one of the ways in which it goes wrong (P13 to P15). */
export function callbackBodies(transaction: Transaction, how: Behaviour['callbacks']): { body: string; afterMs: number }[] {
  const body = callbackBody(transaction)
  const stale = callbackBody({ ...transaction, status: 'PENDING', code: null })
  switch (how) {
    case 'never': return []
    case 'once': case 'early': return [{ body, afterMs: 0 }]
    case 'twice': return [{ body, afterMs: 0 }, { body, afterMs: 0 }]
    case 'late': return [{ body, afterMs: 10 * minute }]
    case 'storm': return Array.from({ length: 50 }, (_, at) => ({ body: at % 5 === 4 ? stale : body, afterMs: at }))
    case 'contradictory': return [{ body, afterMs: 0 }, { body: callbackBody({ ...transaction, status: 'ERROR', code: 2003 }), afterMs: 50 }, { body, afterMs: 100 }]
  }
}

export interface SignedParts {
  readonly method: string
  readonly body: string
  readonly contentType: string
  readonly date: string
  /** Path with its query. */
  readonly uri: string
}

/** HMAC-SHA512 over method, digest of the body, content type, date and address, each on a line: the provider's public scheme. */
export function signatureOf(parts: SignedParts, secret: string): string {
  const digest = createHash('sha512').update(parts.body).digest('hex')
  return createHmac('sha512', secret).update([parts.method, digest, parts.contentType, parts.date, parts.uri].join('\n')).digest('base64')
}

export function signatureHolds(given: string | undefined, parts: SignedParts, secret: string): boolean {
  const expected = Buffer.from(signatureOf(parts, secret))
  const actual = Buffer.from(given ?? '')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

const contentType = 'application/json; charset=utf-8'

/** Posts a signed callback; true when the shop took it. */
export async function deliverCallback(url: string, body: string, secret: string, change: (signature: string) => string = (signature) => signature): Promise<boolean> {
  const { pathname, search } = new URL(url)
  const date = new Date().toUTCString()
  const signature = change(signatureOf({ method: 'POST', body, contentType, date, uri: pathname + search }, secret))
  return isTaken(await postToShop(url, body, { 'content-type': contentType, 'x-date': date, 'x-signature': signature }))
}
