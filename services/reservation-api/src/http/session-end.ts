import { createHash, timingSafeEqual } from 'node:crypto'
import { ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tables } from '../../tables.ts'
import type { IdentitySettings } from './identity-settings.ts'
import { isToken } from './opaque-token.ts'
import { clearSessionCookie, readSessionCookie } from './session-cookie.ts'
import { endSession } from './session-store.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

export interface SessionEndDependencies {
  readonly database: Database<Tables>
  readonly settings: Pick<IdentitySettings, 'proxySecret' | 'site'>
  /** Id of the tenant whose host was called; null for an unknown host. */
  readonly tenantIdOf: (request: FastifyRequest) => Promise<string | null> | string | null
}

/** `POST /internal/v1/session/end`: the site says that the renter left (DEC-85). Only the site may say so, by its secret. */
export function sessionEndRoute(app: FastifyInstance, { database, settings, tenantIdOf }: SessionEndDependencies): void {
  app.post('/internal/v1/session/end', async (request, reply) => {
    const proof = request.headers['x-checkin-proxy']
    if (typeof proof !== 'string' || !timingSafeEqual(digest(proof), digest(settings.proxySecret))) {
      throw new ServiceError(404, 'NotFound', 'There is nothing here')
    }
    const tenantId = await tenantIdOf(request)
    const token = readSessionCookie(request, settings.site)
    if (tenantId !== null && token !== null && isToken(token)) {
      await database.withTenant(tenantId, (transaction) => endSession(transaction, tenantId, token))
    }
    clearSessionCookie(reply, settings.site)
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}
