import type { Country, Driver, DriverPost, DrivingLicence, IdentityDocument } from '@checkin/api'
import type { FormValues } from '@checkin/forms'
import type { ContactField } from '../steps/driver-contact/form.ts'
import type { DetailsField } from '../steps/driver-details/form.ts'
import type { DocumentField } from '../steps/driver-document/form.ts'
import type { LicenceField, OneLicenceField } from '../steps/driver-document-license/form.ts'
import type { VerifyField } from '../steps/verify-driver/form.ts'
import { imageOnFile, withoutPrefix } from './image-rules.ts'
import { storedMobile } from './mobile-number.ts'

/** Values of the five screens, and which of their fields showed: what did not show is not sent, so the stored value stays. */
export interface Entered {
  readonly id: number
  readonly verify: FormValues<VerifyField>
  readonly details: FormValues<DetailsField>
  readonly contact: FormValues<ContactField>
  readonly document: FormValues<DocumentField>
  readonly licence: FormValues<LicenceField>
  readonly hasSecond: boolean
  readonly shown: {
    readonly details: ReadonlySet<DetailsField>
    readonly contact: ReadonlySet<'email' | 'mobile'>
    readonly document: ReadonlySet<DocumentField>
    readonly first: ReadonlySet<OneLicenceField>
    readonly second: ReadonlySet<OneLicenceField>
  }
  readonly countries: readonly Pick<Country, 'id' | 'country'>[]
  /** As loaded: an image that did not change is not sent again. */
  readonly onFile: Driver | null
}

/** A text as it is sent: null clears what is stored. */
const text = (value: string): string | null => (value.trim() === '' ? null : value.trim())
const listed = (value: string): number | null => (value === '' ? null : Number(value))

/** Only the entries whose field showed. */
const when = <Field extends string, Sent extends object>(shown: ReadonlySet<Field>, sent: { readonly [Name in Field]?: Sent }): Sent =>
  Object.assign({}, ...[...shown].map((field) => sent[field] ?? {})) as Sent

type Stored = Pick<IdentityDocument | DrivingLicence, 'imageFront' | 'imageBack'> | null | undefined

/** An image that is new goes along, one that was removed is emptied, any other is left out (DRIVER-63, DEC-77). */
function image(side: 'Front' | 'Back', value: string, stored: Stored): Record<string, string | boolean> {
  const before = withoutPrefix(stored?.[`image${side}`] ?? '')
  if (value === imageOnFile || (value !== '' && value === before)) return {}
  return { [`image${side}`]: withoutPrefix(value), [`hasImage${side}`]: value !== '' }
}

function licencePost(value: (field: OneLicenceField) => string, shown: ReadonlySet<OneLicenceField>, stored: Stored, countries: Entered['countries']): DriverPost['driverLicense'] {
  const country = countries.find(({ id }) => String(id) === value('issueCountry'))
  return when<OneLicenceField, object>(shown, {
    id: { id: text(value('id')) },
    issueDate: { issueDate: text(value('issueDate')) },
    expiryDate: { expiryDate: text(value('expiryDate')) },
    issuePlace: { issuePlace: text(value('issuePlace')) },
    issueCountry: { issueCountryId: listed(value('issueCountry')), issueCountry: country?.country ?? null },
    imageFront: image('Front', value('imageFront'), stored),
    imageBack: image('Back', value('imageBack'), stored),
  })
}

/** The driver as it is saved (DRIVER-55, DRIVER-56, DATA-05 to DATA-07). The client's own `enabled` is never part of it. */
export function driverPost({ id, verify, details, contact, document, licence, hasSecond, shown, countries, onFile }: Entered): DriverPost {
  const country = countries.find((each) => String(each.id) === details.countryId)
  const birthDate = shown.details.has('birthDate') && details.birthDate !== '' ? details.birthDate : verify.birthDate
  const email = shown.contact.has('email') && contact.email.trim() !== '' ? contact.email : verify.email
  const phone = contact.mobile
  return {
    id,
    name: (verify.name || details.name).trim(),
    surname: (verify.surname || details.surname).trim(),
    ...(birthDate !== '' && { birthDate }),
    ...(email.trim() !== '' && { email: email.trim() }),
    ...when<DetailsField, object>(shown.details, {
      address: { address: text(details.address) },
      countryId: { countryId: listed(details.countryId), country: country?.country ?? null },
      zipCode: { zipCode: text(details.zipCode) },
      city: { city: text(details.city) },
      taxNumber: { taxNumber: text(details.taxNumber) },
      birthPlace: { birthPlace: text(details.birthPlace) },
    }),
    ...(shown.contact.has('mobile') && {
      mobile: storedMobile({ prefix: contact.mobilePrefix, phone }),
      mobileObj: { prefix: phone === '' ? null : contact.mobilePrefix, phone: text(phone) },
    }),
    document: when<DocumentField, object>(shown.document, {
      idType: { idType: text(document.idType) },
      id: { id: document.id },
      issueDate: { issueDate: text(document.issueDate) },
      expiryDate: { expiryDate: text(document.expiryDate) },
      issuePlace: { issuePlace: text(document.issuePlace) },
      imageFront: image('Front', document.imageFront, onFile?.document),
      imageBack: image('Back', document.imageBack, onFile?.document),
    }),
    driverLicense: licencePost((field) => licence[field], shown.first, onFile?.driverLicense, countries),
    ...(hasSecond && { secondDriverLicense: licencePost((field) => licence[`second.${field}`], shown.second, onFile?.secondDriverLicense, countries) }),
  }
}
