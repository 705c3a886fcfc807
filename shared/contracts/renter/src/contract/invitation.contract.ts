import { AgeAllowed, AgeFee, DriverPost, Email, GivenDate, PostalPlace, TaxNumberCheck } from '@checkin/api'
import { describeCall, describeSchema, endpointFor } from '@checkin/http'
import * as z from 'zod/mini'
import type { ErrorCode } from '../failures/error-codes.ts'
import type { Access } from './endpoint.ts'
import { CodeSms } from './sms-state.contract.ts'

// A module brings this file itself: what it took from beside it would be a copy of what the shell provides.
const endpoint = endpointFor<Access, ErrorCode>()
/** 256 random bits: the token of a link, and what a browser proves itself by. */
const Secret = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const gone = { status: 404, code: 'LinkUnknown' } as const
const tooManyRequests = { status: 429, code: 'TooManyRequests' } as const
const tokenDescription = 'Token of the link.'
const keyDescription = 'A secret that the browser made for itself; after a code was proved it is known by it.'
/** Four pictures as pages scale them, far above what that gives. */
const driverBytes = 24 * 1024 * 1024

export const InvitationBegin = z.strictObject({ email: z.nullable(Email) })
/* @__PURE__ */ describeSchema(InvitationBegin, () => ({ id: 'InvitationBegin', description: 'The other driver is invited.', fields: { email: 'Where the link is mailed; null for a link to pass on.' } }))
export const InvitationBegun = z.object({ token: z.nullable(Secret), expiresAt: z.string() })
/* @__PURE__ */ describeSchema(InvitationBegun, () => ({ id: 'InvitationBegun', description: 'The other driver may come.', fields: { token: `${tokenDescription} Null where it was mailed.`, expiresAt: 'Until when it is good, an instant in UTC.' } }))

const beginErrors = [
  { status: 409, code: 'ModuleOff' }, { status: 409, code: 'HasRentalAgreement' }, { status: 409, code: 'ReadOnlySession' }, { status: 409, code: 'TermsNotAccepted' },
  { status: 400, code: 'CannotUpdate' }, { status: 404, code: 'ReservationNotFound' }, tooManyRequests,
] as const

/** API-55: invites the additional driver; an invitation that lives is replaced (DEC-209). */
export const beginInvitation = endpoint({ name: 'beginInvitation', method: 'POST', path: '/invitation', access: 'verified', kind: 'write', body: InvitationBegin, answer: InvitationBegun, errors: beginErrors })
/* @__PURE__ */ describeCall(beginInvitation, 'Invites the additional driver')

export const InvitationState = z.object({
  state: z.enum(['none', 'waiting', 'done']), firstName: z.nullable(z.string()), expiresAt: z.nullable(z.string()), fee: z.optional(z.nullable(AgeFee)), sms: z.optional(CodeSms),
})
export type InvitationState = z.infer<typeof InvitationState>
/* @__PURE__ */ describeSchema(InvitationState, () => ({
  id: 'InvitationState', description: 'All that the renter learns of an invitation.',
  fields: { state: 'none: nobody is invited; waiting: the link is good; done: the driver filled in everything.', firstName: 'First name of the driver who did; null before.', expiresAt: 'Until when the link is good; null where there is none.',
    fee: 'What the age of the driver who did adds to the rental; null for nothing, missing before (DEC-237).',
    sms: 'What became of the text message with the link, its number null where the link went otherwise; missing where no text message brings invitations (DEC-285).',
  },
}))

export const InvitationSms = z.strictObject({ number: z.string().check(z.regex(/^\+\d{6,15}$/)), agreed: z.literal(true) })
/* @__PURE__ */ describeSchema(InvitationSms, () => ({
  id: 'InvitationSms', description: 'The other driver is invited by text message.',
  fields: { number: 'Mobile number with plus sign and calling code, digits alone.', agreed: 'The renter says that the other driver agrees to the message; nothing else is taken (DEC-285).' },
}))

/** API-91: invites the additional driver by text message; the same number while its message is under way is the same invitation (DEC-285). */
export const beginInvitationSms = endpoint({ name: 'beginInvitationSms', method: 'POST', path: '/invitation/sms', access: 'verified', kind: 'write', body: InvitationSms, answer: InvitationState, errors: beginErrors })
/* @__PURE__ */ describeCall(beginInvitationSms, 'Invites the additional driver by text message')

/** API-56: where the invitation stands (DEC-211). */
export const readInvitation = endpoint({ name: 'readInvitation', method: 'POST', path: '/invitation/state', access: 'link', kind: 'read', background: true, answer: InvitationState, errors: [] })
/* @__PURE__ */ describeCall(readInvitation, 'Where the invitation of the additional driver stands')

