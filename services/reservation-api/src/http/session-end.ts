import { createHash, timingSafeEqual } from 'node:crypto'
import { serveWith, type ServeHooks } from '@checkin/http/serve'
import { internalContract, type InternalAccess } from '@checkin/internal'
import { ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tables } from '../tables.ts'
import type { IdentitySettings } from '../identity/identity-settings.ts'
import { isToken } from '../identity/opaque-token.ts'
import { clearSessionCookie, readSessionCookie } from '../identity/session-cookie.ts'
import { endSession } from '../identity/session-store.ts'
import { refusals } from './refusals.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

export interface SessionEndDependencies {
  readonly database: Database<Tables>
  readonly settings: Pick<IdentitySettings, 'proxySecret' | 'site'>
  /** Id of the tenant whose host was called; null for an unknown host. */
  readonly tenantIdOf: (request: FastifyRequest) => Promise<string | null> | string | null
}

/** The site says that the renter left (DEC-85). Only the site may say so, by its secret. */
export function sessionEndRoute(app: FastifyInstance, { database, settings, tenantIdOf }: SessionEndDependencies): void {
  const hooks: ServeHooks<object, InternalAccess> = {
    ...refusals,
    authorise: (_endpoint, { headers: { 'x-checkin-proxy': proof } }) => {
      if (typeof proof !== 'string' || !timingSafeEqual(digest(proof), digest(settings.proxySecret))) throw new ServiceError(404, 'NotFound', 'There is nothing here')
      return {}
    },
  }
  serveWith(app, hooks)(internalContract.endSession, async ({ request, reply }) => {
    const tenantId = await tenantIdOf(request)
    const token = readSessionCookie(request, settings.site)
    if (tenantId !== null && token !== null && isToken(token)) {
      await database.withTenant(tenantId, (transaction) => endSession(transaction, tenantId, token))
    }
    clearSessionCookie(reply, settings.site)
  })
}
