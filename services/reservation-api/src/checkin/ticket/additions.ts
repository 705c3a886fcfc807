import type { TicketUndo } from '@checkin/api/ticket'
import type { Language } from '@checkin/i18n'
import { sql, type Transaction } from 'kysely'
import { liveAgreement } from '../../agreement/agreement-store.ts'
import { unrecordedFees } from '../../drivers/age-fee.ts'
import { liveIntent } from '../../payments/intent-store.ts'
import { isRefundUnderWay, refundableOf } from '../../payments/ticket-refunds.ts'
import { decimalOf, type Minor } from '../../pricing/money.ts'
import { isChoosable, takenUnits, withUnits, type ExtraChange } from '../../reservations/offers/choose-extras.ts'
import { isForSavedDrivers, upgradeExtraId } from '../../reservations/offers/upgrades.ts'
import { addDriverLine, type ExtraRow, type StoredReservation } from '../../reservations/reservation-store.ts'
import { reservationTotals } from '../../reservations/wire-summary.ts'
import type { Tables } from '../../tables.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'

type Allowed = Tenant['settings']['ticketUndoIncludes']

/** The upgrade as an addition: its line goes, and the vehicle before it comes back, where that is still the renter's upgrade and every saved driver may drive what was booked (DEC-282). */
function upgradeIn(stored: StoredReservation, allowed: Allowed): readonly ExtraChange[] {
  const { row: { vehicle, vehicle_before: before }, extras } = stored
  const isTaken = extras.some((line) => line.extra_id === upgradeExtraId && line.is_accepted && !line.is_included)
  return allowed.includes('upgrade') && isTaken && before !== null && before.groupId !== vehicle.groupId && isForSavedDrivers(stored, { vehicle: before }) ? [{ extraId: upgradeExtraId, from: 1, to: 0 }] : []
}

/** The additional driver, where nobody but the renter booked one (DEC-282). */
async function driverIn(transaction: Transaction<Tables>, stored: StoredReservation, allowed: Allowed): Promise<readonly ExtraChange[]> {
  const { row, addDriver } = stored
  const line = addDriverLine(stored)
  if (!allowed.includes('driver') || !addDriver || !line?.is_accepted || line.is_included) return []
  const saved = await transaction.selectFrom('fleet_event').select('number').where('tenant_id', '=', row.tenant_id).where('reservation_id', '=', row.id)
    .where('kind', '=', 'driver.saved').where(sql<boolean>`data ->> 'added' = 'true'`).limit(1).executeTakeFirst()
  return saved ? [{ extraId: line.extra_id, from: takenUnits(line), to: 0 }] : []
}

/** Units that the renter added to each extra and has still, by the company's feed of events: what it took away meanwhile is no addition (DEC-287). The upgrade and the additional driver are such where the tenant says so (DEC-282). */
export async function additionsOf(transaction: Transaction<Tables>, stored: StoredReservation, allowed: Allowed): Promise<readonly ExtraChange[]> {
  const { row, extras } = stored
  const events = await transaction.selectFrom('fleet_event').select('data').where('tenant_id', '=', row.tenant_id).where('reservation_id', '=', row.id)
    .where('kind', '=', 'reservation.updated').execute()
  const added = new Map<string, number>()
  for (const { data } of events) {
    for (const { extraID, from, to } of data['extras'] as readonly { readonly extraID: string; readonly from: number; readonly to: number }[]) added.set(extraID, (added.get(extraID) ?? 0) + to - from)
  }
  return [...upgradeIn(stored, allowed), ...await driverIn(transaction, stored, allowed), ...extras.flatMap((line) => {
    if (line.extra_id === upgradeExtraId) return []
    const taken = takenUnits(line)
    const units = Math.min(added.get(line.extra_id) ?? 0, taken - (line.is_included ? line.included_quantity : 0))
    return units > 0 && isChoosable(line) && !line.flags.includes('isRequired') ? [{ extraId: line.extra_id, from: taken, to: taken - units }] : []
  })]
}

