import { describeCall, describeSchema } from '@checkin/http'
import * as z from 'zod/mini'
import { PaymentGateway, PaymentLog, PaymentPost, SavedCard } from '../entities/payment.schema.ts'
import { givenText, Guid, Money, ReservationNumber } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { codeRequired, hasRentalAgreement, moduleOff, neededToProceed, noPaymentInPreview, notEligible, notFound, paymentInProgress, readOnlySession, reservationNotFound } from './errors.ts'

/**
 * Header of the answers, refusals included, of postPayment, getPaymentState, cancelPayment and logPayment: `open` while the provider has not
 * decided or nobody knows (every 5xx of a POST), `final` when it has or there is no payment. Absent where an answer says nothing new.
 */
export const paymentStatusHeader = 'x-checkin-payment'
export type PaymentStatus = 'open' | 'final'

/** How a payment stands; `checking` is the truth while the provider has not answered. */
export const PaymentResult = z.object({
  paymentId: z.string(),
  status: z.enum(['paid', 'redirect', 'checking', 'declined']),
  redirectURL: z.nullable(z.string()),
  code: z.nullable(z.string()),
})
export type PaymentResult = z.infer<typeof PaymentResult>
/* @__PURE__ */ describeSchema(PaymentResult, () => ({
  id: 'PaymentResult', description: 'How the payment stands.',
  fields: {
    paymentId: 'What support finds it by.',
    status: 'paid; redirect to a wallet; checking while the provider has not answered; declined.',
    redirectURL: 'Where a wallet goes on; null otherwise.',
    code: 'Why it was declined; null otherwise.',
  },
}))

/**
 * API-28: a card is charged; a wallet answers where to go (DEC-68). A card that the provider declines is an answer like any other, with the
 * provider's code: the renter may try again. The amount that a 409 names is what is due now.
 */
export const postPayment = endpoint({
  name: 'postPayment', method: 'POST', path: '/payment', access: 'link', idempotent: true, body: PaymentPost,
  answer: PaymentResult,
  errors: [
    { status: 400, code: 'PaymentDeclined' }, codeRequired, noPaymentInPreview, { status: 409, code: 'AmountChanged' },
    paymentInProgress, { status: 409, code: 'KeyReused' }, readOnlySession, reservationNotFound,
    hasRentalAgreement, moduleOff, notEligible, ...neededToProceed,
  ],
})
/* @__PURE__ */ describeCall(postPayment, 'Pays what is due by card, or opens a wallet')

/** How the latest payment of what is due stands, for a page that waits, that was reloaded or that another device shows. */
export const PaymentStanding = z.object({
  state: z.enum(['none', 'checking', 'redirect', 'paid', 'declined', 'cancelled']),
  paymentId: z.nullable(z.string()),
  provider: z.nullable(z.string()),
  amount: z.nullable(Money),
  redirectURL: z.nullable(z.string()),
  /** True for 3-D Secure, which stays in a frame of our page; a wallet takes the whole page. */
  isFrame: z.boolean(),
  code: z.nullable(z.string()),
})
export type PaymentStanding = z.infer<typeof PaymentStanding>
/* @__PURE__ */ describeSchema(PaymentStanding, () => ({
  id: 'PaymentStanding', description: 'How the latest payment stands.',
  fields: {
    state: 'none; checking while the provider has not said; redirect while the renter is expected on its page; paid; declined; cancelled, also by time.',
    paymentId: 'What support finds it by.', provider: 'Code of the way to pay.', amount: 'What it is about, decimal.',
    redirectURL: 'Where the renter goes on; null otherwise.', isFrame: 'Whether that page belongs in a frame (3-D Secure).', code: 'Why it was declined; null otherwise.',
  },
}))

/** The truth about a payment (P16, P18): asks the provider about an open one, so that a page may poll it. */
export const getPaymentState = endpoint({
  name: 'getPaymentState', method: 'GET', path: '/payment/state/:reservation', access: 'link',
  params: z.object({ reservation: ReservationNumber }), answer: PaymentStanding, errors: [reservationNotFound],
})
/* @__PURE__ */ describeCall(getPaymentState, 'How the latest payment stands', { reservation: 'Number of the reservation.' })

