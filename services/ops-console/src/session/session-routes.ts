import { internalFetch, ServiceError } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { roles, sessionHours, type SealedSessions, type Session } from './sealed-session.ts'

const SignIn = z.strictObject({ token: z.string().min(1).max(200) })
const Actor = z.object({ label: z.string(), role: z.enum(roles), hosts: z.nullable(z.array(z.string())) })

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
  const shown = ({ label, role, hosts }: Session | Omit<Session, 'until'>) => ({ label, role, hosts })

  app.post('/session', async (request, reply) => {
    const body = SignIn.safeParse(request.body)
    if (!body.success) throw new ServiceError(400, 'InvalidRequest', 'A token is needed')
    const { token } = body.data
    if (!/^[\x21-\x7e]+$/.test(token)) throw new ServiceError(401, 'UnknownToken', 'This token is not known')
    const answer = await internalFetch(`${registry}/registry/v1/actor`, { headers: { authorization: `Bearer ${token}` } })
      .catch(() => { throw new ServiceError(503, 'RegistryAway', 'The registry does not answer') })
    if (answer.status !== 200) throw new ServiceError(401, 'UnknownToken', 'This token is not known')
    const session = { token, ...Actor.parse(answer.json()) }
    return reply.setCookie(name, sessions.seal(session), { ...cookie, maxAge: sessionHours * 3600 }).send(shown(session))
  })
  app.get('/session/ways', () => ({ openId }))
  app.get('/session', (request, reply) => reply.header('cache-control', 'no-store').send(shown(find(request))))
  app.delete('/session', (_request, reply) => reply.clearCookie(name, cookie).code(204).send())
}
