import { createHash, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '@checkin/server'
import type { FastifyRequest } from 'fastify'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Who acts at the console, as the console names them; the token alone opens the door. */
export type FindActor = (request: FastifyRequest) => string

/** Refuses everybody without the admin token; compares digests, so that neither length nor content leaks by time. */
export function adminGuard(adminToken: string): FindActor {
  const expected = digest(`Bearer ${adminToken}`)
  return ({ headers }) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) throw new ServiceError(401, 'Unauthorized', 'The admin token is missing or wrong')
    const named = headers['x-checkin-actor']
    return typeof named === 'string' && named !== '' ? decodeURIComponent(named).slice(0, 100) : 'administrator'
  }
}
