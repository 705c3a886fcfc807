import * as z from 'zod/mini'
import { Term } from '../entities/configuration.schema.ts'
import { GivenDate, givenText } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { notFound, reservationNotFound } from './refusals.ts'

/** API-06: what must be agreed to; an empty list where the tenant has none. */
export const listTerms = endpoint({ name: 'listTerms', method: 'GET', path: '/termsandconditions', access: 'open', answer: z.array(Term), errors: [] })

/** API-07: one document as PDF, in the language that the page asks for. */
export const downloadTerms = endpoint({
  name: 'downloadTerms', method: 'GET', path: '/termsandconditions/:tag', access: 'open',
  params: z.object({ tag: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)) }),
  answer: 'pdf', errors: [notFound],
})

/** A document that a page showed, by the hash of the list of terms. */
export const ShownTerm = z.strictObject({ tag: givenText(40), hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

/** What a renter agreed to, and on which day. */
export const TermsAcceptance = z.strictObject({
  reference: givenText(40).check(z.trim(), z.minLength(1)),
  acceptedDate: GivenDate,
  isAccepted: z.literal(true),
  /** What the page showed; without it, what is valid now counts as shown. */
  documents: z.optional(z.array(ShownTerm).check(z.maxLength(10))),
})
export type TermsAcceptance = z.infer<typeof TermsAcceptance>

export const TermsAccepted = z.object({ accepted: z.boolean() })
export type TermsAccepted = z.infer<typeof TermsAccepted>

/** API-08: recorded once; a repetition keeps the first date. */
export const acceptTerms = endpoint({
  name: 'acceptTerms', method: 'POST', path: '/termsandconditions', access: 'link', body: TermsAcceptance,
  answer: TermsAccepted, errors: [{ status: 409, code: 'SessionMismatch' }, { status: 409, code: 'TermsChanged' }, reservationNotFound],
})
