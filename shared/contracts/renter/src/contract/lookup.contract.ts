import { describeCall, describeSchema, descriptionsOf } from '@checkin/http'
import * as z from 'zod/mini'
import { LoadedReservation, Reservation } from '../entities/reservation.schema.ts'
import { Email, givenText, Guid, PlainDate, SessionKey } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { hasRentalAgreement, noProofOnFile, readOnlySession, reservationNotFound, tooManyRequests, workRequired } from './errors.ts'

const reference = givenText(40).check(z.trim())
const surname = givenText(40).check(z.trim())
const checkoutdate = z._default(z.union([z.literal(''), PlainDate]), '')

const findingDescriptions = {
  reference: 'What the renter knows the reservation by, 1 to 40 characters.',
  surname: 'Last name of the main driver or of who booked, 1 to 40 characters; case, accents and hyphens do not matter.',
  checkoutdate: 'Day of the pick-up, YYYY-MM-DD, or empty.',
}
const work = z.optional(givenText(200))
const workDescription = 'Where WorkRequired was answered: its challenge, a dot, and a number for which the SHA-256 of this whole text begins with as many zero bits as were asked for. Good for one call.'
const sessionKeyDescription = 'Correlation id of the session; no credential, that is a cookie which scripts do not see.'

/** What locates a reservation (DATA-01); `mail` is sent empty (VERIF-05). */
export const PrelookupRequest = z.strictObject({
  reference: reference.check(z.minLength(1)),
  surname: surname.check(z.minLength(1)),
  checkoutdate,
  mail: z._default(z.literal(''), ''),
  work,
})
export type PrelookupRequest = z.infer<typeof PrelookupRequest>
/* @__PURE__ */ describeSchema(PrelookupRequest, () => ({ id: 'PrelookupRequest', description: 'What locates a reservation.', fields: { ...findingDescriptions, mail: 'Empty in this call.', work: workDescription } }))

/** What asks for a code (DATA-01); all four are empty from a link session, whose reservation is known (DEC-77). */
export const LookupRequest = z.strictObject({
  reference,
  surname,
  checkoutdate,
  mail: z._default(z.union([z.literal(''), Email]), ''),
  proof: z.optional(givenText(8)),
  work,
})
export type LookupRequest = z.infer<typeof LookupRequest>
/* @__PURE__ */ describeSchema(LookupRequest, () => ({
  id: 'LookupRequest', description: 'What asks for a code by e-mail. All are empty from a session that a link opened: its code goes to the address on file.',
  fields: { ...findingDescriptions, mail: 'Address that the code goes to; must be the one on file, where there is one.', proof: 'Four last characters of a phone or licence number on file, where `secondProof` was answered; the day of the pick-up has to be named then too.', work: workDescription },
}))

/** The least that can be shown before anything is proved (DEC-70). */
export const Located = z.object({ found: z.literal(true), needsTerms: z.boolean(), secondProof: z.optional(z.literal(true)) })
export type Located = z.infer<typeof Located>
/* @__PURE__ */ describeSchema(Located, () => ({
  id: 'Located', description: 'The reservation exists; nothing else is shown before it is proved.',
  fields: { found: 'Always true.', needsTerms: 'Whether terms have to be agreed to.', secondProof: 'No e-mail address is on file, so that a code is mailed only with the day of the pick-up and a proof.' },
}))

/** Data of WorkRequired: what a try on a reference costs that is guessed at (DEC-100). */
export const WorkNeeded = z.object({ challenge: givenText(120), bits: z.int().check(z.minimum(1), z.maximum(30)) })
export type WorkNeeded = z.infer<typeof WorkNeeded>
/* @__PURE__ */ describeSchema(WorkNeeded, () => ({
  id: 'WorkNeeded', description: 'What a try costs on a reference that is guessed at.',
  fields: { challenge: 'Text that the work is done on; good for one try within five minutes.', bits: 'Leading zero bits that the hash has to have.' },
}))

export const CodeSent = z.object({ sessionKey: SessionKey, sms: z.optional(z.literal(true)) })
/* @__PURE__ */ describeSchema(CodeSent, () => ({ id: 'CodeSent', description: 'A code is on its way.', fields: { sessionKey: sessionKeyDescription, sms: 'Another may be sent by text message to the number on file (DEC-281).' } }))

export const Verified = z.object({ guid: Guid, sessionKey: SessionKey, reservation: Reservation })
/* @__PURE__ */ describeSchema(Verified, () => ({
  id: 'Verified', description: 'The code was right.',
  fields: { guid: 'What calls name the reservation by.', sessionKey: sessionKeyDescription, reservation: 'The reservation.' },
}))

