import { describeSchema } from '@checkin/http'
import * as z from 'zod/mini'
import { givenText, Money, ReservationNumber } from './values.schema.ts'

/** A way to pay; whether it is a card or a wallet follows from its code (DEC-69). A card has what its hosted fields need in the browser. */
export const PaymentGateway = z.object({ code: z.string(), name: z.string(), clientScript: z.optional(z.url()), clientKey: z.optional(z.string()) })
export type PaymentGateway = z.infer<typeof PaymentGateway>
/* @__PURE__ */ describeSchema(PaymentGateway, () => ({
  id: 'PaymentGateway', description: 'A way to pay.',
  fields: {
    code: 'What a payment names it by.', name: 'Its name for the renter.',
    clientScript: "Address of the card provider's script; a card only.", clientKey: 'What the script names the shop by, no secret; a card only.',
  },
}))

/** A card kept at the provider; its number arrives masked (DATA-20). */
export const SavedCard = z.object({
  creditCardNumber: z.string().check(z.regex(/^\d{4} \*{4} \*{4} \d{4}$/)),
  cardFlag: z.string(),
  token: z.string(),
  referenceToken: z.nullable(z.string()),
})
export type SavedCard = z.infer<typeof SavedCard>
/* @__PURE__ */ describeSchema(SavedCard, () => ({
  id: 'SavedCard', description: 'A card that the provider keeps for the renter.',
  fields: { creditCardNumber: 'First and last four digits; the others are stars.', cardFlag: 'Brand of the card.', token: 'What a payment names the card by.', referenceToken: 'Further token of the provider, where it has one.' },
}))

/** What the card form holds on our side (DATA-21): number and CVV never leave the provider's own fields. */
export interface CardForm {
  readonly transaction_token: string
  readonly card_holder: string
  /** 01 to 12. */
  readonly month: string
  readonly year: string
}

const documentId = ReservationNumber

/** What Pay sends (DATA-19, PAY-29). */
export const PaymentPost = z.strictObject({
  documentId,
  amount: Money.check(z.gte(0)),
  provider: givenText(40).check(z.minLength(1)),
  token: z.nullable(givenText(512)),
  referenceToken: z.nullable(givenText(512)),
  transactionType: z.enum(['Sale', 'Preauth']),
  isRecurrent: z.boolean(),
  validated: z.boolean(),
})
export type PaymentPost = z.infer<typeof PaymentPost>
/* @__PURE__ */ describeSchema(PaymentPost, () => ({
  id: 'PaymentPost', description: 'A payment of what is due.',
  fields: {
    documentId: 'Number of the reservation.',
    amount: 'What the renter saw as due, decimal, VAT included; another amount than the server knows is refused and nothing is charged.',
    provider: 'Code of the way to pay.',
    token: 'What the tokeniser made of the card; null for a wallet.',
    referenceToken: 'Further token of a saved card.',
    transactionType: 'Sale, or Preauth for a deposit.',
    isRecurrent: 'Whether the card may be charged again later.',
    validated: 'Whether the tokeniser accepted the card.',
  },
}))

/** What a wallet's return brings (API-29, DEC-68). */
export const PaymentLog = z.strictObject({
  documentId,
  requestToken: givenText(512),
  approvalToken: givenText(512),
  uniqueIdentifier: givenText(256).check(z.minLength(1)),
})
export type PaymentLog = z.infer<typeof PaymentLog>
/* @__PURE__ */ describeSchema(PaymentLog, () => ({
  id: 'PaymentLog', description: 'What the address of a return from a wallet carries.',
  fields: { documentId: 'Number of the reservation.', requestToken: "The wallet's token of the request.", approvalToken: "The wallet's token of the approval.", uniqueIdentifier: 'Names the payment; a repetition is the same payment.' },
}))

/** What Proceed sends for the deposit (DATA-22, DEC-62). */
export const PrecheckoutSubmit = z.strictObject({
  documentId,
  authorization: givenText(512).check(z.minLength(1)),
  isRecurring: z.boolean(),
  validated: z.boolean(),
})
export type PrecheckoutSubmit = z.infer<typeof PrecheckoutSubmit>
/* @__PURE__ */ describeSchema(PrecheckoutSubmit, () => ({
  id: 'PrecheckoutSubmit', description: 'The deposit and the agreement.',
  fields: { documentId: 'Number of the reservation.', authorization: 'Token of the new or the saved card.', isRecurring: 'Whether the card may be charged again later.', validated: 'Whether the tokeniser accepted the card.' },
}))
