import * as z from 'zod/mini'
import { LoadedReservation, Reservation } from '../entities/reservation.schema.ts'
import { Email, givenText, Guid, PlainDate, SessionKey } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { hasRentalAgreement, reservationNotFound, tooManyRequests } from './refusals.ts'

const reference = givenText(40).check(z.trim())
const surname = givenText(40).check(z.trim())
const checkoutdate = z._default(z.union([z.literal(''), PlainDate]), '')

/** What locates a reservation (DATA-01); `mail` is sent empty (VERIF-05). */
export const PrelookupRequest = z.strictObject({
  reference: reference.check(z.minLength(1)),
  surname: surname.check(z.minLength(1)),
  checkoutdate,
  mail: z._default(z.literal(''), ''),
})
export type PrelookupRequest = z.infer<typeof PrelookupRequest>

/** What asks for a code (DATA-01); all four are empty from a link session, whose reservation is known (DEC-77). */
export const LookupRequest = z.strictObject({
  reference,
  surname,
  checkoutdate,
  mail: z._default(z.union([z.literal(''), Email]), ''),
})
export type LookupRequest = z.infer<typeof LookupRequest>

/** The least that can be told before anything is proved (DEC-70). */
export const Located = z.object({ found: z.literal(true), needsTerms: z.boolean() })
export type Located = z.infer<typeof Located>

export const CodeSent = z.object({ sessionKey: SessionKey })
export type CodeSent = z.infer<typeof CodeSent>

export const Verified = z.object({ guid: Guid, sessionKey: SessionKey, reservation: Reservation })
export type Verified = z.infer<typeof Verified>

export const Resumed = z.extend(LoadedReservation, { sessionKey: SessionKey })
export type Resumed = z.infer<typeof Resumed>

/** API-09: one bit about the pair, never which part was wrong (DEC-09). */
export const prelookup = endpoint({
  name: 'prelookup', method: 'POST', path: '/reservation/prelookup', access: 'open', kind: 'read', body: PrelookupRequest,
  answer: Located, errors: [reservationNotFound, hasRentalAgreement, tooManyRequests],
})

/** API-10: mails a code and opens a pending session. */
export const lookup = endpoint({
  name: 'lookup', method: 'POST', path: '/reservation/lookup', access: 'open', body: LookupRequest,
  answer: CodeSent, errors: [reservationNotFound, hasRentalAgreement, tooManyRequests],
})

/** API-11: six digits of the pending session's own code (DEC-08). Good once, so the call is never cut off. */
export const validateCode = endpoint({
  name: 'validateCode', method: 'GET', path: '/validate/:code', access: 'pending', kind: 'write',
  params: z.object({ code: z.string().check(z.regex(/^\d{6}$/)) }),
  answer: Verified, errors: [{ status: 404, code: 'CodeNotFound' }, hasRentalAgreement, tooManyRequests],
})

/** API-12: a mailed link becomes a session. */
export const resume = endpoint({
  name: 'resume', method: 'GET', path: '/reservation/resume/:guid', access: 'open', params: z.object({ guid: Guid }),
  answer: Resumed, errors: [reservationNotFound, hasRentalAgreement, tooManyRequests],
})
