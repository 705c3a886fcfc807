import { parseJson } from '@checkin/http'
import { ServiceError } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Attempt, type OpenId } from './open-id.ts'
import type { ConsoleSessions } from './console-sessions.ts'
import { sealedTexts } from './sealed-text.ts'
import type { Vouching } from './vouching.ts'

/** Minutes that a person may take at the provider. */
const attemptMinutes = 10
const KeptAttempt = Attempt.extend({ until: z.number() })

export interface OpenIdRoutesOptions {
  readonly openId: OpenId
  readonly sessions: ConsoleSessions
  readonly vouching: Vouching
  /** Seals what is kept while a person is at the provider. */
  readonly secret: string
  readonly secure: boolean
}

/** `/sign-in/start` leads to the identity provider, `/sign-in/done` takes back who comes from there. Both are addresses of the browser, not calls. */
export function openIdRoutes(app: FastifyInstance, { openId, sessions, vouching, secret, secure }: OpenIdRoutesOptions): void {
  const attempts = sealedTexts(`open-id-attempt:${secret}`)
  const attemptCookie = `${sessions.cookieName}_attempt`
  const originOf = ({ headers: { host = '' } }: FastifyRequest): string => `${secure ? 'https' : 'http'}://${host}`

  app.get('/sign-in/start', async (request, reply) => {
    const { address, attempt } = await openId.start(`${originOf(request)}/sign-in/done`)
    const kept = attempts.seal(JSON.stringify({ ...attempt, until: Date.now() + attemptMinutes * 60_000 }))
    // The provider's answer is a navigation from another site: a strict cookie would not come along.
    return reply.setCookie(attemptCookie, kept, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: attemptMinutes * 60 }).header('cache-control', 'no-store').redirect(address)
  })

  app.get('/sign-in/done', async (request, reply) => {
    const attempt = KeptAttempt.safeParse(parseJson(attempts.open(request.cookies[attemptCookie] ?? '') ?? ''))
    void reply.clearCookie(attemptCookie, { path: '/', secure })
    if (!attempt.success || attempt.data.until < Date.now()) throw new ServiceError(401, 'NotSignedIn', 'This sign-in took too long or began elsewhere; try again')
    const { person, refreshToken } = await openId.finish(new URL(request.url, originOf(request)), attempt.data)
    const { token, refresh } = vouching.vouch(person, refreshToken)
    await sessions.open(request, reply, token, refresh)
    return reply.header('cache-control', 'no-store').redirect('/releases')
  })
}
