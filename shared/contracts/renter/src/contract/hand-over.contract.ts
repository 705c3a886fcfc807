import { describeCall, describeSchema, endpointFor } from '@checkin/http'
import * as z from 'zod/mini'
import type { ErrorCode } from '../failures/error-codes.ts'
import type { Access } from './endpoint.ts'

// A module brings this file itself: what it took from beside it would be a copy of what the shell provides.
const endpoint = endpointFor<Access, ErrorCode>()
/** 256 random bits: the token of a code, and what a phone proves itself by. */
const Secret = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const PictureId = z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/))

/** Pictures that a phone may be asked for: a side of the identity document, of the licence or of the second licence. */
export const handOverSides = ['document.front', 'document.back', 'licence.front', 'licence.back', 'second.front', 'second.back'] as const
export type HandOverSide = (typeof handOverSides)[number]
const Side = z.enum(handOverSides)

/** A phone scales its pictures before it sends them; this is far above what that gives. */
const pictureBytes = 6 * 1024 * 1024
const tokenDescription = 'Token of the code that the first device shows.'
const gone = { status: 404, code: 'LinkUnknown' } as const
const tooManyRequests = { status: 429, code: 'TooManyRequests' } as const

export const HandOverBegin = z.strictObject({ sides: z.array(Side).check(z.minLength(1), z.maxLength(handOverSides.length)) })
/* @__PURE__ */ describeSchema(HandOverBegin, () => ({ id: 'HandOverBegin', description: 'Which pictures a phone is to take.', fields: { sides: 'Sides of documents.' } }))
export const HandOverBegun = z.object({ token: Secret, expiresAt: z.string() })
/* @__PURE__ */ describeSchema(HandOverBegun, () => ({ id: 'HandOverBegun', description: 'A phone may be shown the way.', fields: { token: tokenDescription, expiresAt: 'Until when it is good, an instant in UTC.' } }))

/** API-47: begins to take pictures by phone; what this session had begun before ends (DEC-204). */
export const beginHandOver = endpoint({
  name: 'beginHandOver', method: 'POST', path: '/hand-over', access: 'link', kind: 'write', body: HandOverBegin, answer: HandOverBegun,
  errors: [{ status: 409, code: 'ModuleOff' }, { status: 409, code: 'HasRentalAgreement' }, { status: 409, code: 'ReadOnlySession' }, { status: 404, code: 'ReservationNotFound' }, tooManyRequests],
})
/* @__PURE__ */ describeCall(beginHandOver, 'Begins to take pictures by phone')

/** Where it stands: nobody came, a phone shows its number, it may send, it is over. */
const state = z.enum(['waiting', 'number', 'open', 'ended'])
const stateDescription = 'waiting for a phone; number: one shows its number, which has to be confirmed; open: it may send; ended: over, whatever the reason.'
export const HandOverAsk = z.strictObject({ token: Secret, taken: z.array(PictureId).check(z.maxLength(24)) })
/* @__PURE__ */ describeSchema(HandOverAsk, () => ({ id: 'HandOverAsk', description: 'Asks what came.', fields: { token: tokenDescription, taken: 'Pictures that are here already; the server forgets them.' } }))
export const HandedPicture = z.object({ id: PictureId, side: Side, image: z.string() })
export type HandedPicture = z.infer<typeof HandedPicture>
/* @__PURE__ */ describeSchema(HandedPicture, () => ({ id: 'HandedPicture', description: 'A picture that the phone took.', fields: { id: 'Names it.', side: 'What it shows.', image: 'WebP as base64.' } }))
export const HandOverState = z.object({ state, pictures: z.array(HandedPicture) })
export type HandOverState = z.infer<typeof HandOverState>
/* @__PURE__ */ describeSchema(HandOverState, () => ({ id: 'HandOverState', description: 'Where taking pictures by phone stands.', fields: { state: stateDescription, pictures: 'Pictures that came and were not taken yet.' } }))

