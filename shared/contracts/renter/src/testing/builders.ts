import type { Config, Module } from '../entities/configuration.schema.ts'
import type { Driver, DrivingLicence, IdentityDocument } from '../entities/driver.schema.ts'
import type { LoadedReservation, Reservation } from '../entities/reservation.schema.ts'

export const anIdentityDocument = (change: Partial<IdentityDocument> = {}): IdentityDocument =>
  ({ idType: 'ID', id: '12345678', issuePlace: 'Faro', issueDate: '2020-03-01', expiryDate: '2030-03-01', imageFront: null, imageBack: null, ...change })

export const aDrivingLicence = (change: Partial<DrivingLicence> = {}): DrivingLicence =>
  ({ id: 'FA-123456', issueDate: '2010-06-01', issuePlace: 'Faro', expiryDate: '2035-06-01', issueCountryId: 620, issueCountry: 'Portugal', imageFront: null, imageBack: null, ...change })

/** Maria Silva, known to the company, without documents. */
export const aDriver = (change: Partial<Driver> = {}): Driver => ({
  id: 7, name: 'Maria', surname: 'Silva', address: 'Rua do Sol 1', addressComp: null, birthDate: '1990-05-01', birthPlace: 'Faro', city: 'Faro',
  country: 'Portugal', countryId: 620, zipCode: '8000-138', document: null, driverLicense: null, secondDriverLicense: null, email: 'maria.silva@example.com',
  mobile: '+351912345678', mobileObj: { prefix: '351', phone: '912345678' }, taxNumber: null, nationality: null, nationalityId: null, gwDriverId: null, undesirable: false, ...change,
})

/** A reservation that says what a test is about: `aReservation().withDue(120).loaded()`. */
export interface ReservationBuilder {
  readonly reservation: Reservation
  /** Amount due in decimals of the tenant's currency; what was paid stays. */
  readonly withDue: (due: number) => ReservationBuilder
  readonly with: (change: Partial<Reservation>) => ReservationBuilder
  readonly withAdditionalDriver: (driver?: Driver) => ReservationBuilder
  /** As API-12 to 14 answer it: the drivers beside the reservation. */
  readonly loaded: (change?: Partial<LoadedReservation>) => LoadedReservation
}

const plain: Reservation = {
  reservation: 'R1001', numberEMG: null, reference: 'CV1001', guid: 'guid-of-cv1001', voucherNr: null, sessionKey: null,
  checkOut: { dateAndTime: '2026-12-01T10:30', place: 'Faro Airport' }, checkIn: { dateAndTime: '2026-12-06T10:30', place: 'Lisbon Airport' },
  customer: { name: 'Maria', surname: 'Silva', email: null }, driver: aDriver(), addDriver: null,
  vehicle: {
    id: 'v1', vehicle: 'Renault Clio', imageURL: null, co2: 108, doors: 5, fuel: 'Petrol', groupId: 'B', isSpecialGroup: false, name: 'Economy', order: 2,
    plateNumber: null, seats: 5, sipp: 'EDMR', transmission: 'Manual', groupMinAge: 21, groupMaxAge: 75,
  },
  returnDate: '2026-12-06', totalPrice: 227.28, totalPriceWithVAT: 279.55, amountPaid: 100, amountDue: 179.55, pendingValue: 179.55, paidValue: 100,
  emailToSign: null, depositAmount: null,
}

const exact = (amount: number): number => Math.round(amount * 100) / 100

export function aReservation(change: Partial<Reservation> = {}): ReservationBuilder {
  const reservation: Reservation = { ...plain, ...change }
  return {
    reservation,
    withDue: (due) => aReservation({ ...reservation, amountDue: due, pendingValue: due, totalPriceWithVAT: exact(reservation.amountPaid + due) }),
    with: (more) => aReservation({ ...reservation, ...more }),
    withAdditionalDriver: (driver = aDriver({ id: 8, name: 'Rui', surname: 'Costa' })) => aReservation({ ...reservation, addDriver: driver }),
    loaded: (more = {}) => ({ reservation, driver: reservation.driver, addDriver: reservation.addDriver, termsAccepted: true, rowVersion: 1, ...more }),
  }
}

const modules: readonly Module[] = ['adview', 'upview', 'exview', 'uploadview', 'paymentview', 'precheckoutview'].map((viewTag, at) => ({ id: at + 1, viewTag, isEnabled: true, skipAllowed: true }))

/** A tenant with everything on and the default colours. */
export const aConfig = (change: Partial<Config> = {}): Config => ({
  firmName: 'Costa Verde', firmLogo: null, cssText: null, cssPrimary: null, primaryBtn: null, isUploadAvailable: true, isUploadMandatory: false, currency: 'EUR',
  modules: [...modules], timeZone: 'Europe/Lisbon', locales: ['en', 'pt', 'fr'], phone: '+351 289 000 000', isSandbox: true, ...change,
})
