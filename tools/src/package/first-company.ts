import { randomBytes } from 'node:crypto'
import { fleetContract } from '@checkin/fleet'
import { createClient } from '@checkin/http/client'
import { internalContract } from '@checkin/internal'
import { serviceFetch } from '@checkin/server'

/** A logo of one square: the decoder of this artefact makes it anew (DEC-358). */
const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h6v6H1z"/></svg>').toString('base64')
const rental = (at: string) => ({ dateAndTime: at, place: 'Faro Airport', timeZone: 'Europe/Lisbon' })

/**
 * Makes a company as docs/installation.md says ("The first tenant", step 4) and loads a reservation as its own system does; every API process, by its address,
 * then answers for it. Throws at the first that does not.
 */
export async function checkFirstCompany(apis: readonly string[], adminToken: string, report: (line: string) => void): Promise<void> {
  const [first = '', ...others] = apis
  const fleetToken = randomBytes(32).toString('base64url')
  const operator = createClient({ baseUrl: first, token: adminToken, headers: { 'x-checkin-actor': 'installation' }, fetch: serviceFetch })
  await operator.call(internalContract.putTenant, {
    params: { id: 'first' },
    body: { host: 'first.example', fleetToken, settings: { firmName: 'First', firmLogo: logo, currency: 'EUR', timeZone: 'Europe/Lisbon', phone: '+351 289 555 010', sender: 'check-in@first.example', isUploadAvailable: false, isUploadMandatory: false, modules: [], fieldRules: { main: { fields: {}, second: {} }, additional: {} }, gateways: [], terms: [] } },
  })
  const companyAt = (baseUrl: string) => createClient({ baseUrl, token: fleetToken, fetch: serviceFetch })
  const params = { reference: 'FIRST1' }
  const { outcome } = await companyAt(first).call(fleetContract.putReservation, {
    params, body: {
      checkOut: rental('2031-05-02T10:30'), checkIn: rental('2031-05-07T10:00'), customer: { name: 'Maria', surname: 'Silva', email: 'maria.silva@example.com' },
      driver: null, addDriver: null, vehicle: { id: 'G-B', vehicle: 'Renault Clio', groupId: 'B', name: 'Economy' }, extras: [],
    },
  })
  report(`a company is made, and its reservation ${outcome}`)
  for (const baseUrl of others) {
    const { reservation } = await companyAt(baseUrl).call(fleetContract.getReservation, { params })
    if (reservation.customer.surname !== 'Silva') throw new Error(`${baseUrl} answers another reservation`)
  }
  report(`${apis.length} API processes answer for it`)
}
