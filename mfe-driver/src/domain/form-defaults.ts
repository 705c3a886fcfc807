import type { Customer, Driver, DrivingLicence, IdentityDocument } from '@checkin/api'
import type { FormValues } from '@checkin/forms'
import { imageOnFile, withoutPrefix } from '../domain/image-rules.ts'
import { mobileParts, type Prefix } from '../domain/mobile-number.ts'
import type { ContactField } from '../steps/driver-contact/form.ts'
import type { DetailsField } from '../steps/driver-details/form.ts'
import type { DocumentField } from '../steps/driver-document/form.ts'
import type { LicenceField } from '../steps/driver-document-license/form.ts'
import type { VerifyField } from '../steps/verify-driver/form.ts'

type Known<Name extends string> = Partial<FormValues<Name>>

const listed = (id: number | null | undefined): string => (id === null || id === undefined || id <= 0 ? '' : String(id))

/** What the first screen knows before anything is typed: the driver on file, for the main driver else who booked (DRIVER-02). */
export const knownForVerify = (driver: Driver | null, customer: Customer | null): Known<VerifyField> => ({
  name: driver?.name ?? customer?.name ?? '',
  surname: driver?.surname ?? customer?.surname ?? '',
  birthDate: driver?.birthDate ?? '',
  email: driver?.email ?? customer?.email ?? '',
  driversLicense: driver?.driverLicense?.id ?? '',
})

/** Values of the first screen count before those on file: nobody is asked twice. */
const orTyped = (typed: string, stored: string | null | undefined): string => (typed === '' ? stored ?? '' : typed)

export const knownForDetails = (driver: Driver | null, verified: FormValues<VerifyField>): Known<DetailsField> => ({
  name: orTyped(verified.name, driver?.name),
  surname: orTyped(verified.surname, driver?.surname),
  address: driver?.address ?? '',
  countryId: listed(driver?.countryId),
  zipCode: driver?.zipCode ?? '',
  city: driver?.city ?? '',
  taxNumber: driver?.taxNumber ?? '',
  birthDate: orTyped(verified.birthDate, driver?.birthDate),
  birthPlace: driver?.birthPlace ?? '',
})

/** `countryPrefix` is the calling code of the chosen country, proposed where no number is known. */
export function knownForContact(driver: Driver | null, verified: FormValues<VerifyField>, prefixes: readonly Prefix[], countryPrefix: string): Known<ContactField> {
  const parts = mobileParts({ mobile: driver?.mobile ?? null, mobileObj: driver?.mobileObj ?? null }, prefixes)
  return { email: orTyped(verified.email, driver?.email), mobilePrefix: parts.prefix === '' ? countryPrefix : parts.prefix, mobile: parts.phone }
}

type Pictured = Pick<IdentityDocument | DrivingLicence, 'imageFront' | 'imageBack' | 'hasImageFront' | 'hasImageBack'>
const imageOf = (image: string | null, isThere: boolean | undefined): string => (image ? withoutPrefix(image) : isThere ? imageOnFile : '')
const imagesOf = (from: Pictured | null): { readonly imageFront: string; readonly imageBack: string } =>
  ({ imageFront: imageOf(from?.imageFront ?? null, from?.hasImageFront), imageBack: imageOf(from?.imageBack ?? null, from?.hasImageBack) })

export const knownForDocument = (document: IdentityDocument | null): Known<DocumentField> => ({
  idType: document?.idType ?? '', id: document?.id ?? '', issueDate: document?.issueDate ?? '', expiryDate: document?.expiryDate ?? '', issuePlace: document?.issuePlace ?? '',
  ...imagesOf(document),
})

const licence = (from: DrivingLicence | null) => ({
  id: from?.id ?? '', issueDate: from?.issueDate ?? '', expiryDate: from?.expiryDate ?? '', issuePlace: from?.issuePlace ?? '', issueCountry: listed(from?.issueCountryId),
  ...imagesOf(from),
})

export const knownForLicence = (driver: Driver | null, verified: FormValues<VerifyField>): Known<LicenceField> => {
  const first = licence(driver?.driverLicense ?? null)
  const second = licence(driver?.secondDriverLicense ?? null)
  return {
    ...first,
    id: orTyped(verified.driversLicense, first.id),
    ...(Object.fromEntries(Object.entries(second).map(([name, value]) => [`second.${name}`, value])) as Known<LicenceField>),
  }
}
