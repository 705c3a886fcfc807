import { transactionFields } from '../gateway/callback-body.ts'
import { textOf } from '../gateway/result-codes.ts'
import type { Transaction } from '../gateway/transaction.ts'

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
