import { serveWith, type ServeHooks } from '@checkin/http/serve'
import { internalContract, type InternalAccess } from '@checkin/internal'
import { isFromSite, ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import type { IdentitySettings } from '../identity/identity-settings.ts'
import { isToken, tokenHash } from '../identity/opaque-token.ts'
import { clearSessionCookie, readSessionCookie } from '../identity/session-cookie.ts'
import { endSession } from '../identity/session-store.ts'
import { refusals } from './refusals.ts'

export interface SessionEndDependencies {
  readonly database: Database<Tables>
  readonly settings: Pick<IdentitySettings, 'proxySecret' | 'site'>
  /** Id of the tenant whose host was called; null for an unknown host. */
  readonly tenantIdOf: (request: FastifyRequest) => Promise<string | null> | string | null
}

/**
 * The site says that the renter left (DEC-85). Only the site may say so, by its key for it. 409 `OtherReservation` when another tab opened another
 * reservation meanwhile: its session goes on (DEC-18).
 */
export function sessionEndRoute(app: FastifyInstance, { database, settings, tenantIdOf }: SessionEndDependencies): void {
  const hooks: ServeHooks<object, InternalAccess> = {
    ...refusals,
    authorise: (_endpoint, { headers }) => {
      if (!isFromSite(headers, settings.proxySecret, 'session-end')) throw new ServiceError(404, 'NotFound', 'There is nothing here')
      return {}
    },
  }
  serveWith(app, hooks)(internalContract.endSession, async ({ body, request, reply }) => {
    const tenantId = await tenantIdOf(request)
    const token = readSessionCookie(request, settings.site)
    if (tenantId !== null && token !== null && isToken(token)) {
      await database.withTenant(tenantId, async (transaction) => {
        if (body?.reservation != null && await isOfAnotherReservation(transaction, tenantId, token, body.reservation)) {
          throw new ServiceError(409, 'OtherReservation', 'The session is of another reservation')
        }
        await endSession(transaction, tenantId, token)
      })
    }
    clearSessionCookie(reply, settings.site)
  })
}

/** Whether the open session of a cookie's value is of another reservation than the one with this guid. */
async function isOfAnotherReservation(transaction: Transaction<Tables>, tenantId: string, token: string, guid: string): Promise<boolean> {
  const open = await transaction.selectFrom('renter_session')
    .innerJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'renter_session.tenant_id').onRef('reservation.id', '=', 'renter_session.reservation_id'))
    .select('reservation.guid').where('renter_session.tenant_id', '=', tenantId).where('token_hash', '=', tokenHash(token)).where('ended_at', 'is', null).executeTakeFirst()
  return open !== undefined && open.guid !== guid
}
