import type { PaymentPost } from '@checkin/api'

/** By what the renter pays: a token of the hosted fields, a card that is kept at the provider, or a wallet, which needs neither. */
export type PaymentMethod =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'saved'; readonly token: string; readonly referenceToken: string | null }
  | { readonly kind: 'wallet' }

/** The body of API-28 in the main flow: a sale, never recurrent, and exactly these keys (PAY-29). `amount` in decimals. */
export const paymentOf = (documentId: string, provider: string, amount: number, method: PaymentMethod): PaymentPost => ({
  documentId, amount, provider,
  token: method.kind === 'wallet' ? null : method.token,
  referenceToken: method.kind === 'saved' ? method.referenceToken : null,
  transactionType: 'Sale', isRecurrent: false, validated: method.kind !== 'wallet',
})
