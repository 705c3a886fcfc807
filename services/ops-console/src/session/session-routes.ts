import { serveWith } from '@checkin/http/serve'
import { isForeignPage, ServiceError } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ConsoleSessions } from './console-sessions.ts'
import { passkeySteps } from './passkey-steps.ts'
import { addPasskey, askForPasskey, beginPasskey, confirmByPasskey, getOperator, getSignInOptions, signIn, signOut } from './session.contract.ts'

export interface SessionRoutesOptions {
  readonly sessions: ConsoleSessions
  /** Whether operators may sign in at an identity provider. */
  readonly openId: boolean
}

/** Signing in with a token of the registry, asking who is signed in, signing out. */
export function sessionRoutes(app: FastifyInstance, { sessions, openId }: SessionRoutesOptions): void {
  const serve = serveWith<object, 'anyone' | 'operator'>(app, {
    authorise: () => ({}),
    refuse: (status, code, title) => new ServiceError(status, code, title),
    invalid: () => new ServiceError(400, 'InvalidRequest', 'This call cannot be used'),
  })

  serve(signIn, async ({ body: { token }, request, reply }) => {
    const unknown = new ServiceError(401, 'UnknownToken', 'This token is not known')
    // A session's own secret, or what the console itself vouches with, is no token of a person.
    if (!/^[\x21-\x7e]+$/.test(token) || /^(cse_|person\.)/.test(token)) throw unknown
    return sessions.open(request, reply, token).catch((error: unknown) => { throw error instanceof ServiceError && error.status === 503 ? error : unknown })
  })
  serve(getSignInOptions, () => ({ openId }))
  const passkeys = passkeySteps(sessions)
  serve(getOperator, ({ request }) => passkeys.operator(request))
  serve(askForPasskey, ({ request }) => passkeys.ask(request))
  serve(confirmByPasskey, ({ body: { response }, request, reply }) => passkeys.confirm(request, reply, response))
  serve(beginPasskey, ({ request }) => passkeys.begin(request))
  serve(addPasskey, ({ body, request, reply }) => passkeys.add(request, reply, body))
  serve(signOut, ({ query: { everywhere }, request, reply }) => sessions.end(request, reply, everywhere === 'yes' ? 'all' : 'present'))
}

/**
 * Refuses calls that another site's page made in an operator's name: the console's own pages send a header that a form cannot,
 * their origin is exactly ours, and a browser that says where a request comes from must say "same-origin".
 */
export function requireConsolePage(request: FastifyRequest, scheme: 'http' | 'https'): void {
  const ours = request.headers['x-checkin-console'] === '1' && !isForeignPage(request, scheme)
  if (!ours) throw new ServiceError(403, 'ForeignPage', 'Only the console\'s own pages may call this')
}
