import type { Database } from '@checkin/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pinnedSetOf } from '../identity/session.ts'
import { isLiving, type Session, type SessionLifetime } from '../identity/session-store.ts'
import type { StoredReservation } from '../reservations/reservation-store.ts'
import { reservationTotals } from '../reservations/wire-summary.ts'
import type { Tables } from '../tables.ts'

/** Answered to the site: the set that another open session of the same reservation holds. */
const takeOverHeader = 'x-checkin-take-over'
/** Answered to the site: where the booking came from, for rules that ask for it. */
const sourceHeader = 'x-checkin-source'

/** Answered to the site: how far the check-in is that a session holds, and what the rental costs. */
const journeyHeader = 'x-checkin-journey'

/** Answered to the site beside it: the currency of that cost. A header of its own, which a site of an earlier version does not look at. */
const currencyHeader = 'x-checkin-currency'

/** Answered to the site: the reservation that the session of a call proved. */
const reservationHeader = 'x-checkin-reservation'

/**
 * Says to the site which reservation a call's session proved by a mailed code or link, so that each is heard once about a version however often and from wherever it
 * is opened (DEC-309). A session that only stated a reference proves none.
 */
export function reportProof(request: FastifyRequest, reply: FastifyReply): void {
  const { session } = request
  if (session !== null && session.level !== 'pending' && pinnedSetOf(request) !== null) void reply.header(reservationHeader, session.reservationId)
}

/** Says to the site how far this check-in is, so that versions are compared by what renters complete and add (DEC-295): the total in minor units with its currency (DEC-346), and nothing that names anybody. */
export function reportJourney(stored: StoredReservation, request: FastifyRequest, reply: FastifyReply): void {
  if (pinnedSetOf(request) === null) return
  void reply.header(journeyHeader, `${stored.row.is_completed ? 'completed' : 'open'} ${Math.max(0, reservationTotals(stored).cashier.preview)}`).header(currencyHeader, stored.currency)
}

/**
 * Reports to the site what a session that begins or goes on means for the page's versions. A renter who goes on on another device goes on
 * with the same ones: the set of the reservation's latest other open session is answered, else the page's own set is recorded for the
 * next device.
 */
export async function reportRelease(
  database: Database<Tables>, { id, tenantId, reservationId }: Session, lifetime: SessionLifetime, request: FastifyRequest, reply: FastifyReply,
): Promise<void> {
  const own = pinnedSetOf(request)
  if (own === null) return
  const { other, source } = await database.withTenant(tenantId, async (transaction) => {
    const found = await transaction.selectFrom('renter_session').select('release_set')
      .where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).where('id', '!=', id)
      .where('release_set', 'is not', null).where('level', '!=', 'pending').where(isLiving(lifetime))
      .orderBy('seen_at', 'desc').limit(1).executeTakeFirst()
    await transaction.updateTable('renter_session').set({ release_set: found?.release_set ?? own }).where('tenant_id', '=', tenantId).where('id', '=', id).execute()
    const booking = await transaction.selectFrom('reservation').select('source').where('tenant_id', '=', tenantId).where('id', '=', reservationId).executeTakeFirst()
    return { other: found?.release_set ?? null, source: booking?.source ?? null }
  })
  if (other !== null) void reply.header(takeOverHeader, String(other))
  if (source !== null) void reply.header(sourceHeader, source)
}
