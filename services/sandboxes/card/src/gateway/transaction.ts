import type { Brand } from '../browser/cards.ts'

/** What the sandbox keeps of a card. The number and the security code are read once and kept nowhere. */
export interface KeptCard {
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

export interface Transaction {
  /** API key of the merchant whose books it stands in; those of before there were several are the first one's. */
  readonly merchant?: string
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
  readonly card: KeptCard | null
  /** Reference under which the card was kept. */
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

/** One-time token of the hosted fields. */
export interface CardToken {
  readonly token: string
  readonly merchant?: string
  /** Null when it stands for a security code alone. */
  readonly card: KeptCard | null
  readonly referenceUuid: string | null
  readonly validUntil: string
  readonly used: boolean
}

/** A card kept for later, named by its reference. */
export interface SavedCard {
  readonly reference: string
  readonly merchant?: string
  readonly card: KeptCard
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