export const PaymentCancel = z.strictObject({ documentId: ReservationNumber })
/* @__PURE__ */ describeSchema(PaymentCancel, () => ({ id: 'PaymentCancel', description: 'Gives up an open payment.', fields: { documentId: 'Number of the reservation.' } }))

/** Gives up an open payment (P18); `checking` until the provider has confirmed it, `paid` when the money was faster. */
export const cancelPayment = endpoint({
  name: 'cancelPayment', method: 'POST', path: '/payment/cancel', access: 'link', body: PaymentCancel, answer: PaymentStanding, errors: [reservationNotFound, noPaymentInPreview],
})
/* @__PURE__ */ describeCall(cancelPayment, 'Gives up an open payment')

export const PaymentLinked = z.object({ linked: z.literal(true), guid: z.nullable(Guid) })
export type PaymentLinked = z.infer<typeof PaymentLinked>
/* @__PURE__ */ describeSchema(PaymentLinked, () => ({
  id: 'PaymentLinked', description: 'The payment belongs to the reservation.',
  fields: { linked: 'Always true.', guid: 'What calls name the reservation by, where the session may know it.' },
}))

/**
 * API-29: associates a wallet payment; a repetition is the same payment. The address of the return proves nothing: the provider is asked.
 * 409 `PaymentInProgress` while it has not said (the page goes on with getPaymentState), 400 `PaymentDeclined` when nothing was taken,
 * `PaymentNotLinked` only when the money was taken and could not be booked (PAY-34).
 */
export const logPayment = endpoint({
  name: 'logPayment', method: 'POST', path: '/payment/log', access: 'link', body: PaymentLog,
  answer: PaymentLinked, errors: [{ status: 409, code: 'PaymentNotLinked' }, paymentInProgress, { status: 400, code: 'PaymentDeclined' }, notFound],
})
/* @__PURE__ */ describeCall(logPayment, "Associates a wallet's payment with the reservation")

/** API-30: the tenant's ways to pay; empty where nothing can be paid online. */
export const listGateways = endpoint({ name: 'listGateways', method: 'GET', path: '/payment/gateways', access: 'open', answer: z.array(PaymentGateway), errors: [] })
/* @__PURE__ */ describeCall(listGateways, 'Ways to pay')

/** API-31: saved cards by reservation number and provider code (DEC-25); only for a session that a code raised (DEC-77). */
export const listSavedCards = endpoint({
  name: 'listSavedCards', method: 'GET', path: '/payment/:reservation/:provider', access: 'verified',
  params: z.object({ reservation: ReservationNumber, provider: z.string().check(z.regex(/^[\w-]{1,40}$/)) }),
  answer: z.array(SavedCard), errors: [reservationNotFound],
})
/* @__PURE__ */ describeCall(listSavedCards, "The renter's saved cards", { reservation: 'Number of the reservation.', provider: 'Code of the way to pay.' })

export const CardForget = z.strictObject({ documentId: ReservationNumber, token: givenText(512).check(z.minLength(1)) })
/* @__PURE__ */ describeSchema(CardForget, () => ({
  id: 'CardForget', description: 'Takes a saved card off a reservation.', fields: { documentId: 'Number of the reservation.', token: 'What the list of saved cards names it by.' },
}))

export const CardForgotten = z.object({ forgotten: z.literal(true) })
/* @__PURE__ */ describeSchema(CardForgotten, () => ({ id: 'CardForgotten', description: 'The card is not offered any more.', fields: { forgotten: 'Always true; a repetition is fine.' } }))

/** API-44: a saved card is offered no more; 409 `PaymentInProgress` while a payment or a deposit stands on it. */
export const forgetCard = endpoint({
  name: 'forgetCard', method: 'POST', path: '/payment/cards/forget', access: 'verified', body: CardForget,
  answer: CardForgotten, errors: [reservationNotFound, paymentInProgress],
})
/* @__PURE__ */ describeCall(forgetCard, 'Takes a saved card off the reservation')