/** API-57: the link is good no longer; may be repeated (DEC-209). */
export const withdrawInvitation = endpoint({ name: 'withdrawInvitation', method: 'POST', path: '/invitation/withdraw', access: 'link', kind: 'write', answer: InvitationState, errors: [] })
/* @__PURE__ */ describeCall(withdrawInvitation, 'Withdraws the invitation of the additional driver')

export const InvitedAsk = z.strictObject({ token: Secret, key: Secret })
/* @__PURE__ */ describeSchema(InvitedAsk, () => ({ id: 'InvitedAsk', description: 'An invited driver comes with the link.', fields: { token: tokenDescription, key: keyDescription } }))
const Stop = z.object({ dateAndTime: z.string(), place: z.string() })
/* @__PURE__ */ describeSchema(Stop, () => ({ id: 'InvitedStop', description: 'Where and when.', fields: { dateAndTime: 'Local time there.', place: 'Name of the place.' } }))
export const InvitedTrip = z.object({ reservation: z.string(), renter: z.string(), vehicle: z.string(), checkOut: Stop, checkIn: Stop, minAge: z.number(), maxAge: z.number(), takesPictures: z.boolean() })
export type InvitedTrip = z.infer<typeof InvitedTrip>
/* @__PURE__ */ describeSchema(InvitedTrip, () => ({
  id: 'InvitedTrip', description: 'All that an invited driver learns of the rental.',
  fields: {
    reservation: 'Always empty: the number opens nothing here.', renter: 'First name of the renter.', vehicle: 'Class of the vehicle.', checkOut: 'Pick-up.', checkIn: 'Return.',
    minAge: 'Youngest age at pick-up, years.', maxAge: 'Oldest age at pick-up, years.', takesPictures: 'Whether pictures of documents are taken.',
  },
}))
export const InvitedState = z.object({ state: z.enum(['email', 'code', 'open']), trip: z.nullable(InvitedTrip), sms: z.optional(CodeSms.shape.state) })
export type InvitedState = z.infer<typeof InvitedState>
/* @__PURE__ */ describeSchema(InvitedState, () => ({
  id: 'InvitedState', description: 'Where an invited driver stands.',
  fields: { state: 'email: an address has to be named that a code goes to; code: it goes to the one that is known; open: proved, the data may be sent.', trip: 'What the invitation is about; null until a code was proved.',
    sms: 'Codes go by text message, to the number that got the link, and this became of the last one; missing where they are mailed (DEC-285).' },
}))

/** API-85: an invited driver comes, or asks again; any link that is good no longer is the same 404 (DEC-210). */
export const openInvitation = endpoint({ name: 'openInvitation', method: 'POST', path: '/invitation/open', access: 'open', kind: 'read', background: true, body: InvitedAsk, answer: InvitedState, errors: [gone, tooManyRequests] })
/* @__PURE__ */ describeCall(openInvitation, 'An invited driver opens the link')

export const InvitedCode = z.strictObject({ token: Secret, email: z.nullable(Email) })
/* @__PURE__ */ describeSchema(InvitedCode, () => ({ id: 'InvitedCode', description: 'A code is asked for.', fields: { token: tokenDescription, email: 'Own address; null where the link was mailed to one, or sent to a number.' } }))
export const InvitedCodeSent = z.object({ sent: z.literal(true) })
/* @__PURE__ */ describeSchema(InvitedCodeSent, () => ({ id: 'InvitedCodeSent', description: 'A code is on its way, if the address is the right one.', fields: { sent: 'Always true.' } }))

/** API-86: sends a code to the invited driver's own address, or to the number that got the link (DEC-210, DEC-285). */
export const sendInvitationCode = endpoint({ name: 'sendInvitationCode', method: 'POST', path: '/invitation/code', access: 'open', kind: 'write', body: InvitedCode, answer: InvitedCodeSent, errors: [gone, tooManyRequests] })
/* @__PURE__ */ describeCall(sendInvitationCode, 'Sends a code to an invited driver')

export const InvitedProof = z.strictObject({ token: Secret, key: Secret, code: z.string().check(z.regex(/^\d{6}$/)) })
/* @__PURE__ */ describeSchema(InvitedProof, () => ({ id: 'InvitedProof', description: 'A code is typed.', fields: { token: tokenDescription, key: keyDescription, code: 'The code that was sent.' } }))

/** API-87: proves the code; from then on this browser, and no other, may send the data (DEC-210). */
export const proveInvitation = endpoint({ name: 'proveInvitation', method: 'POST', path: '/invitation/prove', access: 'open', kind: 'write', body: InvitedProof, answer: InvitedState, errors: [gone, { status: 404, code: 'CodeNotFound' }, tooManyRequests] })
/* @__PURE__ */ describeCall(proveInvitation, 'Proves the code of an invited driver')