/** The rental without some additions, for the server's prices: with a driver go the fees of that driver's age. */
export function without(stored: StoredReservation, changes: readonly ExtraChange[]): StoredReservation {
  const { row } = stored
  const isDowngrade = changes.some(({ extraId }) => extraId === upgradeExtraId)
  const rest: StoredReservation = {
    ...stored,
    ...(isDowngrade && { row: { ...row, vehicle: row.vehicle_before ?? row.vehicle } }),
    extras: stored.extras.flatMap((line) => {
      const change = changes.find(({ extraId }) => extraId === line.extra_id)
      return change?.extraId === upgradeExtraId ? [] : [change ? withUnits(line, change.to) : line]
    }),
  }
  if (!isDriverAmong(stored, changes)) return rest
  const alone = { ...rest, addDriver: null }
  const fees = new Map(unrecordedFees(alone).map((line) => [line.extra_id, line]))
  return { ...alone, extras: alone.extras.map((line) => fees.get(line.extra_id) ?? line) }
}

/** Whether the additional driver is among what is taken back. */
export const isDriverAmong = (stored: StoredReservation, changes: readonly ExtraChange[]): boolean => changes.some(({ extraId }) => extraId === addDriverLine(stored)?.extra_id)

/** What was paid and is too much without some additions, in minor units; what was too much before is the company's matter (DEC-282). */
export function overpaidBy(stored: StoredReservation, changes: readonly ExtraChange[]): Minor {
  const overpaid = (it: StoredReservation): Minor => Math.max(0, 0 - reservationTotals(it).pending)
  return overpaid(without(stored, changes)) - overpaid(stored)
}

/** How much can go back by itself, in minor units: nothing where the tenant gives back at the counter alone (DEC-288). */
export const mostBack = async (transaction: Transaction<Tables>, { row: { tenant_id: tenantId, id: reservationId } }: StoredReservation, allowed: Allowed): Promise<Minor> =>
  (allowed.includes('paid') ? refundableOf(transaction, { tenantId, reservationId }) : 0)

/** Why nothing is taken back now (DEC-287). */
export type Closed = NonNullable<TicketUndo['closed']>

async function closedFor(transaction: Transaction<Tables>, { row }: StoredReservation, { isOver, hasAddress }: { readonly isOver: boolean; readonly hasAddress: boolean }): Promise<Closed | null> {
  if (row.has_rental_agreement || await liveAgreement(transaction, row.tenant_id, row.id)) return 'agreement'
  if (isOver) return 'late'
  const of = { tenantId: row.tenant_id, reservationId: row.id }
  if (await liveIntent(transaction, { ...of, purpose: 'balance' }) || await isRefundUnderWay(transaction, of)) return 'payment'
  return hasAddress ? null : 'address'
}

const nameOf = ({ translations, description, extra_id: id }: ExtraRow, language: Language): string => (translations[language]?.description ?? description) || id

/** What the renter may take back by the ticket, until when, or why not; null where the tenant offers it not or nothing was added (DEC-287). Hours count back from pick-up on the clock of its place. */
export async function undoOf(transaction: Transaction<Tables>, stored: StoredReservation, { settings: { ticketUndoHours: hours, ticketUndoIncludes: allowed } }: Tenant, language: Language, email: string | null): Promise<TicketUndo | null> {
  const { row, currency } = stored
  if (hours === null || !row.is_completed) return null
  const additions = await additionsOf(transaction, stored, allowed)
  if (additions.length === 0) return null
  const pickUp = sql`(${row.check_out_at}::timestamp at time zone ${row.check_out_zone}) - make_interval(hours => ${hours}::int)`
  const { rows: [time] } = await sql<{ readonly until: string; readonly isOver: boolean }>`select to_char((${pickUp}) at time zone ${row.check_out_zone}, 'YYYY-MM-DD"T"HH24:MI') as until, now() >= ${pickUp} as "isOver"`.execute(transaction)
  if (!time) throw new Error('a query without a table has a row')
  const now = reservationTotals(stored)
  const most = await mostBack(transaction, stored, allowed)
  return {
    until: time.until, closed: await closedFor(transaction, stored, { isOver: time.isOver, hasAddress: email !== null }),
    additions: stored.extras.flatMap((line) => {
      const change = additions.find(({ extraId }) => extraId === line.extra_id)
      if (!change) return []
      const amount = now.cashier.preview - reservationTotals(without(stored, [change])).cashier.preview
      const back = overpaidBy(stored, [change])
      const isPaid = back > most
      return [{ extraID: line.extra_id, name: nameOf(line, language), units: change.from - change.to, amount: decimalOf(amount, currency), isPaid, ...(back > 0 && !isPaid && { back: decimalOf(back, currency) }) }]
    }),
  }
}
