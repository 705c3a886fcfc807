import type { TicketUndo } from '@checkin/api/ticket'
import type { Language } from '@checkin/i18n'
import { sql, type Transaction } from 'kysely'
import { liveAgreement } from '../../agreement/agreement-store.ts'
import { liveIntent } from '../../payments/intent-store.ts'
import { decimalOf } from '../../pricing/money.ts'
import { isChoosable, takenUnits, withUnits, type ExtraChange } from '../../reservations/offers/choose-extras.ts'
import type { ExtraRow, StoredReservation } from '../../reservations/reservation-store.ts'
import { reservationTotals } from '../../reservations/wire-summary.ts'
import type { Tables } from '../../tables.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'

/** Units that the renter added to each extra and has still, by the company's feed of events: what it took away meanwhile is no addition (DEC-287). */
export async function additionsOf(transaction: Transaction<Tables>, { row, extras }: StoredReservation): Promise<readonly ExtraChange[]> {
  const events = await transaction.selectFrom('fleet_event').select('data').where('tenant_id', '=', row.tenant_id).where('reservation_id', '=', row.id)
    .where('kind', '=', 'reservation.updated').execute()
  const added = new Map<string, number>()
  for (const { data } of events) {
    for (const { extraID, from, to } of data['extras'] as readonly { readonly extraID: string; readonly from: number; readonly to: number }[]) added.set(extraID, (added.get(extraID) ?? 0) + to - from)
  }
  return extras.flatMap((line) => {
    const taken = takenUnits(line)
    const units = Math.min(added.get(line.extra_id) ?? 0, taken - (line.is_included ? line.included_quantity : 0))
    return units > 0 && isChoosable(line) && !line.flags.includes('isRequired') ? [{ extraId: line.extra_id, from: taken, to: taken - units }] : []
  })
}

/** The rental without some additions, for the server's prices. */
export const without = (stored: StoredReservation, changes: readonly ExtraChange[]): StoredReservation => ({
  ...stored,
  extras: stored.extras.map((line) => {
    const change = changes.find(({ extraId }) => extraId === line.extra_id)
    return change ? withUnits(line, change.to) : line
  }),
})

/** Whether money came for it: without it more would be paid than the rental costs, which only the company gives back (DEC-288). */
export const isPaidFor = (stored: StoredReservation, changes: readonly ExtraChange[]): boolean => reservationTotals(without(stored, changes)).pending < 0

/** Why nothing is taken back now (DEC-287). */
export type Closed = NonNullable<TicketUndo['closed']>

async function closedFor(transaction: Transaction<Tables>, { row }: StoredReservation, { isOver, hasAddress }: { readonly isOver: boolean; readonly hasAddress: boolean }): Promise<Closed | null> {
  if (row.has_rental_agreement || await liveAgreement(transaction, row.tenant_id, row.id)) return 'agreement'
  if (isOver) return 'late'
  if (await liveIntent(transaction, { tenantId: row.tenant_id, reservationId: row.id, purpose: 'balance' })) return 'payment'
  return hasAddress ? null : 'address'
}

const nameOf = ({ translations, description, extra_id: id }: ExtraRow, language: Language): string => (translations[language]?.description ?? description) || id

/** What the renter may take back by the ticket, until when, or why not; null where the tenant offers it not or nothing was added (DEC-287). Hours count back from pick-up on the clock of its place. */
export async function undoOf(transaction: Transaction<Tables>, stored: StoredReservation, { settings: { ticketUndoHours: hours } }: Tenant, language: Language, email: string | null): Promise<TicketUndo | null> {
  const { row, currency } = stored
  if (hours === null || !row.is_completed) return null
  const additions = await additionsOf(transaction, stored)
  if (additions.length === 0) return null
  const pickUp = sql`(${row.check_out_at}::timestamp at time zone ${row.check_out_zone}) - make_interval(hours => ${hours}::int)`
  const { rows: [time] } = await sql<{ readonly until: string; readonly isOver: boolean }>`select to_char((${pickUp}) at time zone ${row.check_out_zone}, 'YYYY-MM-DD"T"HH24:MI') as until, now() >= ${pickUp} as "isOver"`.execute(transaction)
  if (!time) throw new Error('a query without a table has a row')
  const now = reservationTotals(stored)
  return {
    until: time.until, closed: await closedFor(transaction, stored, { isOver: time.isOver, hasAddress: email !== null }),
    additions: stored.extras.flatMap((line) => {
      const change = additions.find(({ extraId }) => extraId === line.extra_id)
      if (!change) return []
      const amount = now.cashier.preview - reservationTotals(without(stored, [change])).cashier.preview
      return [{ extraID: line.extra_id, name: nameOf(line, language), units: change.from - change.to, amount: decimalOf(amount, currency), isPaid: isPaidFor(stored, [change]) }]
    }),
  }
}
