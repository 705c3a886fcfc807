import { endpointFor } from '@checkin/http'
import { AssertionResponse, beginPasskey as beginAtRegistry, PasskeyDue, addPasskey as addAtRegistry, roles } from '@checkin/registry'
import * as z from 'zod'

/** Calls of the console's own server about who is signed in; below `/api`. */
const endpoint = endpointFor<'anyone' | 'operator'>()

/** Who is signed in. */
export const Operator = z.object({
  label: z.string(),
  role: z.enum(roles),
  /** Tenants within reach; null is every one. */
  hosts: z.nullable(z.array(z.string())),
  /** What a sign-in with a token waits for before anything else is possible; absent or null for nothing. */
  passkeyDue: z.optional(PasskeyDue),
})
export type Operator = z.infer<typeof Operator>

const away = { status: 503, code: 'RegistryAway' }

export const getOperator = endpoint({ name: 'getOperator', method: 'GET', path: '/session', access: 'operator', answer: Operator, errors: [{ status: 401, code: 'SignInNeeded' }, away] })

export const signIn = endpoint({
  name: 'signIn', method: 'POST', path: '/session', summary: 'Signs in with a token of the registry', access: 'anyone',
  body: z.strictObject({ token: z.string().min(1).max(200) }), answer: Operator, errors: [{ status: 401, code: 'UnknownToken' }, away],
})

export const signOut = endpoint({
  name: 'signOut', method: 'DELETE', path: '/session', summary: 'Ends the session of this browser, or every session of its person', access: 'anyone',
  query: z.object({ everywhere: z.optional(z.enum(['yes'])) }), answer: 'none', errors: [away],
})

const answers = { answer: Operator, errors: [{ status: 401, code: 'SignInNeeded' }, { status: 403, code: 'PasskeyRefused' }, { status: 403, code: 'PasskeyCopied' }, { status: 409, code: 'ChallengeOver' }, { status: 409, code: 'PasskeyKnown' }, away] } as const
const options = { answer: beginAtRegistry.answer, errors: [{ status: 401, code: 'SignInNeeded' }, { status: 403, code: 'ResetNeeded' }, away] } as const

export const askForPasskey = endpoint({ name: 'askForPasskey', method: 'POST', path: '/session/passkey/challenge', summary: 'What the browser needs to confirm this sign-in by a passkey', access: 'operator', ...options })
export const confirmByPasskey = endpoint({ name: 'confirmByPasskey', method: 'POST', path: '/session/passkey', summary: 'Confirms this sign-in by what a passkey signed', access: 'operator', body: z.strictObject({ response: AssertionResponse }), ...answers })
export const beginPasskey = endpoint({ name: 'beginPasskey', method: 'POST', path: '/session/passkeys/begin', summary: 'What the browser needs to make a passkey', access: 'operator', ...options })
export const addPasskey = endpoint({ name: 'addPasskey', method: 'POST', path: '/session/passkeys', summary: 'Registers a passkey, which confirms this sign-in too', access: 'operator', body: addAtRegistry.body.omit({ hash: true }), ...answers })

/** How one may sign in besides a token. */
export const getSignInOptions = endpoint({ name: 'getSignInOptions', method: 'GET', path: '/session/ways', access: 'anyone', answer: z.object({ openId: z.boolean() }), errors: [] })
