import * as z from 'zod'

const id = z.string().min(1).max(50).regex(/^[\w.:-]+$/)
/** Amounts are decimal texts, as `159.15`. */
const amount = z.string().regex(/^\d{1,9}(\.\d{1,3})?$/)
const address = z.url({ protocol: /^https?$/ })

/** Body of debit, preauthorize and register, as far as the sandbox reads it. */
export const Order = z.object({
  merchantTransactionId: id,
  amount: amount.default('0'),
  currency: z.string().regex(/^[A-Z]{3}$/).default('EUR'),
  description: z.string().max(255).default(''),
  transactionToken: z.string().max(200).optional(),
  referenceUuid: z.string().max(100).optional(),
  transactionIndicator: z.enum(['SINGLE', 'INITIAL', 'RECURRING', 'CARDONFILE', 'CARDONFILE-MERCHANT-INITIATED']).default('SINGLE'),
  withRegister: z.boolean().default(false),
  successUrl: address,
  cancelUrl: address,
  errorUrl: address.optional(),
  callbackUrl: address.optional(),
  threeDSecureData: z.object({ '3dsecure': z.enum(['OFF', 'OPTIONAL', 'MANDATORY']).default('OFF') }).default({ '3dsecure': 'OFF' }),
  /** Of the customer, where the shop knows it; else the browser's. */
  language: z.string().max(5).optional(),
})
export type Order = z.infer<typeof Order>
export type ChargeType = 'DEBIT' | 'PREAUTHORIZE' | 'REGISTER'

/** Body of capture, void and refund. */
export const FollowUp = z.object({
  merchantTransactionId: id,
  referenceUuid: z.string().max(100),
  amount: amount.optional(),
  currency: z.string().regex(/^[A-Z]{3}$/).optional(),
  callbackUrl: address.optional(),
})
export type FollowUp = z.infer<typeof FollowUp>
export type FollowUpType = 'CAPTURE' | 'VOID' | 'REFUND'

/** Decimal places by ISO 4217. */
function placesOf(currency: string): number {
  if (/^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF)$/.test(currency)) return 0
  if (/^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/.test(currency)) return 3
  return /^(CLF|UYW)$/.test(currency) ? 4 : 2
}

/** Minor units of a decimal text; null when the currency has no such part. */
export function minorOf(amountText: string, currency: string): number | null {
  const [whole = '', part = ''] = amountText.split('.')
  const places = placesOf(currency)
  return part.length > places ? null : Number(whole + part.padEnd(places, '0'))
}

export function decimalOf(minor: number, currency: string): string {
  const places = placesOf(currency)
  const text = String(minor).padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}
