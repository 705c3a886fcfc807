import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

/** How today's check-ins of a tenant go; "today" is the tenant's own day. */
export interface CheckInCounts {
  /** Reservations that somebody opened. */
  readonly started: number
  /** Of these, how many are completed. */
  readonly completed: number
}

/** Counts reservations, not sessions: a renter who comes back is one check-in. */
export async function checkInsOfToday(transaction: Transaction<Tables>, tenantId: string, timeZone: string): Promise<CheckInCounts> {
  const midnight = sql<Date>`(date_trunc('day', now() at time zone ${timeZone}) at time zone ${timeZone})`
  const { started, completed } = await transaction.selectFrom('renter_session as session')
    .leftJoin('fleet_event as done', (join) => join.onRef('done.tenant_id', '=', 'session.tenant_id').onRef('done.reservation_id', '=', 'session.reservation_id').on('done.kind', '=', 'reservation.completed').on('done.occurred_at', '>=', midnight))
    .where('session.tenant_id', '=', tenantId).where('session.level', '!=', 'pending').where('session.created_at', '>=', midnight)
    .select([sql<number>`count(distinct session.reservation_id)::int`.as('started'), sql<number>`count(distinct done.reservation_id)::int`.as('completed')])
    .executeTakeFirstOrThrow()
  return { started, completed }
}