/** API-48: the state and the pictures that came. May be asked again: a picture stays until the page says that it has it. */
export const readHandOver = endpoint({ name: 'readHandOver', method: 'POST', path: '/hand-over/state', access: 'link', kind: 'read', background: true, body: HandOverAsk, answer: HandOverState, errors: [] })
/* @__PURE__ */ describeCall(readHandOver, 'Where taking pictures by phone stands, and what came')

/** API-48: says by server-sent events when to ask for the state; below the API's base. */
export const handOverEventsPath = '/hand-over/events'

export const HandOverAnswer = z.strictObject({ token: Secret, number: z.nullable(z.string().check(z.regex(/^\d{2}$/))) })
/* @__PURE__ */ describeSchema(HandOverAnswer, () => ({ id: 'HandOverAnswer', description: 'Confirms the number that the phone shows, or ends it.', fields: { token: tokenDescription, number: 'The number on the phone; null ends it.' } }))
export const HandOverAnswered = z.object({ state })
/* @__PURE__ */ describeSchema(HandOverAnswered, () => ({ id: 'HandOverAnswered', description: 'Where it stands now.', fields: { state: stateDescription } }))

/** API-49: the number that the phone shows, typed on the first device; a third wrong one ends it. Null ends it at once. */
export const answerHandOver = endpoint({ name: 'answerHandOver', method: 'POST', path: '/hand-over/answer', access: 'link', kind: 'write', body: HandOverAnswer, answer: HandOverAnswered, errors: [] })
/* @__PURE__ */ describeCall(answerHandOver, 'Confirms the number on the phone, or ends it')

const keyDescription = 'A secret that the phone made for itself; the first one that comes with a token is the only one that is taken.'
export const PhoneAsk = z.strictObject({ token: Secret, key: Secret })
/* @__PURE__ */ describeSchema(PhoneAsk, () => ({ id: 'PhoneAsk', description: 'A phone comes with the code that it read.', fields: { token: tokenDescription, key: keyDescription } }))
export const PhoneState = z.object({ state: z.enum(['number', 'open']), number: z.nullable(z.string()), sides: z.array(Side) })
export type PhoneState = z.infer<typeof PhoneState>
/* @__PURE__ */ describeSchema(PhoneState, () => ({
  id: 'PhoneState', description: 'All that the phone learns.', fields: { state: 'Whether its number is waited for, or it may send.', number: 'The number to show; null once it was confirmed.', sides: 'Pictures that are asked for.' },
}))

/** API-50: a phone comes, and asks how it stands; a second device gets the same 404 as an unknown token. */
export const joinHandOver = endpoint({ name: 'joinHandOver', method: 'POST', path: '/hand-over/phone', access: 'open', kind: 'write', background: true, body: PhoneAsk, answer: PhoneState, errors: [gone, tooManyRequests] })
/* @__PURE__ */ describeCall(joinHandOver, 'A phone comes to take pictures')

export const PhonePicture = z.strictObject({ token: Secret, key: Secret, side: Side, image: z.string().check(z.maxLength(pictureBytes)) })
/* @__PURE__ */ describeSchema(PhonePicture, () => ({ id: 'PhonePicture', description: 'A picture that the phone took.', fields: { token: tokenDescription, key: keyDescription, side: 'What it shows.', image: 'WebP, JPEG or PNG as base64 without a prefix.' } }))
export const PictureHanded = z.object({ sent: z.literal(true) })
/* @__PURE__ */ describeSchema(PictureHanded, () => ({ id: 'PictureHanded', description: 'The picture is on its way to the first device.', fields: { sent: 'Always true.' } }))

