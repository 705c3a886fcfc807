import type { Ticket, TicketStop } from '@checkin/api/ticket'
import { sql, type Transaction } from 'kysely'
import type { StoredReservation } from '../../../reservations/reservation-store.ts'
import type { Tables } from '../../../tables.ts'
import type { Tenant } from '../../../tenants/tenant-store.ts'
import { ticketFacts } from '../ticket-facts.ts'
import { hasTicketLink, ticketDays } from '../ticket-link.ts'

/** A pick-up or return of a pass. */
export interface PassStop {
  readonly place: string
  /** Null where the company gave none. */
  readonly address: string | null
  /** In degrees; null where the company gave none. */
  readonly location: { readonly latitude: number; readonly longitude: number } | null
  readonly instant: Date
  /** On the clock of the place with its offset, `2031-05-02T14:45:00+01:00`. */
  readonly zoned: string
}

/** What a pass says, in either wallet: what the ticket's page shows, without money (DEC-233). */
export interface PassFacts {
  /** The same for ever: a wallet replaces the pass that has it. */
  readonly serial: string
  readonly reference: string
  readonly firm: string
  /** The tenant's colour; null for the standard one. */
  readonly brand: string | null
  readonly pickUp: PassStop
  readonly dropOff: PassStop
  readonly vehicle: string
  /** First names alone; empty where no driver is known. */
  readonly drivers: string
  /** When the ticket's link ends. */
  readonly expires: Date
  /** The ticket's link was revoked, and no other made. */
  readonly isWithdrawn: boolean
}

/** Reads what a pass says of a rental. */
export async function passFacts(transaction: Transaction<Tables>, stored: StoredReservation, { settings }: Tenant): Promise<PassFacts> {
  const ticket = await ticketFacts(transaction, stored)
  // The database turns the clock of a place into an instant, as it does for the link's end: the zone of the server has no say.
  const { rows: [instants] } = await sql<{ pickUp: Date; dropOff: Date; expires: Date }>`select
    ${ticket.pickUp.dateAndTime}::timestamp at time zone ${ticket.pickUp.timeZone} as "pickUp",
    ${ticket.dropOff.dateAndTime}::timestamp at time zone ${ticket.dropOff.timeZone} as "dropOff",
    (${ticket.dropOff.dateAndTime.slice(0, 10)}::date + ${ticketDays + 1}::int)::timestamp at time zone ${ticket.dropOff.timeZone} as expires`.execute(transaction)
  if (!instants) throw new Error('the database answered nothing')
  return {
    serial: stored.row.id, reference: ticket.reference, firm: settings.firmName, brand: settings.cssPrimary, vehicle: vehicleOf(ticket), drivers: ticket.drivers.map(({ firstName }) => firstName).join(', '),
    pickUp: stopOf(ticket.pickUp, instants.pickUp), dropOff: stopOf(ticket.dropOff, instants.dropOff), expires: instants.expires,
    isWithdrawn: !await hasTicketLink(transaction, stored.row.tenant_id, stored.row.id),
  }
}

const vehicleOf = ({ vehicle: { name, group } }: Ticket): string => (name === group ? name : `${name}, ${group}`)

function stopOf({ place, dateAndTime, station }: TicketStop, instant: Date): PassStop {
  const [latitude, longitude] = [station?.latitude ?? null, station?.longitude ?? null]
  return { place, address: station?.address ?? null, location: latitude === null || longitude === null ? null : { latitude, longitude }, instant, zoned: zonedTime(dateAndTime, instant) }
}

/** A local time with the offset that it has at that instant. */
export function zonedTime(localTime: string, instant: Date): string {
  const local = `${localTime.slice(0, 16)}:00`
  const minutes = Math.round((Date.parse(`${local}Z`) - instant.getTime()) / 60_000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}
