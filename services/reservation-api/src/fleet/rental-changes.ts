import type { Transaction } from 'kysely'
import { decimalOf } from '../pricing/money.ts'
import type { ExtraRow, ReservationRow } from '../reservations/reservation-store.ts'
import { reservationTotals } from '../reservations/wire-summary.ts'
import type { Tables } from '../tables.ts'

const columns = ['days', 'paid_minor', 'check_out_at', 'check_out_zone', 'check_out_place', 'check_in_at', 'check_in_zone', 'check_in_place', 'vehicle'] as const

/** What a renter was offered, and no person: it is read also where personal data cannot be opened any more. */
export interface RentalTerms {
  readonly row: Pick<ReservationRow, (typeof columns)[number]>
  readonly extras: readonly ExtraRow[]
}

/** The terms of a rental as they stand in this transaction. Throws where there is no such rental. */
export async function rentalTerms(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<RentalTerms> {
  const row = await transaction.selectFrom('reservation').select(columns).where('tenant_id', '=', tenantId).where('id', '=', reservationId).executeTakeFirstOrThrow()
  const extras = await transaction.selectFrom('extra_line').selectAll().where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId).execute()
  return { row, extras }
}

/** What a renter notices of a change (DEC-263). Totals with tax, in the currency of the tenant. */
export interface RentalChanges {
  readonly total: number
  readonly totalBefore: number
  readonly changed: readonly ('price' | 'period' | 'place' | 'vehicle')[]
}

/** In what two states of a rental differ, by the prices of this server (DEC-263). */
export function rentalChanges(before: RentalTerms, after: RentalTerms, currency: string): RentalChanges {
  const [totalBefore, total] = [before, after].map((terms) => decimalOf(reservationTotals(terms).cashier.preview, currency)) as [number, number]
  const differs = (of: (row: RentalTerms['row']) => readonly string[]): boolean => of(before.row).join('\n') !== of(after.row).join('\n')
  const isChanged = {
    price: totalBefore !== total,
    period: differs((row) => [row.check_out_at, row.check_out_zone, row.check_in_at, row.check_in_zone]),
    place: differs((row) => [row.check_out_place, row.check_in_place]),
    vehicle: differs(({ vehicle }) => [vehicle.groupId, vehicle.name, vehicle.vehicle]),
  }
  return { total, totalBefore, changed: (['price', 'period', 'place', 'vehicle'] as const).filter((part) => isChanged[part]) }
}
