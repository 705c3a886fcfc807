import { randomBytes } from 'node:crypto'
import type { FleetReservationInput } from '@checkin/fleet'
import type { Tenant } from './addresses.ts'
import { fleetReservation, putReservation } from './fleet.ts'
import type { Booking } from '../pages/renter.ts'

/**
 * A copy of a demo reservation under a reference and a mail address of its own, entered by the fleet API:
 * journeys run beside each other and never share codes, limits or mails.
 */
export async function ownReservation(tenant: Tenant, like: string, change: Partial<FleetReservationInput> = {}): Promise<Booking> {
  const name = randomBytes(4).toString('hex').toUpperCase()
  const mail = `${name.toLowerCase()}@journeys.example`
  const { reservation } = await fleetReservation(tenant, like)
  const customer = { ...reservation.customer, email: mail }
  await putReservation(tenant, `J${name}`, { ...reservation, customer, ...change })
  return { tenant, reference: `J${name}`, surname: customer.surname, mail }
}
