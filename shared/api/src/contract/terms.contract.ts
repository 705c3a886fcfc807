import * as z from 'zod/mini'
import { Term } from '../entities/configuration.schema.ts'
import { PlainDate } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'

/** API-06: what must be agreed to; an empty list where the tenant has none. */
export const listTerms = endpoint({ name: 'listTerms', method: 'GET', path: '/termsandconditions', access: 'open', answer: z.array(Term), errors: [] })

/** API-07: one document as PDF, in the language that the page asks for. */
export const downloadTerms = endpoint({
  name: 'downloadTerms', method: 'GET', path: '/termsandconditions/:tag', access: 'open',
  params: z.object({ tag: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)) }),
  answer: 'pdf', errors: [{ status: 404, code: 'NotFound' }],
})

/** What a renter agreed to, and on which day. */
export const TermsAcceptance = z.strictObject({
  reference: z.string().check(z.minLength(1), z.maxLength(40)),
  acceptedDate: PlainDate,
  isAccepted: z.literal(true),
})
export type TermsAcceptance = z.infer<typeof TermsAcceptance>

/** API-08: recorded once; a repetition keeps the first date. */
export const acceptTerms = endpoint({
  name: 'acceptTerms', method: 'POST', path: '/termsandconditions', access: 'link', body: TermsAcceptance,
  answer: z.object({ accepted: z.boolean() }), errors: [{ status: 409, code: 'SessionMismatch' }],
})