export const Resumed = z.extend(LoadedReservation, { sessionKey: SessionKey })
export type Resumed = z.infer<typeof Resumed>
/* @__PURE__ */ describeSchema(Resumed, () => ({ id: 'Resumed', description: 'The reservation that a link opened.', fields: { ...descriptionsOf(LoadedReservation), sessionKey: sessionKeyDescription } }))

/** API-09: one bit about the pair, never which part was wrong (DEC-09). */
export const prelookup = endpoint({
  name: 'prelookup', method: 'POST', path: '/reservation/prelookup', access: 'open', kind: 'read', body: PrelookupRequest,
  answer: Located, errors: [reservationNotFound, hasRentalAgreement, workRequired, tooManyRequests],
})
/* @__PURE__ */ describeCall(prelookup, 'Locates a reservation by reference and surname')

/** API-10: mails a code and opens a pending session. */
export const lookup = endpoint({
  name: 'lookup', method: 'POST', path: '/reservation/lookup', access: 'open', body: LookupRequest,
  answer: CodeSent, errors: [reservationNotFound, hasRentalAgreement, noProofOnFile, workRequired, tooManyRequests],
})
/* @__PURE__ */ describeCall(lookup, 'Sends a code by e-mail')

/** API-11, API-101: six digits of the pending session's own code (DEC-08). Good once, so the call is never cut off. */
export const validateCode = endpoint({
  name: 'validateCode', method: 'GET', path: '/validate/:code', inBody: '/validate', access: 'pending', kind: 'write',
  params: z.object({ code: z.string().check(z.regex(/^\d{6}$/)) }),
  answer: Verified, errors: [{ status: 404, code: 'CodeNotFound' }, hasRentalAgreement, tooManyRequests],
})
/* @__PURE__ */ describeCall(validateCode, 'Proves the code and opens the session', { code: 'The six digits of the e-mail.' })

export const LaterLinkSent = z.object({ sent: z.literal(true), expiresAt: z.string() })
/* @__PURE__ */ describeSchema(LaterLinkSent, () => ({
  id: 'LaterLinkSent', description: 'A link to finish later is on its way to the address on file.', fields: { sent: 'Always true.', expiresAt: 'Until when it is good, an instant in UTC.' },
}))

/** API-45: mails a link to go on with later; the one before it ends (DEC-186). */
export const sendLaterLink = endpoint({
  name: 'sendLaterLink', method: 'POST', path: '/reservation/later', access: 'verified', answer: LaterLinkSent,
  errors: [reservationNotFound, hasRentalAgreement, readOnlySession, tooManyRequests],
})
/* @__PURE__ */ describeCall(sendLaterLink, 'Sends a link to finish later to the address on file')

export const LaterSms = z.object({ number: z.nullable(z.string()), state: z.enum(['none', 'waiting', 'sent', 'delivered', 'failed']) })
export type LaterSms = z.infer<typeof LaterSms>
/* @__PURE__ */ describeSchema(LaterSms, () => ({
  id: 'LaterSms', description: 'A link to finish later by text message, to the number on file.',
  fields: { number: 'Its last two digits after dots; null where no message is sent.', state: 'none: none is under way; waiting: it has not left; sent: the provider has it; delivered: the phone has it; failed: it did not arrive.' },
}))

/** API-98: sends the link to finish later by SMS to the number on file; the one before it ends (DEC-281). */
export const sendLaterSms = endpoint({
  name: 'sendLaterSms', method: 'POST', path: '/reservation/later/sms', access: 'verified', kind: 'write', answer: LaterSms,
  errors: [{ status: 404, code: 'NotFound' }, hasRentalAgreement, readOnlySession, tooManyRequests],
})
/* @__PURE__ */ describeCall(sendLaterSms, 'Sends the link to finish later by text message to the number on file')

/** API-99: whether that link may come by SMS, and what became of the last one (DEC-281). */
export const readLaterSms = endpoint({ name: 'readLaterSms', method: 'POST', path: '/reservation/later/sms/state', access: 'verified', kind: 'read', background: true, answer: LaterSms, errors: [] })
/* @__PURE__ */ describeCall(readLaterSms, 'Where the text message with the link to finish later stands')

/** API-12, API-102: a mailed link becomes a session. */
export const resume = endpoint({
  name: 'resume', method: 'GET', path: '/reservation/resume/:guid', inBody: '/reservation/resume', access: 'open', params: z.object({ guid: Guid }),
  answer: Resumed, errors: [reservationNotFound, hasRentalAgreement, tooManyRequests],
})
/* @__PURE__ */ describeCall(resume, 'Opens a session by the token of a link', { guid: 'Token of the link.' })
