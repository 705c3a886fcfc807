import type { KnownStation } from '@checkin/internal'
import { sql, type Transaction } from 'kysely'
import { StoredStation } from '../reservations/stored-documents.ts'
import type { Tables } from '../tables.ts'

const mostStations = 500

/**
 * Stations at which reservations of a tenant still begin or end, by name, each with what the company's system said of it with the one that changed last (DEC-356). Of erased
 * ones nobody reads anything. Behind row-level security an index serves times of its column's own type only, hence the moment without a zone (decision 0287).
 */
export async function knownStations(transaction: Transaction<Tables>, tenantId: string): Promise<KnownStation[]> {
  const { rows } = await sql<{ place: string; reservations: number; said: unknown }>`
    select place, count(*)::integer as reservations, (array_agg(station order by station is null, updated_at desc))[1] as said
    from (
      select check_out_place as place, check_out_station as station, updated_at from reservation where tenant_id = ${tenantId} and erased_at is null and check_out_at >= now() at time zone 'UTC' - interval '1 day'
      union all
      select check_in_place, check_in_station, updated_at from reservation where tenant_id = ${tenantId} and erased_at is null and check_in_at >= now() at time zone 'UTC' - interval '1 day'
    ) as stop
    group by place order by place limit ${mostStations}`.execute(transaction)
  return rows.map(({ place, reservations, said }) => ({ place, reservations, said: said === null ? null : StoredStation.parse(said) }))
}
