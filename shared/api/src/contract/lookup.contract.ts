import * as z from 'zod/mini'
import { LoadedReservation, Reservation } from '../entities/reservation.schema.ts'
import { Email, Guid, PlainDate, SessionKey } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'

const reference = z.string().check(z.trim(), z.maxLength(40))
const surname = z.string().check(z.trim(), z.maxLength(40))
const checkoutdate = z.union([z.literal(''), PlainDate])

/** What locates a reservation (DATA-01); `mail` is sent empty. */
export const PrelookupRequest = z.strictObject({
  reference: reference.check(z.minLength(1)),
  surname: surname.check(z.minLength(1)),
  checkoutdate: z._default(checkoutdate, ''),
  mail: z._default(z.literal(''), ''),
})
export type PrelookupRequest = z.infer<typeof PrelookupRequest>

/** What asks for a code; all four are empty from a link session, whose reservation is known (DEC-77). */
export const LookupRequest = z.strictObject({
  reference,
  surname,
  checkoutdate: z._default(checkoutdate, ''),
  mail: z._default(z.union([z.literal(''), Email]), ''),
})
export type LookupRequest = z.infer<typeof LookupRequest>

const notFound = { status: 404, code: 'ReservationNotFound' } as const
const hasAgreement = { status: 409, code: 'HasRentalAgreement' } as const
const tooMany = { status: 429, code: 'TooManyRequests' } as const

/** API-09: one bit about the pair, never which part was wrong (DEC-09). */
export const prelookup = endpoint({
  name: 'prelookup', method: 'POST', path: '/reservation/prelookup', access: 'open', body: PrelookupRequest,
  answer: z.object({ found: z.literal(true), needsTerms: z.boolean() }), errors: [notFound, hasAgreement, tooMany],
})

/** API-10: mails a code and opens a pending session. */
export const lookup = endpoint({
  name: 'lookup', method: 'POST', path: '/reservation/lookup', access: 'open', body: LookupRequest,
  answer: z.object({ sessionKey: SessionKey }), errors: [notFound, hasAgreement, tooMany],
})

/** API-11: six digits of the pending session's own code (DEC-08). */
export const validateCode = endpoint({
  name: 'validateCode', method: 'GET', path: '/validate/:code', access: 'pending',
  params: z.object({ code: z.string().check(z.regex(/^\d{6}$/)) }),
  answer: z.object({ guid: Guid, sessionKey: SessionKey, reservation: Reservation }),
  errors: [{ status: 404, code: 'CodeNotFound' }, hasAgreement, tooMany],
})

/** API-12: a mailed link becomes a session. */
export const resume = endpoint({
  name: 'resume', method: 'GET', path: '/reservation/resume/:guid', access: 'open', params: z.object({ guid: Guid }),
  answer: z.extend(LoadedReservation, { sessionKey: SessionKey, termsAccepted: z.boolean() }),
  errors: [notFound, hasAgreement, tooMany],
})
