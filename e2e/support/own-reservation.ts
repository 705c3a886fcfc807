import { randomBytes } from 'node:crypto'
import type { Tenant } from './addresses.ts'
import { fleetReservation, putReservation } from './fleet.ts'
import type { Booking } from '../pages/renter.ts'

/**
 * A copy of a demo reservation under a reference and a mail address of its own, entered by the fleet API:
 * journeys run beside each other and never share codes, limits or mails.
 */
export async function ownReservation(tenant: Tenant, like: string, change: Readonly<Record<string, unknown>> = {}): Promise<Booking> {
  const name = randomBytes(4).toString('hex').toUpperCase()
  const mail = `${name.toLowerCase()}@journeys.example`
  const { reservation } = (await fleetReservation(tenant, like)) as { reservation: { customer: Record<string, string>; driver?: Record<string, unknown> } }
  const customer: Record<string, string> = { ...reservation.customer, email: mail }
  await putReservation(tenant, `J${name}`, { ...reservation, customer, ...change })
  return { tenant, reference: `J${name}`, surname: customer['surname'] ?? 'Silva', mail }
}
