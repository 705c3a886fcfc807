import * as z from 'zod/mini'
import { Money } from './values.schema.ts'

/** A way to pay; whether it is a card or a wallet follows from its code (DEC-69). */
export const PaymentGateway = z.object({ code: z.string(), name: z.string() })
export type PaymentGateway = z.infer<typeof PaymentGateway>

/** A card kept at the provider; its number arrives masked (DATA-20). */
export const SavedCard = z.object({ creditCardNumber: z.string(), cardFlag: z.string(), token: z.string(), referenceToken: z.nullish(z.string()) })
export type SavedCard = z.infer<typeof SavedCard>

/** What Pay sends (DATA-19, PAY-29). */
export const PaymentPost = z.strictObject({
  documentId: z.string().check(z.minLength(1), z.maxLength(64)),
  amount: Money,
  provider: z.string().check(z.minLength(1), z.maxLength(40)),
  token: z.nullable(z.string().check(z.maxLength(512))),
  referenceToken: z.nullable(z.string().check(z.maxLength(512))),
  transactionType: z.enum(['Sale', 'Preauth']),
  isRecurrent: z.boolean(),
  validated: z.boolean(),
})
export type PaymentPost = z.infer<typeof PaymentPost>

/** What a wallet's return brings (API-29, DEC-68). */
export const PaymentLog = z.strictObject({
  documentId: z.string().check(z.minLength(1), z.maxLength(64)),
  requestToken: z.string().check(z.maxLength(512)),
  approvalToken: z.string().check(z.maxLength(512)),
  uniqueIdentifier: z.string().check(z.minLength(1), z.maxLength(256)),
})
export type PaymentLog = z.infer<typeof PaymentLog>

/** What Proceed sends for the deposit (DATA-22, DEC-62). */
export const PrecheckoutSubmit = z.strictObject({
  documentId: z.string().check(z.minLength(1), z.maxLength(64)),
  authorization: z.string().check(z.minLength(1), z.maxLength(512)),
  isRecurring: z.boolean(),
  validated: z.boolean(),
})
export type PrecheckoutSubmit = z.infer<typeof PrecheckoutSubmit>

/** A renter's answer to an offer (DATA-15). */
export const AnalyticsEvent = z.strictObject({ viewTag: z.enum(['adview', 'upview', 'exview']), action: z.enum(['skip', 'complete', 'reject', 'accept']) })
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>
