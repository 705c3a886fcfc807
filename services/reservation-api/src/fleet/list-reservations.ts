import type { ListQuery, ReservationList, ReservationStatus } from '@checkin/fleet'
import { sql, type ExpressionBuilder, type Transaction } from 'kysely'
import { minutes } from '../reservations/rental-facts.ts'
import type { Tables } from '../tables.ts'

/**
 * Seconds by which `asOf` lies before the list: a change is written at the moment at which its transaction began, and seen when that ends. No statement of a service
 * takes longer than 30 s, none waits longer between two.
 */
const unseenSeconds = 120

const isOf = (eb: ExpressionBuilder<Tables, 'reservation'>, status: ReservationStatus) => {
  const isErased = eb('erased_at', 'is not', null)
  if (status === 'erased') return isErased
  if (status === 'agreement') return eb.and([eb.not(isErased), eb('has_rental_agreement', '=', true)])
  return eb.and([eb.not(isErased), eb('has_rental_agreement', '=', false), eb('is_completed', '=', status === 'completed')])
}

const statusOf = (row: { readonly erased_at: Date | null; readonly has_rental_agreement: boolean; readonly is_completed: boolean }): ReservationStatus =>
  (row.erased_at ? 'erased' : row.has_rental_agreement ? 'agreement' : row.is_completed ? 'completed' : 'open')

/**
 * The reservations of a tenant that fit, by pick-up, a page at a time (API-80); nothing personal (DEC-269). Behind row-level security an index serves comparisons of one type
 * with itself only, no rows and no dates with times (decision 0287).
 */
export async function listReservations(transaction: Transaction<Tables>, tenantId: string, { status, station, pickUpFrom, pickUpTo, changedSince, after, limit }: ListQuery): Promise<ReservationList> {
  const [pickUp, id] = after?.split('_') ?? []
  const rows = await transaction.selectFrom('reservation').where('tenant_id', '=', tenantId)
    .$if(status !== undefined, (query) => query.where((eb) => isOf(eb, status ?? 'open')))
    .$if(station !== undefined, (query) => query.where('check_out_place', '=', station ?? ''))
    .$if(pickUpFrom !== undefined, (query) => query.where('check_out_at', '>=', pickUpFrom ?? ''))
    .$if(pickUpTo !== undefined, (query) => query.where('check_out_at', '<', sql<string>`(${pickUpTo}::date + 1)::timestamp`))
    .$if(changedSince !== undefined, (query) => query.where('updated_at', '>=', sql<Date>`${changedSince}::timestamptz`))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`check_out_at >= ${pickUp}::timestamp and (check_out_at > ${pickUp}::timestamp or id > ${id}::uuid)`))
    .select(['id', 'reference', 'number', 'guid', 'row_version', 'check_out_at', 'check_out_place', 'check_out_zone', 'check_in_at', 'check_in_place', 'check_in_zone',
      'is_precheckout_eligible', 'is_completed', 'has_rental_agreement', 'erased_at', 'created_at', 'updated_at'])
    .orderBy('check_out_at').orderBy('id').limit(limit + 1).execute()
  const { rows: [clock] } = await sql<{ at: Date }>`select now() - make_interval(secs => ${unseenSeconds}) as at`.execute(transaction)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    reservations: page.map((row) => ({
      reference: row.reference, number: row.number, guid: row.guid, rowVersion: row.row_version, status: statusOf(row),
      checkOut: { dateAndTime: minutes(row.check_out_at), place: row.check_out_place, timeZone: row.check_out_zone },
      checkIn: { dateAndTime: minutes(row.check_in_at), place: row.check_in_place, timeZone: row.check_in_zone },
      isPrecheckoutEligible: row.is_precheckout_eligible, createdAt: row.created_at.toISOString(), updatedAt: row.updated_at.toISOString(),
    })),
    next: last && rows.length > limit ? `${minutes(last.check_out_at)}_${last.id}` : null,
    asOf: (clock?.at ?? new Date()).toISOString(),
  }
}
