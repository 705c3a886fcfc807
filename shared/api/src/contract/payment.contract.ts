import * as z from 'zod/mini'
import { PaymentGateway, PaymentLog, PaymentPost, PrecheckoutSubmit, SavedCard } from '../entities/payment.schema.ts'
import { Guid } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { ReservationNumber } from './reservation.contract.ts'

/** API-28: a card is charged; a wallet answers where to go (DEC-68). `status` tells the truth while the provider has not answered. */
export const postPayment = endpoint({
  name: 'postPayment', method: 'POST', path: '/payment', access: 'verified', body: PaymentPost,
  answer: z.object({ paymentId: z.string(), status: z.enum(['paid', 'redirect', 'checking', 'declined']), redirectURL: z.nullish(z.string()), code: z.nullish(z.string()) }),
  errors: [
    { status: 400, code: 'PaymentDeclined' }, { status: 403, code: 'CodeRequired' }, { status: 409, code: 'AmountChanged' },
    { status: 409, code: 'PaymentInProgress' }, { status: 409, code: 'ReadOnlySession' },
  ],
})

/** API-29: associates a wallet payment; a repetition is the same payment. */
export const logPayment = endpoint({
  name: 'logPayment', method: 'POST', path: '/payment/log', access: 'link', body: PaymentLog,
  answer: z.object({ linked: z.literal(true), guid: z.optional(Guid) }), errors: [{ status: 409, code: 'PaymentNotLinked' }, { status: 404, code: 'NotFound' }],
})

/** API-30 */
export const listGateways = endpoint({ name: 'listGateways', method: 'GET', path: '/payment/gateways', access: 'open', answer: z.array(PaymentGateway), errors: [] })

/** API-31: saved cards by reservation number and provider code (DEC-25); a link session must prove a code first (DEC-77). */
export const listSavedCards = endpoint({
  name: 'listSavedCards', method: 'GET', path: '/payment/:reservation/:provider', access: 'link',
  params: z.object({ reservation: ReservationNumber, provider: z.string().check(z.regex(/^[\w-]{1,40}$/)) }),
  answer: z.array(SavedCard), errors: [{ status: 403, code: 'CodeRequired' }, { status: 404, code: 'ReservationNotFound' }],
})

/** API-32: holds the deposit and makes the agreement; failures name their context (DEC-63). */
export const submitPrecheckout = endpoint({
  name: 'submitPrecheckout', method: 'POST', path: '/precheckout', access: 'link', body: PrecheckoutSubmit,
  answer: z.object({ signatureURL: z.nullish(z.string()), errors: z.optional(z.array(z.object({ context: z.string() }))) }),
  errors: [{ status: 400, code: 'PreauthorisationFailed' }, { status: 403, code: 'CodeRequired' }, { status: 409, code: 'HasRentalAgreement' }],
})

/** API-33: a repetition of a confirmed signature is fine. */
export const completePrecheckout = endpoint({
  name: 'completePrecheckout', method: 'POST', path: '/precheckout/complete', access: 'open',
  body: z.strictObject({ guid: Guid, signatureId: z.string().check(z.minLength(1), z.maxLength(128)) }),
  answer: z.object({ signed: z.literal(true) }), errors: [{ status: 409, code: 'SignatureFailed' }, { status: 404, code: 'NotFound' }],
})
