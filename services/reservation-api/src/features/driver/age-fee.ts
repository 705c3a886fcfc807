import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { decimalOf } from '../../pricing/decimal.ts'
import type { StoredReservation } from '../reservations/reservation-store.ts'
import { reservationTotals } from '../reservations/wire-summary.ts'
import { isInRange } from './driver-age.ts'

/** A fee that somebody's age brings along, with VAT, in decimals of the tenant's currency (DEC-46). */
export interface DueFee {
  readonly type: 'young' | 'senior'
  readonly amount: number
  readonly extraID: string
}

const pickUpDay = ({ row }: StoredReservation): string => row.check_out_at.slice(0, 10)

/** The fee for a driver born on a day; null when none applies, or when it is part of the price already. */
export function feeFor(stored: StoredReservation, birthDate: string): DueFee | null {
  const rule = stored.row.driver_rules.ageFees.find((fee) => isInRange(birthDate, pickUpDay(stored), fee))
  const priced = rule && reservationTotals(stored).lines.find(({ line }) => line.row.extra_id === rule.extraID)
  if (!rule || !priced || priced.line.isIncluded) return null
  return { type: rule.type, amount: decimalOf(priced.price.discounted.gross), extraID: rule.extraID }
}

/** Takes the fee into the bill (isYoungDriver); false when it is in it already. */
export async function addFee(transaction: Transaction<Tables>, { row }: StoredReservation, fee: DueFee): Promise<boolean> {
  return setAccepted(transaction, row.tenant_id, row.id, [fee.extraID], true)
}

/** After saving, exactly the fees of the drivers as they now are stand in the bill. */
export async function settleFees(transaction: Transaction<Tables>, stored: StoredReservation, birthDates: readonly string[]): Promise<void> {
  const { row } = stored
  const fees = row.driver_rules.ageFees
  const isDue = (fee: (typeof fees)[number]) => birthDates.some((birthDate) => isInRange(birthDate, pickUpDay(stored), fee))
  const due = new Set(fees.filter(isDue).map(({ extraID }) => extraID))
  await setAccepted(transaction, row.tenant_id, row.id, [...due], true)
  await setAccepted(transaction, row.tenant_id, row.id, fees.map(({ extraID }) => extraID).filter((extraID) => !due.has(extraID)), false)
}

async function setAccepted(
  transaction: Transaction<Tables>, tenantId: string, reservationId: string, extraIds: readonly string[], isAccepted: boolean,
): Promise<boolean> {
  if (extraIds.length === 0) return false
  const { numUpdatedRows } = await transaction.updateTable('extra_line').where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .where('extra_id', 'in', extraIds).where('is_included', '=', false).where('is_accepted', '!=', isAccepted)
    .set({ is_accepted: isAccepted, accepted_at: isAccepted ? sql<string>`now() at time zone 'UTC'` : null }).executeTakeFirst()
  return numUpdatedRows > 0n
}
