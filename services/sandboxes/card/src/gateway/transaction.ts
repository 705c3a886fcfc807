import type { Owned } from '@checkin/sandbox-kit'
import type { Brand } from '../browser/cards.ts'

/** What the sandbox stores of a card. The number and the security code are read once and stored nowhere. */
export interface Card {
  readonly brand: Brand
  readonly holder: string
  readonly firstSix: string
  readonly lastFour: string
  readonly month: string
  readonly year: string
  readonly fingerprint: string
  /** Scenario that the number stands for (docs of the sandbox); none for an ordinary card. */
  readonly scenario: string | null
}

export type TransactionType = 'DEBIT' | 'PREAUTHORIZE' | 'CAPTURE' | 'VOID' | 'REFUND' | 'REGISTER'
export type TransactionStatus = 'REDIRECT' | 'PENDING' | 'SUCCESS' | 'ERROR'

export interface Transaction extends Owned {
  readonly uuid: string
  readonly merchantTransactionId: string
  readonly type: TransactionType
  readonly status: TransactionStatus
  /** Result code of an ERROR. */
  readonly code: number | null
  readonly amountMinor: number
  readonly currency: string
  /** The transaction that a capture, void or refund is about, or the card that pays again. */
  readonly referenceUuid: string | null
  readonly card: Card | null
  /** Reference under which the card was saved. */
  readonly registration: string | null
  readonly captureBefore: string | null
  readonly capturedMinor: number
  readonly refundedMinor: number
  readonly voided: boolean
  readonly callbackUrl: string | null
  readonly successUrl: string
  readonly cancelUrl: string
  readonly description: string
  readonly language: string | null
  readonly createdAt: string
  /** Until when the customer may finish 3-D Secure. */
  readonly redirectUntil: string | null
  readonly challenge: 'challenge' | 'frictionless' | 'down' | null
}

/** What has not happened yet to a transaction. */
export const untouched = { registration: null, captureBefore: null, capturedMinor: 0, refundedMinor: 0, voided: false, redirectUntil: null, challenge: null } as const

/** One-time token of the hosted fields. */
export interface CardToken extends Owned {
  readonly token: string
  /** Null when it stands for a security code alone. */
  readonly card: Card | null
  readonly referenceUuid: string | null
  readonly validUntil: string
  readonly used: boolean
}

/** A card saved for later, named by its reference. */
export interface SavedCard extends Owned {
  readonly reference: string
  readonly card: Card
  readonly state: 'valid' | 'removed' | 'expired' | 'cvv-refused'
}

/** Why a request changed nothing: code and text of the provider. */
export class Refusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The provider's result codes with their texts. */
const resultCodes: Readonly<Record<number, string>> = {
  1002: 'Request data are incorrect or missing', 1004: 'Invalid signature or credentials', 1006: 'Logically not possible', 1009: 'Too many requests',
  1010: 'Maintenance', 2001: 'Account closed', 2002: 'User cancelled', 2003: 'Transaction declined',
  2005: 'Transaction expired', 2006: 'Insufficient funds', 2008: 'Invalid card', 2009: 'Expired card',
  2010: 'Fraudulent card', 2011: 'Unsupported card', 2013: 'Risk check blocked the transaction', 2015: 'Lost card',
  2016: 'Stolen card', 2020: 'Security code required or wrong', 2021: '3-D Secure failed', 2022: 'Soft decline: authentication required',
  3001: 'Timeout', 3003: 'Temporarily not available', 3004: 'Duplicate transaction ID', 8001: 'Transaction not found',
}
export const textOf = (code: number): string => resultCodes[code] ?? 'Unknown error'
