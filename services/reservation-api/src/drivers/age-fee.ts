import { isInRange } from '@checkin/driver-rules'
import { ServiceError, type Database } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { Session } from '../identity/session-store.ts'
import { decimalOf } from '../pricing/money.ts'
import { appendEvent } from '../reservations/event-store.ts'
import { isReadOnlyFor } from '../reservations/own-reservation.ts'
import type { Proceeding } from '../reservations/proceeding.ts'
import { lockedReservation, storedReservation, type ExtraRow, type StoredReservation } from '../reservations/reservation-store.ts'
import { reservationTotals, wireFigures } from '../reservations/wire-summary.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { Tables } from './tables.ts'

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
  return priced && !priced.line.isIncluded ? { type: rule.type, amount: decimalOf(priced.price.discounted.gross, stored.currency) } : null
}

/** How often each fee of the reservation is due for its saved drivers; 0 for a fee that none of them needs. Several rules may name one line: a driver counts once (DEC-128). */
export function dueFees(stored: StoredReservation): FeeCounts {
  const { ageFees } = stored.row.driver_rules
  const birthDates = [stored.driver, stored.addDriver].flatMap((driver) => driver?.birth_date ?? [])
  const isDue = (extraID: string, birthDate: string): boolean => ageFees.some((fee) => fee.extraID === extraID && isInRange(birthDate, pickUpDay(stored), fee))
  return new Map(ageFees.map(({ extraID }) => [extraID, birthDates.filter((birthDate) => isDue(extraID, birthDate)).length]))
}

/** The fee lines that do not stand in the bill as the saved drivers need them, as they should stand. Empty when every fee is booked. */
export function unrecordedFees(stored: StoredReservation): readonly ExtraRow[] {
  const due = dueFees(stored)
  return stored.extras.flatMap((line) => {
    const drivers = due.get(line.extra_id)
    if (drivers === undefined || line.is_included) return []
    const wanted = feeLine(line, drivers)
    return line.is_accepted === wanted.is_accepted && (drivers === 0 || (line.units === wanted.units && line.quantity === wanted.quantity)) ? [] : [wanted]
  })
}

/** Brings the bill to exactly the fees of the drivers as they are saved; answers whether that changed anything. The caller holds the reservation's row. */
export async function settleFees(transaction: Transaction<Tables>, stored: StoredReservation): Promise<boolean> {
  const lines = unrecordedFees(stored)
  for (const line of lines) {
    await transaction.updateTable('extra_line')
      .where('tenant_id', '=', line.tenant_id).where('reservation_id', '=', line.reservation_id).where('extra_id', '=', line.extra_id)
      .set({ is_accepted: line.is_accepted, units: line.units, quantity: line.quantity, accepted_at: line.is_accepted ? sql<string>`now() at time zone 'UTC'` : null }).execute()
  }
  return lines.length > 0
}

/**
 * Books the fees of age that the saved drivers need and that do not stand in the bill yet: of a driver who was on file before, whose data
 * nobody saved in this check-in (DEC-96). Answers the reservation with its new figures; null when the bill did not change.
 * `mayBook` refuses by throwing, before anything is written.
 */
async function bookDueFees(transaction: Transaction<Tables>, session: Session, mayBook: (stored: StoredReservation) => Promise<void>): Promise<StoredReservation | null> {
  const { tenantId, reservationId, id: sessionId } = session
  const stored = await lockedReservation(transaction, session)
  if (!stored || stored.row.has_rental_agreement || isReadOnlyFor(stored.row, sessionId)) return null
  if (unrecordedFees(stored).length === 0) return null
  await mayBook(stored)
  await settleFees(transaction, stored)
  const rowVersion = stored.row.row_version + 1
  await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', reservationId).set({ row_version: rowVersion, updated_at: sql<Date>`now()` }).execute()
  const settled = await storedReservation(transaction, tenantId, reservationId)
  const data = { rowVersion, ...wireFigures(settled), extras: [] }
  await appendEvent(transaction, { tenantId, reservationId, reference: stored.row.reference, kind: 'reservation.updated', data })
  return settled
}

/** Who wants to complete, to pay or to give the deposit, and whether that is allowed at all. */
export interface FeesOf {
  readonly tenant: Tenant
  readonly session: Session
  readonly proceeding: Pick<Proceeding, 'require'>
  readonly act: 'complete' | 'pay' | 'proceed'
}

/**
 * Refuses to complete, to pay or to give the deposit by figures from before a fee of age was booked: the renter sees the new ones first (DEC-96). Books in a
 * transaction of its own, so that the new figures stand although the call is refused.
 */
export async function requireFeesBooked(database: Database<Tables>, { tenant, session, proceeding, act }: FeesOf): Promise<void> {
  const booked = await database.withTenant(session.tenantId, (transaction) =>
    bookDueFees(transaction, session, (stored) => proceeding.require(transaction, { tenant, stored, act })))
  if (booked === null) return
  const amount = Math.max(0, wireFigures(booked).due)
  throw new ServiceError(409, 'AmountChanged', 'A fee because of a driver\'s age was added', { data: { amount } })
}
