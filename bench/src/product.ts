import { randomBytes } from 'node:crypto'
import { fleetContract, type FleetReservationInput } from '@checkin/fleet'
import { createClient, type Client } from '@checkin/http/client'

/** The product that runs on this machine; `npm start` first. */
export const port = Number(process.env['CHECKIN_PORT'] ?? 4000)
export const tenantHost = `costaverde.localhost:${port}`

const { getReservation, putReservation, createLink } = fleetContract

/** The fleet API of Costa Verde in an installation whose API has this port. */
export const companyAt = (fleetPort: number): Client => createClient({ baseUrl: `http://127.0.0.1:${fleetPort}`, token: 'demo-fleet-costaverde' })

/** A copy of the demo's usual reservation under another reference, with what is to be different. */
export async function copyReservation({ call }: Client, reference: string, change: (usual: FleetReservationInput) => Partial<FleetReservationInput> = () => ({})): Promise<void> {
  const { reservation } = await call(getReservation, { params: { reference: 'CV1001' } })
  await call(putReservation, { params: { reference }, body: { ...reservation, ...change(reservation) } })
}

export interface Booking {
  readonly reference: string
  readonly mail: string
}

/** The same with a reference and a mail address of its own. */
export async function newBooking(change: Partial<FleetReservationInput> = {}): Promise<Booking> {
  const reference = `B${randomBytes(4).toString('hex').toUpperCase()}`
  const mail = `${reference.toLowerCase()}@bench.example`
  await copyReservation(companyAt(port + 4), reference, ({ customer }) => ({ customer: { ...customer, email: mail }, ...change }))
  return { reference, mail }
}

/** Path of a link as it comes by mail. */
export async function makeLink(reference: string, purpose: 'verify' | 'precheckout'): Promise<string> {
  return new URL((await companyAt(port + 4).call(createLink, { body: { reference, purpose } })).url).pathname
}
