import type { DriverPost } from '@checkin/api'
import { mobileParts } from '@checkin/driver-rules'
import type { StoredDocument, StoredLicence } from '@checkin/fleet'
import { countriesIn } from '../reservations/countries.ts'
import type { DriverRow } from '../reservations/reservation-store.ts'

/** Columns of a driver that a renter may write; all others stay as the company put them. */
export interface DriverDraft extends Pick<DriverRow,
  'name' | 'surname' | 'birth_date' | 'birth_place' | 'address' | 'address_complement' | 'zip_code' | 'city' | 'country_id' | 'nationality_id'
  | 'email' | 'mobile_prefix' | 'mobile_phone' | 'tax_number'> {
  readonly document: StoredDocument | null
  readonly licence: StoredLicence | null
  readonly second_licence: StoredLicence | null
}

/** Left out keeps what is stored, empty clears it. */
function text(sent: string | null | undefined, stored: string | null | undefined): string | null {
  if (sent === undefined) return stored ?? null
  const trimmed = sent?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}
const number = (sent: number | null | undefined, stored: number | null | undefined): number | null => (sent === undefined ? stored ?? null : sent)

/** Null for a document without a word in it. */
const filled = <Part extends StoredDocument | StoredLicence>(part: Part): Part | null => (Object.values(part).some((value) => value !== null) ? part : null)

function documentOf(sent: DriverPost['document'], stored: StoredDocument | null): StoredDocument | null {
  if (!sent) return sent === undefined ? stored : null
  return filled({
    idType: text(sent.idType, stored?.idType), id: text(sent.id, stored?.id), issuePlace: text(sent.issuePlace, stored?.issuePlace),
    issueDate: text(sent.issueDate, stored?.issueDate), expiryDate: text(sent.expiryDate, stored?.expiryDate),
  })
}

function licenceOf(sent: DriverPost['driverLicense'], stored: StoredLicence | null): StoredLicence | null {
  if (!sent) return sent === undefined ? stored : null
  return filled({
    id: text(sent.id, stored?.id), issuePlace: text(sent.issuePlace, stored?.issuePlace), issueDate: text(sent.issueDate, stored?.issueDate),
    expiryDate: text(sent.expiryDate, stored?.expiryDate), issueCountryId: number(sent.issueCountryId, stored?.issueCountryId),
  })
}

/** Prefix and number of a phone; the parts where they are sent, else split after the longest known calling code (DRIVER-38). */
function phoneOf({ mobile, mobileObj }: DriverPost, stored: DriverRow | null): Pick<DriverDraft, 'mobile_prefix' | 'mobile_phone'> {
  if (mobile === undefined && mobileObj === undefined) return { mobile_prefix: stored?.mobile_prefix ?? null, mobile_phone: stored?.mobile_phone ?? null }
  const { prefix, phone } = mobileParts({ mobile: mobileObj ? null : mobile ?? null, mobileObj: mobileObj ? { prefix: mobileObj.prefix ?? null, phone: mobileObj.phone ?? null } : null }, countriesIn('en').map(({ phoneCode: code }) => ({ code })))
  return { mobile_prefix: phone === '' ? null : text(prefix, null), mobile_phone: text(phone, null) }
}

/** The driver as it would be stored. The main driver's name is the company's to change (DRIVER-02). */
export function draftOf(sent: DriverPost, stored: DriverRow | null, role: DriverRow['role']): DriverDraft {
  const keepsName = role === 'main' && stored !== null
  return {
    name: keepsName ? stored.name : sent.name, surname: keepsName ? stored.surname : sent.surname,
    birth_date: text(sent.birthDate, stored?.birth_date), birth_place: text(sent.birthPlace, stored?.birth_place),
    address: text(sent.address, stored?.address), address_complement: text(sent.addressComp, stored?.address_complement),
    zip_code: text(sent.zipCode, stored?.zip_code), city: text(sent.city, stored?.city),
    country_id: number(sent.countryId, stored?.country_id), nationality_id: number(sent.nationalityId, stored?.nationality_id),
    email: text(sent.email, stored?.email), ...phoneOf(sent, stored), tax_number: text(sent.taxNumber, stored?.tax_number),
    document: documentOf(sent.document, stored?.document ?? null), licence: licenceOf(sent.driverLicense, stored?.licence ?? null),
    second_licence: role === 'main' ? licenceOf(sent.secondDriverLicense, stored?.second_licence ?? null) : null,
  }
}
