import { describeCall, describeSchema } from '@checkin/http'
import * as z from 'zod/mini'
import { PrecheckoutSubmit } from '../entities/payment.schema.ts'
import { givenText, Guid } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { codeRequired, hasRentalAgreement, neededToProceed, noPaymentInPreview, notEligible, notFound, readOnlySession, reservationNotFound, tooManyRequests } from './errors.ts'

/** What went wrong around a deposit or an agreement (DEC-63); a context that is not known reads as `somethingHappened`. */
export const PrecheckoutProblem = z.object({ context: z.string() })
/* @__PURE__ */ describeSchema(PrecheckoutProblem, () => ({
  id: 'PrecheckoutProblem', description: 'Something that went wrong around a deposit or an agreement.',
  fields: { context: 'submit-reservation, already-processed, summary-email, payment, agreement or signature.' },
}))

/**
 * How a submission stands. `ready` goes on to `signatureURL`. `checking`: the card provider has not said yet whether the deposit is held.
 * `redirect`: the bank asks the renter at `redirectURL`, in a frame. In both the same call, sent again, answers how it went on and never holds twice.
 */
export const PrecheckoutResult = z.object({
  signatureURL: z.nullable(z.string()),
  errors: z.optional(z.array(PrecheckoutProblem)),
  state: z.optional(z.enum(['ready', 'checking', 'redirect'])),
  redirectURL: z.optional(z.nullable(z.string())),
})
export type PrecheckoutResult = z.infer<typeof PrecheckoutResult>
/* @__PURE__ */ describeSchema(PrecheckoutResult, () => ({
  id: 'PrecheckoutResult', description: 'How the deposit and the agreement stand.',
  fields: {
    signatureURL: 'Where it is signed; null while the deposit is not held yet, or when it cannot be signed online.', errors: 'What went wrong beside it.',
    state: 'ready, checking while the provider has not said, redirect while the bank asks the renter; the same call again answers how it went on.',
    redirectURL: 'Where the bank asks; null otherwise.',
  },
}))

/** API-32: holds the deposit and makes the agreement; a refusal carries `errors[].context` in its data too. */
export const submitPrecheckout = endpoint({
  name: 'submitPrecheckout', method: 'POST', path: '/precheckout', access: 'link', idempotent: true, body: PrecheckoutSubmit,
  answer: PrecheckoutResult,
  errors: [
    { status: 400, code: 'PreauthorisationFailed' }, codeRequired, noPaymentInPreview, reservationNotFound, notEligible,
    hasRentalAgreement, readOnlySession, { status: 409, code: 'PaymentInProgress' }, { status: 409, code: 'AgreementOutdated' }, { status: 409, code: 'AmountChanged' }, ...neededToProceed,
  ],
})
/* @__PURE__ */ describeCall(submitPrecheckout, 'Holds the deposit and makes the rental agreement')

/** What comes back from the signature provider. */
export const SignatureConfirmation = z.strictObject({ guid: Guid, signatureId: givenText(128).check(z.minLength(1)), again: z.optional(z.boolean()) })
/* @__PURE__ */ describeSchema(SignatureConfirmation, () => ({
  id: 'SignatureConfirmation', description: 'What the address of a return from the signature carries.',
  fields: { guid: 'Token of the return.', signatureId: 'Names the signature; a repetition is fine.', again: 'Asks for a new request where the renter refused to sign or the signature was rejected; refused with where that is signed. A repetition makes no other request.' },
}))

export const Signed = z.object({ signed: z.literal(true) })
export type Signed = z.infer<typeof Signed>
/* @__PURE__ */ describeSchema(Signed, () => ({ id: 'Signed', description: 'The agreement is signed.', fields: { signed: 'Always true.' } }))

/**
 * Data of `AgreementOutdated` (DEC-108): the rental changed before anybody signed. `signatureURL`: where the agreement is signed that took the former
 * one's place; null where the renter proceeds anew. Data of `SignatureRefused` and `SignatureRejected` have the same form (DEC-130, DEC-141): where it is signed after all; null where
 * no new request was asked for, or none could be made.
 */
export const OutdatedAgreement = z.object({ signatureURL: z.nullable(z.url({ protocol: /^https?$/ })) })

/** API-33: a repetition of a confirmed signature is fine; no session is needed, links are opened on other devices (DEC-66). */
export const completePrecheckout = endpoint({
  name: 'completePrecheckout', method: 'POST', path: '/precheckout/complete', access: 'open', body: SignatureConfirmation,
  answer: Signed, errors: [{ status: 409, code: 'SignatureFailed' }, { status: 409, code: 'SignatureRefused' }, { status: 409, code: 'SignatureRejected' }, { status: 409, code: 'AgreementOutdated' }, notFound, tooManyRequests],
})
/* @__PURE__ */ describeCall(completePrecheckout, 'Confirms the signature')
