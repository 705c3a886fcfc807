import { describeCall, describeSchema } from '@checkin/http'
import * as z from 'zod/mini'
import { Term } from '../entities/configuration.schema.ts'
import { GivenDate, givenText } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { notFound, reservationNotFound } from './errors.ts'
import { termsPath } from './terms-path.ts'

/** API-06: what must be agreed to; an empty list where the tenant has none. */
export const listTerms = endpoint({ name: 'listTerms', method: 'GET', path: '/termsandconditions', access: 'open', answer: z.array(Term), errors: [] })
/* @__PURE__ */ describeCall(listTerms, 'Documents that a renter must agree to')

/** API-07: one document as PDF, in the language that the page asks for. */
export const downloadTerms = endpoint({
  name: 'downloadTerms', method: 'GET', path: termsPath, access: 'open',
  params: z.object({ tag: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)) }),
  answer: 'pdf', errors: [notFound],
})
/* @__PURE__ */ describeCall(downloadTerms, 'One of these documents as PDF', { tag: 'Tag of the document.' })

/** A document that a page showed, by the hash of the list of terms. */
export const ShownTerm = z.strictObject({ tag: givenText(40), hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })
/* @__PURE__ */ describeSchema(ShownTerm, () => ({
  id: 'ShownTerm', description: 'A document that the page showed.',
  fields: { tag: 'What its PDF is asked for by.', hash: 'SHA-256 of the version, as the list of terms names it.' },
}))

/** What a renter agreed to, and on which day. */
export const TermsAcceptance = z.strictObject({
  reference: givenText(40).check(z.trim(), z.minLength(1)),
  acceptedDate: GivenDate,
  isAccepted: z.literal(true),
  /** What the page showed; without it, what is valid now counts as shown. */
  documents: z.optional(z.array(ShownTerm).check(z.maxLength(10))),
})
export type TermsAcceptance = z.infer<typeof TermsAcceptance>
/* @__PURE__ */ describeSchema(TermsAcceptance, () => ({
  id: 'TermsAcceptance', description: 'That a renter agreed to the terms.',
  fields: {
    reference: "The renter's own reservation, as it was located.", acceptedDate: 'Day of the agreement, YYYY-MM-DD.', isAccepted: 'Always true.',
    documents: 'The documents that the page showed; left out, those that are valid now count as shown.',
  },
}))

export const TermsAccepted = z.object({ accepted: z.boolean() })
/* @__PURE__ */ describeSchema(TermsAccepted, () => ({ id: 'TermsAccepted', description: 'The agreement is recorded; a repetition keeps the first day.', fields: { accepted: 'Always true.' } }))

/** API-08: recorded once; a repetition keeps the first date. */
export const acceptTerms = endpoint({
  name: 'acceptTerms', method: 'POST', path: '/termsandconditions', access: 'link', body: TermsAcceptance,
  answer: TermsAccepted, errors: [{ status: 409, code: 'SessionMismatch' }, { status: 409, code: 'TermsChanged' }, reservationNotFound],
})
/* @__PURE__ */ describeCall(acceptTerms, 'Records that the renter agreed')
