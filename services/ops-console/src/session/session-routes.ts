import { createClient, HttpError } from '@checkin/http/client'
import { serveWith } from '@checkin/http/serve'
import { getActor } from '@checkin/registry'
import { ServiceError, serviceFetch } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessionHours, type SealedSessions, type Session } from './sealed-session.ts'
import { getOperator, getSignInOptions, signIn, signOut } from './session.contract.ts'

/** With TLS the prefix makes browsers refuse a cookie that another host or path set. */
export const cookieName = (secure: boolean): string => (secure ? '__Host-checkin_ops' : 'checkin_ops')

export type FindSession = (request: FastifyRequest) => Session

/** Who calls. Throws 401 without a session. */
export const sessionOf = (sessions: SealedSessions, secure: boolean): FindSession => (request) => {
  const session = sessions.open(request.cookies[cookieName(secure)])
  if (!session) throw new ServiceError(401, 'SignInNeeded', 'Sign in first')
  return session
}

export interface SessionRoutesOptions {
  readonly sessions: SealedSessions
  readonly registry: string
  readonly secure: boolean
  /** Whether operators may sign in at an identity provider. */
  readonly openId: boolean
}

/** Signing in with a token of the registry, asking who is signed in, signing out. */
export function sessionRoutes(app: FastifyInstance, { sessions, registry, secure, openId }: SessionRoutesOptions): void {
  const name = cookieName(secure)
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  const find = sessionOf(sessions, secure)
  const client = createClient({ baseUrl: registry, fetch: serviceFetch })
  const serve = serveWith<object, 'anyone' | 'operator'>(app, {
    authorise: () => ({}),
    refuse: (status, code, title) => new ServiceError(status, code, title),
    invalid: () => new ServiceError(400, 'InvalidRequest', 'A token is needed'),
  })

  serve(signIn, async ({ body: { token }, reply }) => {
    const unknown = new ServiceError(401, 'UnknownToken', 'This token is not known')
    if (!/^[\x21-\x7e]+$/.test(token)) throw unknown
    const actor = await client.call(getActor, undefined, { headers: { authorization: `Bearer ${token}` } })
      .catch((error: unknown) => { throw error instanceof HttpError ? unknown : new ServiceError(503, 'RegistryAway', 'The registry does not answer') })
    void reply.setCookie(name, sessions.seal({ ...actor, token }), { ...cookie, maxAge: sessionHours * 3600 })
    return actor
  })
  serve(getSignInOptions, () => ({ openId }))
  serve(getOperator, ({ request }) => find(request))
  serve(signOut, ({ reply }) => { void reply.clearCookie(name, cookie) })
}

/**
 * Refuses calls that another site's page made in an operator's name: the console's own pages send a header that a form cannot,
 * their origin is exactly ours, and a browser that says where a request comes from must say "same-origin".
 */
export function requireConsolePage(request: FastifyRequest, scheme: 'http' | 'https'): void {
  const { origin, host = '' } = request.headers
  const site = request.headers['sec-fetch-site']
  const ours = request.headers['x-checkin-console'] === '1' && (origin === undefined || origin === `${scheme}://${host}`) && (site === undefined || site === 'same-origin')
  if (!ours) throw new ServiceError(403, 'ForeignPage', 'Only the console\'s own pages may call this')
}
