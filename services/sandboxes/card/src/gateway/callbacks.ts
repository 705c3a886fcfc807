import { decimalOf } from './order.ts'
import { textOf } from './result-codes.ts'
import type { Behaviour } from './scenarios.ts'
import type { KeptCard, Transaction } from './transaction.ts'

const minute = 60_000

/** Card data as answers and callbacks carry them. */
export const cardData = (card: KeptCard): Readonly<Record<string, string>> => ({
  _TYPE: 'cardData', type: card.brand, cardHolder: card.holder, expiryMonth: card.month, expiryYear: card.year,
  binDigits: card.firstSix, firstSixDigits: card.firstSix, lastFourDigits: card.lastFour, fingerprint: card.fingerprint,
})

/** The fields that say which transaction it is, how much, and how the card looks: the same in callbacks and status answers. */
export const transactionFields = (transaction: Transaction): Readonly<Record<string, unknown>> => ({
  uuid: transaction.uuid,
  merchantTransactionId: transaction.merchantTransactionId,
  purchaseId: `${transaction.createdAt.slice(0, 10).replaceAll('-', '')}-${transaction.uuid}`,
  transactionType: transaction.type,
  paymentMethod: 'Creditcard',
  amount: decimalOf(transaction.amountMinor, transaction.currency),
  currency: transaction.currency,
  ...(transaction.referenceUuid !== null && { referenceUuid: transaction.referenceUuid }),
  ...(transaction.registration !== null && { registrationId: transaction.registration }),
  ...(transaction.captureBefore !== null && { extraData: { captureBefore: transaction.captureBefore } }),
  ...(transaction.card && { returnData: cardData(transaction.card) }),
})

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
