import * as z from 'zod/mini'
import { PaymentGateway, PaymentLog, PaymentPost, SavedCard } from '../entities/payment.schema.ts'
import { Guid, ReservationNumber } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { codeRequired, notFound, readOnlySession, reservationNotFound } from './refusals.ts'

/** How a payment stands; `checking` is the truth while the provider has not answered. */
export const PaymentResult = z.object({
  paymentId: z.string(),
  status: z.enum(['paid', 'redirect', 'checking', 'declined']),
  redirectURL: z.nullable(z.string()),
  code: z.nullable(z.string()),
})
export type PaymentResult = z.infer<typeof PaymentResult>

/** API-28: a card is charged; a wallet answers where to go (DEC-68). */
export const postPayment = endpoint({
  name: 'postPayment', method: 'POST', path: '/payment', access: 'link', keyed: true, body: PaymentPost,
  answer: PaymentResult,
  errors: [
    { status: 400, code: 'PaymentDeclined' }, codeRequired, { status: 409, code: 'AmountChanged' },
    { status: 409, code: 'PaymentInProgress' }, readOnlySession,
  ],
})

export const PaymentLinked = z.object({ linked: z.literal(true), guid: z.nullable(Guid) })
export type PaymentLinked = z.infer<typeof PaymentLinked>

/** API-29: associates a wallet payment; a repetition is the same payment. */
export const logPayment = endpoint({
  name: 'logPayment', method: 'POST', path: '/payment/log', access: 'link', body: PaymentLog,
  answer: PaymentLinked, errors: [{ status: 409, code: 'PaymentNotLinked' }, notFound],
})

/** API-30: the tenant's ways to pay; empty where nothing can be paid online. */
export const listGateways = endpoint({ name: 'listGateways', method: 'GET', path: '/payment/gateways', access: 'open', answer: z.array(PaymentGateway), errors: [] })

/** API-31: saved cards by reservation number and provider code (DEC-25); only for a session that a code raised (DEC-77). */
export const listSavedCards = endpoint({
  name: 'listSavedCards', method: 'GET', path: '/payment/:reservation/:provider', access: 'verified',
  params: z.object({ reservation: ReservationNumber, provider: z.string().check(z.regex(/^[\w-]{1,40}$/)) }),
  answer: z.array(SavedCard), errors: [reservationNotFound],
})
