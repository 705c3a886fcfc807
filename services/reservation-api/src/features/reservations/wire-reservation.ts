import type { Driver, DrivingLicence, IdentityDocument, LoadedReservation, Reservation } from '@checkin/api'
import { decimalOf } from '../../pricing/decimal.ts'
import { countryName } from '../lists/countries.ts'
import type { DriverRow, StoredReservation } from './reservation-store.ts'
import type { StoredDocument, StoredLicence } from './stored-documents.ts'
import { reservationTotals } from './wire-summary.ts'

const noImages = { imageFront: '', imageBack: '', hasImageFront: false, hasImageBack: false }

const wireDocument = (document: StoredDocument): IdentityDocument => ({ ...document, ...noImages })

const wireLicence = (licence: StoredLicence): DrivingLicence => ({ ...licence, issueCountry: nameOf(licence.issueCountryId), ...noImages })

const nameOf = (countryId: number | null): string | null => (countryId === null ? null : countryName(countryId, 'en'))

/** A driver as a renter's page gets it (DATA-05). */
export const wireDriver = (row: DriverRow): Driver => ({
  id: row.number, name: row.name, surname: row.surname, address: row.address, addressComp: row.address_complement,
  birthDate: row.birth_date, birthPlace: row.birth_place, city: row.city,
  country: nameOf(row.country_id), countryId: row.country_id, zipCode: row.zip_code,
  document: row.document && wireDocument(row.document), driverLicense: row.licence && wireLicence(row.licence),
  secondDriverLicense: row.second_licence && wireLicence(row.second_licence),
  email: row.email,
  mobile: row.mobile_prefix !== null && row.mobile_phone !== null ? `+${row.mobile_prefix}${row.mobile_phone}` : null,
  mobileObj: row.mobile_phone === null ? null : { prefix: row.mobile_prefix, phone: row.mobile_phone },
  taxNumber: row.tax_number, nationality: nameOf(row.nationality_id),
  nationalityId: row.nationality_id, gwDriverId: row.gateway_driver_id,
  undesirable: row.undesirable,
})

/** A local time as the wire has it: minutes, no zone. */
const minutes = (localTime: string): string => localTime.slice(0, 16)

/** A reservation as its renter may see it (DATA-02, DATA-03): total, paid and due are the cashier's (DEC-54). */
export function wireReservation(stored: StoredReservation, termsAccepted: boolean): LoadedReservation {
  const { row } = stored
  const totals = reservationTotals(stored)
  const driver = stored.driver && wireDriver(stored.driver)
  const addDriver = stored.addDriver && wireDriver(stored.addDriver)
  const reservation: Reservation = {
    reservation: row.number, numberEMG: row.emg_number,
    reference: row.reference, guid: row.guid, voucherNr: row.voucher_number,
    sessionKey: null,
    checkOut: { dateAndTime: minutes(row.check_out_at), place: row.check_out_place },
    checkIn: { dateAndTime: minutes(row.check_in_at), place: row.check_in_place },
    customer: { name: row.customer_name, surname: row.customer_surname, email: row.customer_email },
    driver, addDriver, vehicle: row.vehicle, returnDate: row.check_in_at.slice(0, 10),
    totalPrice: decimalOf(totals.cashier.net), totalPriceWithVAT: decimalOf(totals.cashier.preview),
    amountPaid: decimalOf(totals.paid), paidValue: decimalOf(totals.paid),
    amountDue: decimalOf(Math.max(0, totals.pending)), pendingValue: decimalOf(totals.pending),
    emailToSign: row.email_to_sign ?? stored.driver?.email ?? row.customer_email,
    depositAmount: row.deposit_minor === null ? null : decimalOf(row.deposit_minor),
  }
  return { reservation, driver, addDriver, termsAccepted, rowVersion: row.row_version }
}
