import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@checkin/server'
import type { Handlers } from '../handlers.ts'
import type { Tables } from '../../tables.ts'
import { requireSameSession, requireSession } from '../../identity/session.ts'

/** API-34: what a renter did with the offers. */
export const analyticsHandlers = (database: Database<Tables>) => ({
  postAnalytics: async ({ request, body }) => {
    const session = requireSession(request, 'link')
    requireSameSession(session, body.sessionKey)
    const rows = body.analyticsData.map(({ viewTag, action }) => ({
      tenant_id: session.tenantId, id: randomUUIDv7(),
      reservation_id: session.reservationId, session_id: session.id,
      view_tag: viewTag, action,
    }))
    await database.withTenant(session.tenantId, (transaction) => transaction.insertInto('offer_answer').values(rows).execute())
    return { stored: rows.length }
  },
}) satisfies Handlers
