import type { Driver, DrivingLicence, IdentityDocument, LoadedReservation, Reservation } from '@checkin/api'
import type { StoredDocument, StoredLicence } from '@checkin/fleet'
import { decimalOf, type Minor } from '../pricing/money.ts'
import { countryName } from './countries.ts'
import type { DocumentPart, DocumentSide } from '../documents/tables.ts'
import type { DriverRow, StoredReservation } from './reservation-store.ts'
import { minutes } from './rental-facts.ts'
import type { StationFacts } from './stations.ts'
import { reservationTotals } from './wire-summary.ts'

/** Pictures of one driver's documents; `image` is base64 of WebP, empty where only the existence is disclosed (DEC-77). */
export interface WirePicture {
  readonly part: DocumentPart
  readonly side: DocumentSide
  readonly image: string
}

function imagesOf(pictures: readonly WirePicture[], part: DocumentPart) {
  const side = (name: DocumentSide) => pictures.find((picture) => picture.part === part && picture.side === name)
  const [front, back] = [side('front'), side('back')]
  return { imageFront: front?.image ?? '', imageBack: back?.image ?? '', hasImageFront: front !== undefined, hasImageBack: back !== undefined }
}

const wireDocument = (document: StoredDocument, pictures: readonly WirePicture[]): IdentityDocument => ({ ...document, ...imagesOf(pictures, 'document') })

const wireLicence = (licence: StoredLicence, pictures: readonly WirePicture[], part: DocumentPart): DrivingLicence =>
  ({ ...licence, issueCountry: nameOf(licence.issueCountryId), ...imagesOf(pictures, part) })

const nameOf = (countryId: number | null): string | null => (countryId === null ? null : countryName(countryId, 'en'))

/** A driver as a renter's page gets it (DATA-05). */
export const wireDriver = (row: DriverRow, pictures: readonly WirePicture[] = []): Driver => ({
  id: row.number, name: row.name, surname: row.surname, address: row.address, addressComp: row.address_complement,
  birthDate: row.birth_date, birthPlace: row.birth_place, city: row.city,
  country: nameOf(row.country_id), countryId: row.country_id, zipCode: row.zip_code,
  document: row.document && wireDocument(row.document, pictures), driverLicense: row.licence && wireLicence(row.licence, pictures, 'licence'),
  secondDriverLicense: row.second_licence && wireLicence(row.second_licence, pictures, 'second_licence'),
  email: row.email,
  mobile: row.mobile_prefix !== null && row.mobile_phone !== null ? `+${row.mobile_prefix}${row.mobile_phone}` : null,
  mobileObj: row.mobile_phone === null ? null : { prefix: row.mobile_prefix, phone: row.mobile_phone },
  taxNumber: row.tax_number, nationality: nameOf(row.nationality_id),
  nationalityId: row.nationality_id, gwDriverId: row.gateway_driver_id,
  undesirable: row.undesirable,
})

/** An additional driver as the renter's page gets him: of one who filled in the own data the first name and nothing else (DEC-211). */
const wireAdditional = (row: DriverRow, pictures: readonly WirePicture[]): Driver => (row.is_invited
  ? {
      // Pages take a driver with both names for entered.
      id: row.number, name: row.name, surname: '…', address: null, addressComp: null, birthDate: null, birthPlace: null, city: null, country: null, countryId: null, zipCode: null,
      document: null, driverLicense: null, secondDriverLicense: null, email: null, mobile: null, mobileObj: null, taxNumber: null, nationality: null, nationalityId: null,
      gwDriverId: null, undesirable: row.undesirable,
    }
  : wireDriver(row, pictures))

/** Day of the week of a local date, 1 Monday to 7 Sunday. */
const weekdayOf = (local: string): number => (new Date(`${local.slice(0, 10)}T00:00Z`).getUTCDay() + 6) % 7 + 1

/** A pick-up or return with what is said of the station; of its hours those of that very day (DEC-185, DEC-356). */
function wireStop(at: string, place: string, station: StationFacts | null): Reservation['checkOut'] {
  const dateAndTime = minutes(at)
  if (station === null) return { dateAndTime, place }
  const { hours, phone, keyText, ...said } = station
  const day = weekdayOf(at)
  const open = hours && hours.filter(({ days }) => days.includes(day)).map(({ from, to }) => ({ from, to })).toSorted((one, other) => one.from.localeCompare(other.from))
  return { dateAndTime, place, station: { ...said, open, ...(phone !== null && { phone }), ...(Object.keys(keyText).length > 0 && { keyText }) } }
}

type RolePicture = WirePicture & { readonly role: DriverRow['role'] }

/**
 * A reservation as its renter may see it (DATA-02, DATA-03): total, paid and due are the cashier's (DEC-54). Without opened `pictures` it
 * only tells which there are.
 */
export function wireReservation(
  stored: StoredReservation, termsAccepted: boolean, pictures: readonly RolePicture[] = stored.pictures.map((picture) => ({ ...picture, image: '' })),
): LoadedReservation {
  const { row, currency, stations } = stored
  const amount = (minor: Minor): number => decimalOf(minor, currency)
  const totals = reservationTotals(stored)
  const ofRole = (role: DriverRow['role']) => pictures.filter((picture) => picture.role === role)
  const driver = stored.driver && wireDriver(stored.driver, ofRole('main'))
  const addDriver = stored.addDriver && wireAdditional(stored.addDriver, ofRole('additional'))
  const reservation: Reservation = {
    reservation: row.number, numberEMG: row.emg_number,
    reference: row.reference, guid: row.guid, voucherNr: row.voucher_number,
    sessionKey: null,
    checkOut: wireStop(row.check_out_at, row.check_out_place, stations.checkOut),
    checkIn: wireStop(row.check_in_at, row.check_in_place, stations.checkIn),
    customer: { name: row.customer_name, surname: row.customer_surname, email: row.customer_email },
    driver, addDriver, vehicle: row.vehicle, returnDate: row.check_in_at.slice(0, 10),
    totalPrice: amount(totals.cashier.net), totalPriceWithVAT: amount(totals.cashier.preview),
    amountPaid: amount(totals.paid), paidValue: amount(totals.paid),
    amountDue: amount(Math.max(0, totals.pending)), pendingValue: amount(totals.pending),
    emailToSign: row.email_to_sign ?? stored.driver?.email ?? row.customer_email,
    depositAmount: row.deposit_minor === null ? null : amount(row.deposit_minor), ...(row.condition && { condition: row.condition }),
  }
  return { reservation, driver, addDriver, termsAccepted, rowVersion: row.row_version }
}