export const InvitedDriver = z.strictObject({ token: Secret, key: Secret, driver: DriverPost })
/* @__PURE__ */ describeSchema(InvitedDriver, () => ({ id: 'InvitedDriver', description: 'An invited driver sends the own data.', fields: { token: tokenDescription, key: keyDescription, driver: 'The driver.' } }))
export const InvitedDone = z.object({ done: z.literal(true) })
/* @__PURE__ */ describeSchema(InvitedDone, () => ({ id: 'InvitedDone', description: 'The data are saved and the link is good no longer.', fields: { done: 'Always true.' } }))

/** API-88: saves the additional driver as API-23 would, by the same rules; then the link is good no longer (DEC-209). */
export const saveInvited = endpoint({
  name: 'saveInvited', method: 'POST', path: '/invitation/driver', access: 'open', kind: 'write', bodyLimit: driverBytes + 64 * 1024, body: InvitedDriver, answer: InvitedDone,
  errors: [
    gone, { status: 403, code: 'CodeRequired' }, { status: 400, code: 'AgeNotAllowed' }, { status: 400, code: 'EmailInUse' }, { status: 400, code: 'SameDriver' }, { status: 400, code: 'Undesirable' },
    { status: 400, code: 'CannotUpdate' }, { status: 409, code: 'HasRentalAgreement' }, { status: 409, code: 'ReadOnlySession' }, { status: 409, code: 'TermsNotAccepted' }, { status: 409, code: 'ModuleOff' }, tooManyRequests,
  ],
})
/* @__PURE__ */ describeCall(saveInvited, 'Saves an invited driver')

const countryDescription = 'Country, a number of the countries.'
const questionErrors = [gone, { status: 403, code: 'CodeRequired' }, tooManyRequests] as const

export const InvitedPostalCode = z.strictObject({ token: Secret, key: Secret, zipCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(14)), countryId: z.int().check(z.nonnegative()) })
/* @__PURE__ */ describeSchema(InvitedPostalCode, () => ({ id: 'InvitedPostalCode', description: 'An invited driver asks for the places of a zip code.', fields: { token: tokenDescription, key: keyDescription, zipCode: 'Zip code, at most 14 characters.', countryId: countryDescription } }))

/** API-70: what API-25 answers, for an invited driver who was proved (DEC-237). */
export const findInvitedPostalCode = endpoint({ name: 'findInvitedPostalCode', method: 'POST', path: '/invitation/postal-code', access: 'open', kind: 'read', body: InvitedPostalCode, answer: z.array(PostalPlace), errors: questionErrors })
/* @__PURE__ */ describeCall(findInvitedPostalCode, 'Places of an invited driver\'s zip code; none means that it is wrong')

export const InvitedTaxNumber = z.strictObject({ token: Secret, key: Secret, taxNumber: z.string().check(z.trim(), z.minLength(1), z.maxLength(15)), countryId: z.int().check(z.nonnegative()) })
/* @__PURE__ */ describeSchema(InvitedTaxNumber, () => ({ id: 'InvitedTaxNumber', description: 'An invited driver asks whether a tax number is right.', fields: { token: tokenDescription, key: keyDescription, taxNumber: 'Tax number, at most 15 characters.', countryId: countryDescription } }))

/** API-71: what API-26 answers, for an invited driver who was proved (DEC-237). */
export const checkInvitedTaxNumber = endpoint({
  name: 'checkInvitedTaxNumber', method: 'POST', path: '/invitation/tax-number', access: 'open', kind: 'read', body: InvitedTaxNumber, answer: TaxNumberCheck, errors: [...questionErrors, { status: 400, code: 'TaxNumberInvalid' }],
})
/* @__PURE__ */ describeCall(checkInvitedTaxNumber, 'Checks an invited driver\'s tax number; wrong is an error')

export const InvitedAge = z.strictObject({ token: Secret, key: Secret, birthDate: GivenDate })
/* @__PURE__ */ describeSchema(InvitedAge, () => ({ id: 'InvitedAge', description: 'An invited driver asks what the own age means.', fields: { token: tokenDescription, key: keyDescription, birthDate: 'Day of birth, YYYY-MM-DD.' } }))

/** API-72: what API-27 answers, for an invited driver who was proved: the fee is known before the data are sent (DEC-237). */
export const validateInvitedAge = endpoint({
  name: 'validateInvitedAge', method: 'POST', path: '/invitation/age', access: 'open', kind: 'read', body: InvitedAge, answer: AgeAllowed, errors: [...questionErrors, { status: 400, code: 'AgeNotAllowed' }],
})
/* @__PURE__ */ describeCall(validateInvitedAge, 'Checks an invited driver\'s age, and names a fee that it brings')

/** API-55 to API-57, API-70 to API-72, API-85 to API-88 and API-91. Apart from the other calls, whose declarations every first screen loads: the module that makes these brings them. */
export const invitationContract = { beginInvitation, beginInvitationSms, readInvitation, withdrawInvitation, openInvitation, sendInvitationCode, proveInvitation, findInvitedPostalCode, checkInvitedTaxNumber, validateInvitedAge, saveInvited } as const
export type InvitationContract = typeof invitationContract
