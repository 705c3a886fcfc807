import type { Config, Module } from '../entities/configuration.schema.ts'
import type { Driver } from '../entities/driver.schema.ts'
import { extraFlags, type Extra, type ExtraFlag } from '../entities/extra.schema.ts'
import type { LoadedReservation, Reservation } from '../entities/reservation.schema.ts'

/** A value of `T` with some fields changed. */
export type Change<T> = Partial<T>

export const aDriver = (change: Change<Driver> = {}): Driver => ({
  id: 7, name: 'Maria', surname: 'Silva', address: 'Rua do Sol 1', addressComp: null, birthDate: '1990-05-01', birthPlace: 'Faro', city: 'Faro',
  country: 'Portugal', countryId: 620, zipCode: '8000-138', document: null, driverLicense: null, secondDriverLicense: null, email: 'maria.silva@example.com',
  mobile: '+351912345678', mobileObj: { prefix: '351', phone: '912345678' }, taxNumber: null, nationality: null, nationalityId: null, gwDriverId: null, undesirable: false, ...change,
})

/** A reservation that says what a test is about: `aReservation().withDue(120)`. */
export interface ReservationBuilder {
  readonly reservation: Reservation
  readonly withDue: (due: number) => ReservationBuilder
  readonly with: (change: Change<Reservation>) => ReservationBuilder
  readonly withAdditionalDriver: (driver?: Driver) => ReservationBuilder
  /** As API-12 to 14 answer it. */
  readonly loaded: (change?: Change<LoadedReservation>) => LoadedReservation
}

const plain: Reservation = {
  reservation: 'R1001', numberEMG: null, reference: 'CV1001', guid: 'guid-of-cv1001', voucherNr: null,
  checkOut: { dateAndTime: '2026-12-01T10:30', place: 'Faro Airport' }, checkIn: { dateAndTime: '2026-12-05T18:00', place: 'Lisbon Airport' },
  customer: { name: 'Maria', surname: 'Silva', email: null }, driver: aDriver(), addDriver: null,
  vehicle: {
    id: 'v1', vehicle: 'Renault Clio', imageURL: null, co2: 108, doors: 5, fuel: 'Petrol', groupId: 'B', isSpecialGroup: false, name: 'Economy', order: 2,
    plateNumber: null, seats: 5, sipp: 'EDMR', transmission: 'Manual', groupMinAge: 21, groupMaxAge: 75,
  },
  returnDate: '2026-12-05', totalPrice: 227.28, totalPriceWithVAT: 279.55, amountPaid: 100, amountDue: 179.55, pendingValue: 179.55, paidValue: 100,
  emailToSign: null, depositAmount: null,
}

export function aReservation(change: Change<Reservation> = {}): ReservationBuilder {
  const reservation: Reservation = { ...plain, ...change }
  return {
    reservation,
    withDue: (due) => aReservation({ ...reservation, amountDue: due, pendingValue: due, totalPriceWithVAT: reservation.amountPaid + due }),
    with: (more) => aReservation({ ...reservation, ...more }),
    withAdditionalDriver: (driver = aDriver({ id: 8, name: 'Rui', surname: 'Costa' })) => aReservation({ ...reservation, addDriver: driver }),
    loaded: (more = {}) => ({ reservation, driver: reservation.driver, addDriver: reservation.addDriver, termsAccepted: true, sessionKey: 'session-key-1', ...more }),
  }
}

const modules: readonly Module[] = ['adview', 'upview', 'exview', 'uploadview', 'paymentview', 'precheckoutview'].map((viewTag, at) => ({ id: at + 1, viewTag, isEnabled: true, skipAllowed: true }))

export const aConfig = (change: Change<Config> = {}): Config => ({
  firmName: 'Costa Verde', firmLogo: null, cssText: null, cssPrimary: null, primaryBtn: null, isUploadAvailable: true, isUploadMandatory: false, currency: 'EUR',
  modules: [...modules], timeZone: 'Europe/Lisbon', phone: '+351 289 000 000', isSandbox: true, ...change,
})

const noFlags = Object.fromEntries(extraFlags.map((flag) => [flag, false])) as Record<ExtraFlag, boolean>

export const anExtra = (change: Change<Extra> = {}): Extra => ({
  ...noFlags, ratePeriodType: 'other', extraID: 'SEAT', description: 'Child seat', value: 8.13, additionalDayValue: null, originalDayValue: null, rateValue: null,
  extraRateValue: null, minValue: null, maxValue: null, extraPerValue: null, bottomLineValue: null, taxRate: 23, taxID: null, quantity: 1, unitsNr: 1, totalValue: 10,
  valueWithTax: 10, category: 'equipment', observations: null, orderToShow: 1, showPrice: true, acceptedDate: null, salePerformedBy: null, salePerformedOn: null,
  kmsFree: null, kmsPlafondQuantity: null, youngDriverMinAge: null, youngDriverMaxAge: null, event: null, isAvailableOnEC: true, ...change,
})
