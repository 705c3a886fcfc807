import { fleetContract, type FleetAnswer, type FleetReservationInput } from '@checkin/fleet'
import { createClient, type Client } from '@checkin/http/client'
import { apiAddress, type Tenant } from './addresses.ts'

const { getReservation, putReservation: put, createLink, erasePersonalData: erase } = fleetContract

/** What the rental company's own system does: here it makes links and reservations of a journey's own. */
const companyOf = (tenant: Tenant): Client => createClient({ baseUrl: apiAddress, token: `demo-fleet-${tenant}` })

export const fleetReservation = (tenant: Tenant, reference: string): Promise<FleetAnswer> => companyOf(tenant).call(getReservation, { params: { reference } })
export const putReservation = async (tenant: Tenant, reference: string, reservation: FleetReservationInput): Promise<void> => {
  await companyOf(tenant).call(put, { params: { reference }, body: reservation })
}
/** The company deletes what it has of the renter. */
export const erasePersonalData = async (tenant: Tenant, reference: string): Promise<void> => { await companyOf(tenant).call(erase, { params: { reference } }) }
/** A link's address, path and token. */
export const makeLink = (tenant: Tenant, reference: string, purpose: 'verify' | 'precheckout'): Promise<{ url: string; token: string }> =>
  companyOf(tenant).call(createLink, { body: { reference, purpose } })

/** Agreement and payments of a reservation of Costa Verde, as the rental company's system sees them. */
export const agreed = (reference: string): Promise<Pick<FleetAnswer, 'agreement' | 'payments'>> => fleetReservation('costaverde', reference)
