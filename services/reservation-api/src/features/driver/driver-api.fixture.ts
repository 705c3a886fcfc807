import type { FleetReservationInput } from '../fleet/fleet-schema.ts'
import type { SessionLevel } from '../identity/identity-tables.ts'
import type { TenantSettings } from '../tenants/tenant-settings.ts'
import { adminToken, aFleetReservation, anExtra, tenantSettings, wholeApi } from '../../test/whole-api.fixture.ts'

const needed = { visible: true, mandatory: true }
const optional = { visible: true, mandatory: false }
const part = (name: string, fields: Readonly<Record<string, typeof needed>>) => Object.fromEntries(Object.entries(fields).map(([field, rule]) => [`${name}.${field}`, rule]))

const licenceRules = { id: needed, issueDate: needed, expiryDate: needed, issuePlace: optional, issueCountry: needed, imageFront: optional, imageBack: optional }
const rules = {
  name: needed, surname: needed, birthDate: needed, address: needed, countryId: needed, zipCode: needed, city: needed, taxNumber: optional, birthPlace: { visible: false, mandatory: true },
  email: needed, mobile: optional, mobilePrefix: optional,
  ...part('document', { idType: needed, id: needed, issuePlace: optional, issueDate: optional, expiryDate: needed, imageFront: optional, imageBack: optional }),
  ...part('driverLicense', licenceRules),
}
export const driverRules: TenantSettings['fieldRules'] = { main: { fields: rules, second: licenceRules }, additional: { ...rules, taxNumber: { visible: false, mandatory: false } } }

/** Licence as it is sent; valid for the fixture's trip in 2031. */
export const aLicence = (change: object = {}) => ({ id: 'FA-123456', issueDate: '2015-06-01', expiryDate: '2040-06-01', issuePlace: 'Faro', issueCountryId: 620, ...change })

/** The body's driver: complete and without pictures. */
export const aSentDriver = (change: object = {}) => ({
  id: 0, name: 'Maria', surname: 'Silva', birthDate: '1990-02-03', address: 'Rua do Sol 1', countryId: 620, zipCode: '8000-138', city: 'Faro', taxNumber: '123456789',
  email: 'maria.silva@example.com', mobile: '+351912345678', mobileObj: { prefix: '351', phone: '912345678' },
  document: { idType: 'id-card', id: '12345678ZY4', issueDate: '2020-01-01', expiryDate: '2035-01-01', issuePlace: 'Faro' }, driverLicense: aLicence(), ...change,
})
export const anAdditionalDriver = (change: object = {}) => aSentDriver({
  name: 'Rui', surname: 'Costa', birthDate: '1985-07-08', email: 'rui.costa@example.com', taxNumber: null, driverLicense: aLicence({ id: 'FA-999' }), ...change,
})

export const aTrip = (change: Partial<FleetReservationInput> = {}): FleetReservationInput => aFleetReservation({
  driver: { name: 'Maria', surname: 'Silva', email: 'maria.silva@example.com' }, addDriver: null, ...change,
})
/** A trip on which drivers of 21 to 24 pay a fee of 12.00 with VAT a day. */
export const aTripWithAgeFee = () => aTrip({
  extras: [anExtra('DAYS', { ratePeriodType: 'Days', value: 30, isAccepted: true }), anExtra('ADDDRV', { value: 24.39, isAddDriver: true, isValuePerRA: true }), anExtra('YOUNG', { value: 10, taxRate: 20, isYoungDriver: true })],
  driverRules: { undesirableLicences: ['UNDES-1'], ageFees: [{ type: 'young', minAge: 21, maxAge: 24, extraID: 'YOUNG' }] },
})

/** The whole service with a tenant whose rules ask for what most ask for, and renters who may call it. */
export async function driverApi(change: Partial<TenantSettings> = {}) {
  const api = await wholeApi()
  const settings = (more: Partial<TenantSettings> = {}) => api.app.inject({
    method: 'PUT', url: '/internal/v1/tenants/costaverde', headers: { authorization: `Bearer ${adminToken}` },
    payload: { host: 'costaverde.localhost', settings: tenantSettings({ fieldRules: driverRules, ...change, ...more }) },
  })
  const put = await settings()
  if (put.statusCode !== 200) throw new Error(put.body)

  /** A renter with a reservation of one's own. */
  const renter = async (reference: string, trip: FleetReservationInput = aTrip(), level: SessionLevel = 'verified') => {
    const names = await api.stored('costaverde', reference, trip)
    const { token, sessionKey } = await api.session('costaverde', names.id, level)
    const get = (path: string) => api.call('GET', `/api${path}`, { token })
    return {
      ...names, token, sessionKey, get,
      post: (path: string, body: unknown) => api.call('POST', `/api${path}`, { token, body }),
      save: (driver: object, addDriver = false, more: object = {}) =>
        api.call('POST', '/api/driver', { token, body: { reservation: names.number, driver, addDriver, sessionKey, ...more } }),
      find: (query: Readonly<Record<string, string>>) => get(`/driver?${new URLSearchParams({
        name: 'Maria', surname: 'Silva', birthDate: '1990-02-03', email: 'maria.silva@example.com', driversLicense: 'FA-123456', ...query }).toString()}`),
      reservation: async () => (await get(`/reservation/${names.guid}`)).json<Loaded>(),
      fleet: async () => (await api.fleet('costaverde', 'GET', `/reservations/${reference}`)).json<FleetSeen>(),
    }
  }
  return { ...api, settings, renter }
}

type Pictured = Readonly<Record<'imageFront' | 'imageBack', string>> & Readonly<Record<'hasImageFront' | 'hasImageBack', boolean>>
interface LoadedDriver {
  readonly id: number
  readonly name: string
  readonly document: Pictured | null
  readonly driverLicense: (Pictured & { readonly id: string }) | null
  readonly secondDriverLicense: Pictured | null
  readonly [field: string]: unknown
}
export interface Loaded {
  readonly driver: LoadedDriver
  readonly addDriver: LoadedDriver | null
  readonly reservation: { readonly totalPriceWithVAT: number }
  readonly rowVersion: number
}
export interface FleetSeen {
  readonly rowVersion: number
  readonly reservation: { readonly driver: Readonly<Record<string, unknown>>; readonly addDriver: Readonly<Record<string, unknown>> | null; readonly extras: readonly { readonly extraID: string; readonly isAccepted: boolean }[] }
  readonly pictures: readonly object[]
}
export type DriverApi = Awaited<ReturnType<typeof driverApi>>
