import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { decimalOf } from '../../pricing/decimal.ts'
import type { ExtraRow, StoredReservation } from '../reservations/reservation-store.ts'
import { reservationTotals } from '../reservations/wire-summary.ts'
import { isInRange } from './driver-age.ts'

/** A fee that somebody's age brings along, for one driver, with VAT, in decimals of the tenant's currency (DEC-96). */
export interface DueFee {
  readonly type: 'young' | 'senior'
  readonly amount: number
}

/** How often each line of a fee is due for the drivers as they are: once per driver to whom it applies (DEC-96). */
export type FeeCounts = ReadonlyMap<string, number>

const pickUpDay = ({ row }: StoredReservation): string => row.check_out_at.slice(0, 10)

/** The line as it stands when the fee is due for so many drivers. The number of drivers is the line's units. */
const feeLine = (line: ExtraRow, drivers: number): ExtraRow =>
  ({ ...line, is_accepted: drivers > 0, units: Math.max(1, drivers), ...(line.flags.includes('isAcceptQuantity') && { quantity: Math.max(1, drivers) }) })

/** The fee for one driver born on a day (plain date); null when none applies, or when it is part of the price already. Stores nothing. */
export function feeFor(stored: StoredReservation, birthDate: string): DueFee | null {
  const rule = stored.row.driver_rules.ageFees.find((fee) => isInRange(birthDate, pickUpDay(stored), fee))
  if (!rule) return null
  const forOne = stored.extras.map((line) => (line.extra_id === rule.extraID ? feeLine(line, 1) : line))
  const priced = reservationTotals({ ...stored, extras: forOne }).lines.find(({ line }) => line.row.extra_id === rule.extraID)
  return priced && !priced.line.isIncluded ? { type: rule.type, amount: decimalOf(priced.price.discounted.gross) } : null
}

/** How often each fee of the reservation is due for its saved drivers; 0 for a fee that none of them needs. */
export function dueFees(stored: StoredReservation): FeeCounts {
  const birthDates = [stored.driver, stored.addDriver].flatMap((driver) => driver?.birth_date ?? [])
  return new Map(stored.row.driver_rules.ageFees.map((fee) => [fee.extraID, birthDates.filter((birthDate) => isInRange(birthDate, pickUpDay(stored), fee)).length]))
}

/** The fee lines that do not stand in the bill as the saved drivers need them, as they should stand. Empty when every fee is booked. */
export function unbookedFees(stored: StoredReservation): readonly ExtraRow[] {
  const due = dueFees(stored)
  return stored.extras.flatMap((line) => {
    const drivers = due.get(line.extra_id)
    if (drivers === undefined || line.is_included) return []
    const wanted = feeLine(line, drivers)
    return line.is_accepted === wanted.is_accepted && (drivers === 0 || line.units === wanted.units) ? [] : [wanted]
  })
}

/** Brings the bill to exactly the fees of the drivers as they are saved; answers whether that changed anything. The caller holds the reservation's row. */
export async function settleFees(transaction: Transaction<Tables>, stored: StoredReservation): Promise<boolean> {
  const lines = unbookedFees(stored)
  for (const line of lines) {
    await transaction.updateTable('extra_line')
      .where('tenant_id', '=', line.tenant_id).where('reservation_id', '=', line.reservation_id).where('extra_id', '=', line.extra_id)
      .set({ is_accepted: line.is_accepted, units: line.units, quantity: line.quantity, accepted_at: line.is_accepted ? sql<string>`now() at time zone 'UTC'` : null }).execute()
  }
  return lines.length > 0
}
