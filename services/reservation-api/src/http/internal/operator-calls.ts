import { createHash, timingSafeEqual } from 'node:crypto'
import { serveWith } from '@checkin/http/serve'
import type { InternalAccess } from '@checkin/internal'
import { Identity, personAlone, secretsOf, ServiceError } from '@checkin/server'
import type { FastifyInstance } from 'fastify'
import { refusals } from '../refusals.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Who acts at the console, as the console names them; the token alone opens the door. */
interface OperatorContext {
  readonly actor: string
  /** Who stands behind the operator's token; of a caller that names none, the actor alone. */
  readonly identity: Identity
}

/** Serves calls of operators. Refuses everybody without the admin token; compares digests, so that neither length nor content leaks by time. */
export function operatorCalls(app: FastifyInstance, adminToken: string) {
  const expected = secretsOf(adminToken).map((token) => digest(`Bearer ${token}`))
  return serveWith<OperatorContext, InternalAccess>(app, {
    ...refusals,
    authorise: (_endpoint, { headers }) => {
      const given = digest(headers.authorization ?? '')
      if (!expected.some((each) => timingSafeEqual(given, each))) throw new ServiceError(401, 'Unauthorized', 'The admin token is missing or wrong')
      const named = headers['x-checkin-actor']
      const actor = typeof named === 'string' && named !== '' ? decodeURIComponent(named).slice(0, 100) : 'administrator'
      const known = headers['x-checkin-identity']
      return { actor, identity: typeof known === 'string' ? Identity.parse(JSON.parse(decodeURIComponent(known))) : personAlone(actor) }
    },
  })
}
export type ServeOperators = ReturnType<typeof operatorCalls>
