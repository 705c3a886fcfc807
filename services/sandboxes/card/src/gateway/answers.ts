import { decimalOf } from './order.ts'
import { textOf, type Card, type Transaction } from './transaction.ts'

/** Card data as answers and callbacks carry them. */
export const cardData = (card: Card): Readonly<Record<string, string>> => ({
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

const returnTypes = { SUCCESS: 'FINISHED', REDIRECT: 'REDIRECT', PENDING: 'PENDING', ERROR: 'ERROR' } as const

const errorsOf = ({ code }: Transaction): Readonly<Record<string, unknown>> => (code === null ? {} : { errors: [{ errorCode: code, errorMessage: textOf(code) }] })

/** Address of the 3-D Secure page, below the provider's own origin. */
export const challengePath = ({ uuid }: Transaction): string => `/3ds/${uuid}`

const redirectOf = (transaction: Transaction, origin: string): Readonly<Record<string, unknown>> =>
  (transaction.status === 'REDIRECT' ? { redirectUrl: origin + challengePath(transaction), redirectType: 'iframe' } : {})

/** Answer of a transaction call; `origin` is where browsers reach the provider. */
export const transactionAnswer = (transaction: Transaction, origin: string): Readonly<Record<string, unknown>> => ({
  success: transaction.status !== 'ERROR',
  ...transactionFields(transaction),
  returnType: returnTypes[transaction.status],
  ...redirectOf(transaction, origin),
  ...errorsOf(transaction),
})

/** Answer of a status call: how the transaction stands now. */
export const statusAnswer = (transaction: Transaction, origin: string): Readonly<Record<string, unknown>> => ({
  success: true,
  ...transactionFields(transaction),
  transactionStatus: transaction.voided ? 'VOIDED' : transaction.status,
  ...redirectOf(transaction, origin),
  ...errorsOf(transaction),
})
