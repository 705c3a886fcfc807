import { ticketParts, type Ticket, type TicketChange, type TicketStop } from '@checkin/api/ticket'
import type { Transaction } from 'kysely'
import { pdfsOf } from '../../documents/pdf-store.ts'
import { intentsOf, type IntentRow } from '../../payments/intent-store.ts'
import { ticketRefundsOf } from '../../payments/ticket-refunds.ts'
import { decimalOf } from '../../pricing/money.ts'
import { asWritten } from '../../reservations/event-store.ts'
import type { FleetEventKind } from '../../reservations/tables.ts'
import type { DriverRow, StoredReservation } from '../../reservations/reservation-store.ts'
import { wireReservation } from '../../reservations/wire-reservation.ts'
import { wireFigures } from '../../reservations/wire-summary.ts'
import type { Tables } from '../../tables.ts'

/** Changes that a ticket lists at most. */
const mostChanges = 20

/** What the bearer of a ticket's link sees (DEC-206): of a person the first name, and whether a passport was given. */
export async function ticketFacts(transaction: Transaction<Tables>, stored: StoredReservation): Promise<Ticket> {
  const { row, currency } = stored
  const { checkOut, checkIn } = wireReservation(stored, false).reservation
  const { total, due } = wireFigures(stored)
  const of = [row.tenant_id, row.id] as const
  const refunds = (await ticketRefundsOf(transaction, { tenantId: row.tenant_id, reservationId: row.id })).map(({ ordered_at: at, amount_minor: amount, state }) => ({ at: at.toISOString(), amount: decimalOf(amount, currency), state }))
  return {
    version: row.row_version, reference: row.reference,
    pickUp: stopOf(checkOut, row.check_out_zone), dropOff: stopOf(checkIn, row.check_in_zone),
    vehicle: { name: row.vehicle.vehicle, group: row.vehicle.name },
    drivers: [stored.driver, stored.addDriver].flatMap((driver) => (driver ? [bearerOf(driver)] : [])),
    currency, total, due: Math.max(0, due), deposit: depositOf(stored, await intentsOf(transaction, ...of)),
    papers: (await pdfsOf(transaction, ...of)).flatMap(({ kind, created_at: at }) => (kind === 'agreement' ? [] : [{ kind, createdAt: at.toISOString() }])),
    changes: await changesOf(transaction, ...of), ...(refunds.length > 0 && { refunds }),
  }
}

const stopOf = ({ place, dateAndTime, station }: ReturnType<typeof wireReservation>['reservation']['checkOut'], timeZone: string): TicketStop =>
  ({ place, dateAndTime, timeZone, station: station ?? null })

const bearerOf = ({ name, document }: DriverRow): Ticket['drivers'][number] => ({ firstName: name, passport: document?.idType?.toLowerCase() === 'passport' })

/** By the latest hold in force; without one the counter asks for it. */
function depositOf({ row, currency }: StoredReservation, intents: readonly IntentRow[]): Ticket['deposit'] {
  const hold = intents.findLast(({ purpose, is_aside: isAside, state }) => purpose === 'deposit' && !isAside && ['authorised', 'captured', 'voided', 'refunded', 'paid'].includes(state))
  if (!hold) return row.deposit_minor === null || row.deposit_minor === 0 ? null : { state: 'due', amount: decimalOf(row.deposit_minor, currency) }
  const amount = decimalOf(hold.amount_minor, currency)
  switch (hold.state) {
    case 'authorised': return { state: 'held', amount }
    case 'captured': case 'paid': return { state: 'debited', amount }
    default: return { state: 'released', amount }
  }
}

const changeOf: Partial<Record<FleetEventKind, Pick<TicketChange, 'by' | 'what'>>> = {
  'reservation.stored': { by: 'company', what: 'changed' },
  'upgrade.accepted': { by: 'renter', what: 'upgrade' },
  'reservation.updated': { by: 'renter', what: 'extras' },
  // Pages of before DEC-282 know no other word for it.
  'upgrade.withdrawn': { by: 'renter', what: 'extras' },
  'reservation.completed': { by: 'renter', what: 'completed' },
  'payment.settled': { by: 'renter', what: 'paid' },
}

/** From the company's own feed, which has every change with its time and who made it. */
async function changesOf(transaction: Transaction<Tables>, tenantId: string, reservationId: string): Promise<TicketChange[]> {
  const rows = await transaction.selectFrom('fleet_event').select(['kind', 'data', 'occurred_at']).where('tenant_id', '=', tenantId).where('reservation_id', '=', reservationId)
    .where('kind', 'in', Object.keys(changeOf) as FleetEventKind[]).orderBy(asWritten, 'desc').limit(mostChanges).execute()
  const changes = rows.toReversed().flatMap(({ kind, data, occurred_at: at }): TicketChange[] => {
    const said = changeOf[kind]
    if (!said) return []
    const { total, totalBefore, changed } = data
    return [{
      ...said, ...(data['created'] === true && { what: 'booked' as const }), at: at.toISOString(), total: typeof total === 'number' ? total : null,
      // Events of before DEC-263 say neither.
      ...(typeof totalBefore === 'number' && { totalBefore }), ...(Array.isArray(changed) && { changed: ticketParts.filter((part) => changed.includes(part)) }),
    }]
  })
  // One change may be several events, of which the renter reads the same.
  return changes.filter(({ at, what }, index) => at !== changes[index - 1]?.at || what !== changes[index - 1]?.what)
}
