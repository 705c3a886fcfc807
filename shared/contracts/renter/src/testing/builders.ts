import type { Config, Module } from '../entities/configuration.schema.ts'
import type { Driver, DrivingLicence, IdentityDocument } from '../entities/driver.schema.ts'
import type { LoadedReservation, Reservation } from '../entities/reservation.schema.ts'
import { extraFlags, type ExtraFlag } from '../entities/extra-flags.ts'
import type { CashierBlock, Extra, ExtrasSummary, InvoiceBlock, UpsellOption } from '../entities/extra.schema.ts'

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

const noFlags = Object.fromEntries(extraFlags.map((flag) => [flag, false])) as Record<ExtraFlag, boolean>

/** A child seat, 10.00 with VAT per day. */
export const anExtra = (change: Partial<Extra> = {}): Extra => ({
  ...noFlags, ratePeriodType: 'other', extraID: 'SEAT', description: 'Child seat', value: 8.13, additionalDayValue: null, originalDayValue: null, rateValue: null,
  extraRateValue: null, minValue: null, maxValue: null, extraPerValue: null, bottomLineValue: null, taxRate: 23, taxID: null, quantity: 1, unitsNr: 1, totalValue: 10,
  valueWithTax: 10, category: 'equipment', observations: null, orderToShow: 1, showPrice: true, acceptedDate: null, salePerformedBy: null, salePerformedOn: null,
  kmsFree: null, kmsPlafondQuantity: null, youngDriverMinAge: null, youngDriverMaxAge: null, event: null, isAvailableOnEC: true, ...change,
})

const nothing: InvoiceBlock = {
  nrDays: 5, valueWithoutTax: 0, valueWithoutTaxWithoutDiscount: 0, valueTax: 0, valueTaxWithoutDiscount: 0, previewValue: 0, previewValueWithoutDiscount: 0, discountValue: 0,
}

/** Worked example E1 of docs/spec/pricing.md: five days, 279.55 in all, 100.00 paid. */
const cashier: CashierBlock = {
  ...nothing, valueWithoutTax: 227.28, valueWithoutTaxWithoutDiscount: 227.28, valueTax: 52.27, valueTaxWithoutDiscount: 52.27,
  previewValue: 279.55, previewValueWithoutDiscount: 279.55, paidValues: 100, pendingValues: 179.55,
}

const lines: readonly Extra[] = [
  anExtra({ ratePeriodType: 'Days', extraID: 'DAYS', description: 'Days', value: 30, valueWithTax: 36.9, totalValue: 184.5, category: null, isAccepted: true, isRequired: true, isAvailableOnEC: false }),
  anExtra({ ratePeriodType: 'Kms', extraID: 'KMS', description: 'Kilometres included', value: 0, valueWithTax: 0, totalValue: 0, category: null, isIncluded: true, isAvailableOnEC: false }),
  anExtra({ extraID: 'SCDW', description: 'Super collision damage waiver', value: 12.2, valueWithTax: 15.01, totalValue: 75.05, category: 'insurances', isSCDW: true, isAccepted: true }),
  anExtra({ quantity: 2, unitsNr: 2, totalValue: 20, isValuePerRA: true, isAcceptQuantity: true, isAccepted: true }),
]

/** Lines and totals of example E1. */
export const aSummary = (change: Partial<ExtrasSummary> = {}): ExtrasSummary => ({
  extras: [...lines], totalKms: 1000, kmsIncludedType: 'Limited', nrDays: 5, dayValue: 36.9, invoice: nothing, cashier, excess: { cdw: 1200, theft: 1200, optional: 250 }, ...change,
})

/** The next higher group, 8.00 a day more with VAT. */
export const anUpgrade = (change: Partial<UpsellOption> = {}): UpsellOption => ({
  groupId: 'C', groupName: 'Compact', groupImageURL: null, seats: 5, doors: 5, fuel: 'Petrol', transmission: 'Automatic', co2: 121,
  extras: [anExtra({ ratePeriodType: 'DaysUpselling', extraID: 'UPGRADE-C', description: 'Upgrade to Compact', value: 6.5, valueWithTax: 8, totalValue: 40, category: null })],
  dailyDifference: 6.5, dailyDifferenceWithTax: 8, totalValue: 32.52, totalValueWithTax: 40, finalReservationValue: 319.55, ...change,
})
