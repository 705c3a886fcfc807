import * as z from 'zod'
import { Name, TokenHash } from './access.ts'
import { PendingChange } from './changes.ts'
import { ConsoleSessionView, noSession } from './console-sessions.ts'
import { endpoint, Reason, roles } from './endpoint.ts'

/** A passkey as people see it: the second factor of who signs in at the console with a token. */
export const PasskeyView = z.object({
  id: z.string(),
  /** Whose it is; all tokens of one person share them. */
  person: z.string(),
  /** Given by its holder, to tell several apart. */
  name: z.string(),
  addedAt: z.iso.datetime(), lastUsedAt: z.nullable(z.iso.datetime()),
  revokedAt: z.nullable(z.iso.datetime()), revokedBy: z.nullable(z.string()),
  /** Whether it is the caller's own. */
  isOwn: z.boolean(),
})
export type PasskeyView = z.infer<typeof PasskeyView>

/** What `navigator.credentials` takes, in its JSON form (WebAuthn Level 3, section 5.1.8 and after). */
const BrowserOptions = z.object({ options: z.record(z.string(), z.unknown()) })
const bytes = (most: number) => z.string().regex(/^[A-Za-z0-9_-]+$/, 'must be base64url').max(most)
const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') }

/** What an authenticator said to a registration, in the JSON form of browsers. */
export const RegistrationResponse = z.object({
  ...credential, response: z.object({ clientDataJSON: bytes(4000), attestationObject: bytes(20_000), transports: z.array(z.string().max(30)).max(10).default([]) }),
})
export type RegistrationResponse = z.infer<typeof RegistrationResponse>

/** What an authenticator signed, in the JSON form of browsers. */
export const AssertionResponse = z.object({ ...credential, response: z.object({ clientDataJSON: bytes(4000), authenticatorData: bytes(4000), signature: bytes(8000) }) })
export type AssertionResponse = z.infer<typeof AssertionResponse>

const off = { status: 409, code: 'SecondFactorOff' }
const needed = { status: 401, code: 'PasskeyNeeded' }
const resetNeeded = { status: 403, code: 'ResetNeeded' }
/** The challenge was used, has ended, or was another one. */
const challengeOver = { status: 409, code: 'ChallengeOver' }
const refused = { status: 403, code: 'PasskeyRefused' }
const unknownPasskey = { status: 404, code: 'UnknownPasskey' }
/** SHA-256 of the session's next secret: whoever knew the former one knows nothing from now on. */
const hash = TokenHash

export const beginPasskey = endpoint({
  name: 'beginPasskey', method: 'POST', path: '/registry/v1/passkeys/begin',
  summary: 'What a browser needs to register a passkey for the person of this session: their first one with the token alone, each other one after a passkey. For the console\'s own server',
  access: { roles, reach: 'own', unconfirmed: true }, answer: BrowserOptions, errors: [noSession, off, needed, resetNeeded],
})

export const addPasskey = endpoint({
  name: 'addPasskey', method: 'POST', path: '/registry/v1/passkeys', summary: 'Registers the passkey that was begun, and confirms this session by it. For the console\'s own server',
  access: { roles, reach: 'own', unconfirmed: true }, body: z.strictObject({ name: Name, response: RegistrationResponse, hash }), answer: PasskeyView,
  errors: [noSession, off, needed, resetNeeded, challengeOver, refused, { status: 409, code: 'PasskeyKnown' }],
})

export const askForPasskey = endpoint({
  name: 'askForPasskey', method: 'POST', path: '/registry/v1/console-sessions/present/challenge',
  summary: 'What a browser needs to confirm this session by a passkey of its person: a challenge, for once and a few minutes. For the console\'s own server',
  access: { roles, reach: 'own', unconfirmed: true }, answer: BrowserOptions, errors: [noSession, off, resetNeeded],
})

export const confirmByPasskey = endpoint({
  name: 'confirmByPasskey', method: 'PUT', path: '/registry/v1/console-sessions/present/passkey', summary: 'Confirms this session by what a passkey of its person signed. For the console\'s own server',
  access: { roles, reach: 'own', unconfirmed: true }, body: z.strictObject({ response: AssertionResponse, hash }), answer: ConsoleSessionView,
  errors: [noSession, off, challengeOver, refused, { status: 403, code: 'PasskeyCopied' }],
})

export const listPasskeys = endpoint({
  name: 'listPasskeys', method: 'GET', path: '/registry/v1/passkeys', summary: 'Passkeys with whose they are and when they were used last: everybody\'s for operators and approvers of all tenants, else one\'s own',
  access: { roles, reach: 'filtered' }, answer: z.object({ passkeys: z.array(PasskeyView), secondFactor: z.enum(['off', 'optional', 'required']) }), errors: [],
})

export const revokePasskey = endpoint({
  name: 'revokePasskey', method: 'DELETE', path: '/registry/v1/passkeys/:id',
  summary: 'Ends a passkey for ever, with the sessions that it confirmed; one\'s own but for the last one, or as operator or approver of all tenants anybody\'s, which needs one person only',
  access: { roles, reach: 'own' }, params: z.object({ id: z.string().min(1).max(60) }), query: z.object({ reason: Reason }), answer: PasskeyView,
  errors: [unknownPasskey, { status: 409, code: 'LastPasskey' }],
})

export const resetPasskeys = endpoint({
  name: 'resetPasskeys', method: 'POST', path: '/registry/v1/passkeys/reset',
  summary: 'Proposes that somebody who lost their passkeys may register one anew. Answers 202 with the change: a second person, who is not the one it is for, decides',
  access: { roles: ['operator', 'approver'], reach: 'all' }, body: z.strictObject({ person: Name, reason: Reason }), answer: PendingChange, statuses: [202], errors: [{ status: 404, code: 'UnknownPerson' }],
})
