import type { Customer, Driver, DrivingLicence, IdentityDocument } from '@checkin/api'
import { mobileParts, type ContactField, type DetailsField, type DocumentField, type LicenceField, type Prefix } from '@checkin/driver-rules'
import { imageOnFile, withoutPrefix } from '@checkin/driver-rules/images'
import type { FormValues } from '@checkin/forms'

/** `driverId` shows nowhere: it keeps, over a reload of the tab, whom the lookup found; 0 is a new driver, empty means not looked up yet. */
export type VerifyField = 'name' | 'surname' | 'birthDate' | 'email' | 'driversLicense' | 'driverId'
/** Fields of both licences in one form (DRIVER-53). */
export type LicencesField = LicenceField | `second.${LicenceField}`

/** Values of the five screens. */
export interface DriverFormValues {
  readonly verify: FormValues<VerifyField>
  readonly details: FormValues<DetailsField>
  readonly contact: FormValues<ContactField>
  readonly document: FormValues<DocumentField>
  readonly licence: FormValues<LicencesField>
}

type Defaults<Name extends string> = Partial<FormValues<Name>>

const listed = (id: number | null | undefined): string => (id === null || id === undefined || id <= 0 ? '' : String(id))

/** The first screen before anything is typed: the driver on file, for the main driver else who booked (DRIVER-02). */
export const verifyDefaults = (driver: Driver | null, customer: Customer | null): Defaults<VerifyField> => ({
  name: driver?.name ?? customer?.name ?? '',
  surname: driver?.surname ?? customer?.surname ?? '',
  birthDate: driver?.birthDate ?? '',
  email: driver?.email ?? customer?.email ?? '',
  driversLicense: driver?.driverLicense?.id ?? '',
})

/** Values of the first screen count before those on file: nobody is asked twice. */
const orTyped = (typed: string, stored: string | null | undefined): string => (typed === '' ? stored ?? '' : typed)

export const detailsDefaults = (driver: Driver | null, verified: FormValues<VerifyField>): Defaults<DetailsField> => ({
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
export function contactDefaults(driver: Driver | null, verified: FormValues<VerifyField>, prefixes: readonly Prefix[], countryPrefix: string): Defaults<ContactField> {
  const parts = mobileParts({ mobile: driver?.mobile ?? null, mobileObj: driver?.mobileObj ?? null }, prefixes)
  return { email: orTyped(verified.email, driver?.email), mobilePrefix: parts.prefix === '' ? countryPrefix : parts.prefix, mobile: parts.phone }
}

type WithImages = Pick<IdentityDocument | DrivingLicence, 'imageFront' | 'imageBack' | 'hasImageFront' | 'hasImageBack'>
const imageOf = (image: string | null, isStored: boolean | undefined): string => (image ? withoutPrefix(image) : isStored ? imageOnFile : '')
const imagesOf = (from: WithImages | null): { readonly imageFront: string; readonly imageBack: string } =>
  ({ imageFront: imageOf(from?.imageFront ?? null, from?.hasImageFront), imageBack: imageOf(from?.imageBack ?? null, from?.hasImageBack) })

export const documentDefaults = (document: IdentityDocument | null): Defaults<DocumentField> => ({
  idType: document?.idType ?? '', id: document?.id ?? '', issueDate: document?.issueDate ?? '', expiryDate: document?.expiryDate ?? '', issuePlace: document?.issuePlace ?? '',
  ...imagesOf(document),
})

const licence = (from: DrivingLicence | null) => ({
  id: from?.id ?? '', issueDate: from?.issueDate ?? '', expiryDate: from?.expiryDate ?? '', issuePlace: from?.issuePlace ?? '', issueCountry: listed(from?.issueCountryId),
  ...imagesOf(from),
})

export const licenceDefaults = (driver: Driver | null, verified: FormValues<VerifyField>): Defaults<LicencesField> => {
  const first = licence(driver?.driverLicense ?? null)
  const second = licence(driver?.secondDriverLicense ?? null)
  return {
    ...first,
    id: orTyped(verified.driversLicense, first.id),
    ...(Object.fromEntries(Object.entries(second).map(([name, value]) => [`second.${name}`, value])) as Defaults<LicencesField>),
  }
}