/** API-51: one picture from the phone; a later one of the same side takes its place. */
export const sendHandOverPicture = endpoint({
  name: 'sendHandOverPicture', method: 'POST', path: '/hand-over/picture', access: 'open', kind: 'write', bodyLimit: pictureBytes + 64 * 1024, body: PhonePicture, answer: PictureHanded,
  errors: [gone, { status: 403, code: 'CodeRequired' }, tooManyRequests],
})
/* @__PURE__ */ describeCall(sendHandOverPicture, 'Sends a picture from the phone')

const linkDescription = 'Token of the link of the invitation.'
const linkKeyDescription = 'The secret of the browser that was proved.'
const refusedInvitation = [gone, { status: 403, code: 'CodeRequired' }, tooManyRequests] as const
export const InvitedHandOverBegin = z.strictObject({ token: Secret, key: Secret, sides: z.array(Side).check(z.minLength(1), z.maxLength(handOverSides.length)) })
/* @__PURE__ */ describeSchema(InvitedHandOverBegin, () => ({ id: 'InvitedHandOverBegin', description: 'Which pictures a phone is to take for an invited driver.', fields: { token: linkDescription, key: linkKeyDescription, sides: 'Sides of documents.' } }))

/** API-73: as API-47, for an invited driver who was proved; what the invitation had begun before ends (DEC-240). */
export const beginInvitedHandOver = endpoint({
  name: 'beginInvitedHandOver', method: 'POST', path: '/invitation/hand-over', access: 'open', kind: 'write', body: InvitedHandOverBegin, answer: HandOverBegun, errors: [...refusedInvitation, { status: 409, code: 'ModuleOff' }],
})
/* @__PURE__ */ describeCall(beginInvitedHandOver, 'Begins to take pictures by phone for an invited driver')

export const InvitedHandOverAsk = z.strictObject({ token: Secret, key: Secret, handOver: Secret, taken: z.array(PictureId).check(z.maxLength(24)) })
/* @__PURE__ */ describeSchema(InvitedHandOverAsk, () => ({
  id: 'InvitedHandOverAsk', description: 'An invited driver asks what came.', fields: { token: linkDescription, key: linkKeyDescription, handOver: tokenDescription, taken: 'Pictures that are here already; the server forgets them.' },
}))

/** API-74: as API-48, likewise; there are no events, so the page asks by itself. */
export const readInvitedHandOver = endpoint({ name: 'readInvitedHandOver', method: 'POST', path: '/invitation/hand-over/state', access: 'open', kind: 'read', background: true, body: InvitedHandOverAsk, answer: HandOverState, errors: refusedInvitation })
/* @__PURE__ */ describeCall(readInvitedHandOver, 'Where taking pictures by phone stands for an invited driver, and what came')

export const InvitedHandOverAnswer = z.strictObject({ token: Secret, key: Secret, handOver: Secret, number: z.nullable(z.string().check(z.regex(/^\d{2}$/))) })
/* @__PURE__ */ describeSchema(InvitedHandOverAnswer, () => ({
  id: 'InvitedHandOverAnswer', description: 'An invited driver confirms the number that the phone shows, or ends it.', fields: { token: linkDescription, key: linkKeyDescription, handOver: tokenDescription, number: 'The number on the phone; null ends it.' },
}))

/** API-75: as API-49, likewise. */
export const answerInvitedHandOver = endpoint({ name: 'answerInvitedHandOver', method: 'POST', path: '/invitation/hand-over/answer', access: 'open', kind: 'write', body: InvitedHandOverAnswer, answer: HandOverAnswered, errors: refusedInvitation })
/* @__PURE__ */ describeCall(answerInvitedHandOver, 'Confirms the number on an invited driver\'s phone, or ends it')

/** API-47 to API-51 and API-73 to API-75. Apart from the other calls, whose declarations every first screen loads: the module that makes these brings them. */
export const handOverContract = { beginHandOver, readHandOver, answerHandOver, joinHandOver, sendHandOverPicture, beginInvitedHandOver, readInvitedHandOver, answerInvitedHandOver } as const
export type HandOverContract = typeof handOverContract
