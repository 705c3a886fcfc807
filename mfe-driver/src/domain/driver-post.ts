import type { Country, Driver, DriverPost, DrivingLicence, IdentityDocument } from '@checkin/api'
import {
  contactChecks, detailsChecks, documentChecks, licenceChecks, storedMobile,
  type DetailsField, type DocumentField, type DriverFacts, type FieldChecks, type LicenceField,
} from '@checkin/driver-rules'
import { imageOnFile, withoutPrefix } from '@checkin/driver-rules/images'
import type { DriverFormValues } from './form-defaults.ts'

/** What is saved of one driver: the forms, and the rules by which their fields showed. */
export interface DriverToSave extends DriverFormValues {
  /** 0 is a new driver. */
  readonly id: number
  readonly hasSecond: boolean
  readonly facts: Omit<DriverFacts, 'countries'> & { readonly countries: readonly Country[] }
  /** As loaded: an image that did not change is not sent again. */
  readonly onFile: Driver | null
}

/** A text as it is sent: null clears what is stored. */
const text = (value: string): string | null => (value.trim() === '' ? null : value.trim())
const listed = (value: string): number | null => (value === '' ? null : Number(value))

/** Only the entries whose field shows: what does not is not sent, so the stored value stays. */
const whereShown = <Field extends string>(checks: FieldChecks<Field>, sent: { readonly [Name in Field]?: object }): object =>
  Object.assign({}, ...(Object.keys(checks) as Field[]).map((field) => (checks[field].visible ? sent[field] : {}))) as object

type Stored = Pick<IdentityDocument | DrivingLicence, 'imageFront' | 'imageBack'> | null | undefined

/** An image that is new goes along, one that was removed is emptied, any other is left out (DRIVER-63, DEC-77). */
function image(side: 'Front' | 'Back', value: string, stored: Stored): Record<string, string | boolean> {
  const before = withoutPrefix(stored?.[`image${side}`] ?? '')
  if (value === imageOnFile || (value !== '' && value === before)) return {}
  return { [`image${side}`]: withoutPrefix(value), [`hasImage${side}`]: value !== '' }
}

function licencePost(value: (field: LicenceField) => string, checks: FieldChecks<LicenceField>, stored: Stored, { countries }: DriverToSave['facts']): DriverPost['driverLicense'] {
  const country = countries.find(({ id }) => String(id) === value('issueCountry'))
  return whereShown(checks, {
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
export function driverPost({ id, verify, details, contact, document, licence, hasSecond, facts, onFile }: DriverToSave): DriverPost {
  const country = facts.countries.find((each) => String(each.id) === details.countryId)
  const detailsShown = detailsChecks(facts, details.countryId)
  const contactShown = contactChecks(facts, contact.mobile)
  const birthDate = detailsShown.birthDate.visible && details.birthDate !== '' ? details.birthDate : verify.birthDate
  const email = contactShown.email.visible && contact.email.trim() !== '' ? contact.email : verify.email
  const phone = contact.mobile
  return {
    id,
    name: (verify.name || details.name).trim(),
    surname: (verify.surname || details.surname).trim(),
    ...(birthDate !== '' && { birthDate }),
    ...(email.trim() !== '' && { email: email.trim() }),
    ...whereShown<DetailsField>(detailsShown, {
      address: { address: text(details.address) },
      countryId: { countryId: listed(details.countryId), country: country?.country ?? null },
      zipCode: { zipCode: text(details.zipCode) },
      city: { city: text(details.city) },
      taxNumber: { taxNumber: text(details.taxNumber) },
      birthPlace: { birthPlace: text(details.birthPlace) },
    }),
    ...(contactShown.mobile.visible && {
      mobile: storedMobile({ prefix: contact.mobilePrefix, phone }),
      mobileObj: { prefix: phone === '' ? null : contact.mobilePrefix, phone: text(phone) },
    }),
    document: whereShown<DocumentField>(documentChecks(facts), {
      idType: { idType: text(document.idType) },
      id: { id: document.id },
      issueDate: { issueDate: text(document.issueDate) },
      expiryDate: { expiryDate: text(document.expiryDate) },
      issuePlace: { issuePlace: text(document.issuePlace) },
      imageFront: image('Front', document.imageFront, onFile?.document),
      imageBack: image('Back', document.imageBack, onFile?.document),
    }),
    driverLicense: licencePost((field) => licence[field], licenceChecks(facts, 'first', ''), onFile?.driverLicense, facts),
    // Without the tick no second licence is sent; one that is on file is taken away (DEC-120).
    ...(hasSecond
      ? { secondDriverLicense: licencePost((field) => licence[`second.${field}`], licenceChecks(facts, 'second', ''), onFile?.secondDriverLicense, facts) }
      : onFile?.secondDriverLicense && { secondDriverLicense: null }),
  }
}
