import * as z from 'zod'
import { TokenHash } from './access.ts'
import { endpoint, Reason, roles } from './endpoint.ts'

/**
 * What a session that was opened with a token waits for before anything else is possible (DEC-300): to be confirmed by a passkey, to register the person's first
 * one, or, where all were revoked, that two others reset them. Null for one that waits for nothing.
 */
export const PasskeyDue = z.nullable(z.enum(['confirm', 'register', 'reset']))
export type PasskeyDue = z.infer<typeof PasskeyDue>

/** A session of an operator at the console as people see it; never its secret. */
export const ConsoleSessionView = z.object({
  id: z.string(), label: z.string(), role: z.enum(roles), hosts: z.nullable(z.array(z.string())),
  /** The identity provider; null for a sign-in with a token. */
  issuer: z.nullable(z.string()),
  /** Browser and system, no version. */
  agent: z.string(),
  createdAt: z.iso.datetime(),
  /** To the minute; what a page asks for by itself does not count. */
  lastSeenAt: z.iso.datetime(),
  /** When it ends in any case. */
  endsAt: z.iso.datetime(),
  /** Whether it is the one of this very call. */
  isPresent: z.boolean(),
  /** Whether a passkey confirmed it; absent from a registry that knows none. */
  isConfirmed: z.optional(z.boolean()),
})
export type ConsoleSessionView = z.infer<typeof ConsoleSessionView>

/** Made by the console and sealed, to ask the identity provider again. */
const refresh = z.optional(z.string().max(6000))
export const noSession = { status: 404, code: 'NoSession' }

export const openConsoleSession = endpoint({
  name: 'openConsoleSession', method: 'POST', path: '/registry/v1/console-sessions',
  summary: 'Opens a session for the holder of a token, or for a person whom the console vouches for. The console keeps the secret and sends its hash',
  access: { roles, reach: 'own' }, body: z.strictObject({ hash: TokenHash, agent: z.string().max(60), refresh }),
  answer: z.object({ ...ConsoleSessionView.shape, passkeyDue: z.optional(PasskeyDue) }), errors: [{ status: 403, code: 'NameTaken' }, noSession],
})

export const getConsoleSession = endpoint({
  name: 'getConsoleSession', method: 'GET', path: '/registry/v1/console-sessions/present', summary: 'The session of this very call, also when its person has to be checked at the identity provider or confirmed by a passkey; for the console\'s own server',
  access: { roles, reach: 'own', unchecked: true, unconfirmed: true }, answer: z.object({ ...ConsoleSessionView.shape, isCheckDue: z.boolean(), refresh: z.nullable(z.string()), passkeyDue: z.optional(PasskeyDue) }), errors: [noSession],
})

export const checkConsoleSession = endpoint({
  name: 'checkConsoleSession', method: 'PUT', path: '/registry/v1/console-sessions/present/check',
  summary: 'Says what the identity provider said of the person now: role and tenants are those of the new vouching, until its end. For the console\'s own server',
  access: { roles, reach: 'own', unchecked: true }, body: z.strictObject({ person: z.string().max(4000), refresh }), answer: ConsoleSessionView, errors: [noSession, { status: 403, code: 'OtherPerson' }],
})

export const listConsoleSessions = endpoint({
  name: 'listConsoleSessions', method: 'GET', path: '/registry/v1/console-sessions', summary: 'Open sessions, newest first: everybody\'s for operators and approvers of all tenants, else one\'s own',
  access: { roles, reach: 'filtered' }, answer: z.object({ sessions: z.array(ConsoleSessionView) }), errors: [],
})

export const endConsoleSession = endpoint({
  name: 'endConsoleSession', method: 'DELETE', path: '/registry/v1/console-sessions/:id', summary: 'Ends somebody\'s session from the next call on; needs one person only',
  access: { roles: ['operator', 'approver'], reach: 'all' }, params: z.object({ id: z.string().min(1).max(60) }), query: z.object({ reason: Reason }), answer: 'none', errors: [noSession],
})

export const endOwnConsoleSessions = endpoint({
  name: 'endOwnConsoleSessions', method: 'DELETE', path: '/registry/v1/console-sessions', summary: 'Ends the session of this very call, or all sessions of its person',
  access: { roles, reach: 'own', unchecked: true, unconfirmed: true }, query: z.object({ which: z.enum(['present', 'all']).default('present'), reason: Reason }), answer: z.object({ ended: z.int() }), errors: [],
})
