import { describeSchema } from '@checkin/http'
import * as z from 'zod/mini'
import { OptionalDate } from './values.schema.ts'

const text = z.nullable(z.string())
const listId = z.nullable(z.number())

const images = {
  imageFront: text,
  imageBack: text,
  hasImageFront: z.optional(z.boolean()),
  hasImageBack: z.optional(z.boolean()),
}
const imageDescriptions = {
  imageFront: 'Front side as base64 of a WebP file without prefix; empty when there is none or when this session may not see it.',
  imageBack: 'Back side, the same way.',
  hasImageFront: 'Whether a front side is stored; with an empty image in a request, keeps the stored one.',
  hasImageBack: 'Whether a back side is stored; likewise.',
}

/** Identity document (DATA-06). Link sessions get no image, only that one exists (DEC-77). */
export const IdentityDocument = z.object({
  idType: text,
  id: text,
  issuePlace: text,
  issueDate: OptionalDate,
  expiryDate: OptionalDate,
  ...images,
})
export type IdentityDocument = z.infer<typeof IdentityDocument>
/* @__PURE__ */ describeSchema(IdentityDocument, () => ({
  id: 'IdentityDocument', description: 'Identity card or passport of a driver.',
  fields: {
    idType: 'Kind of document, an id of the document types.',
    id: 'Number of the document: letters and digits.',
    issuePlace: 'Where it was issued, at most 20 characters.',
    issueDate: 'Day of issue, YYYY-MM-DD; null when unknown.',
    expiryDate: 'Last day on which it is good, YYYY-MM-DD; later than the return of the vehicle.',
    ...imageDescriptions,
  },
}))

/** Driving licence, first or second (DATA-07). */
export const DrivingLicence = z.object({
  id: text,
  issueDate: OptionalDate,
  issuePlace: text,
  expiryDate: OptionalDate,
  issueCountryId: listId,
  issueCountry: text,
  ...images,
})
export type DrivingLicence = z.infer<typeof DrivingLicence>
/* @__PURE__ */ describeSchema(DrivingLicence, () => ({
  id: 'DrivingLicence', description: 'A driving licence, the first or the second.',
  fields: {
    id: 'Number of the licence, at most 30 characters.',
    issueDate: 'Day of issue, YYYY-MM-DD; null when unknown.',
    issuePlace: 'Where it was issued, at most 20 characters.',
    expiryDate: 'Last day on which it is good, YYYY-MM-DD; later than the return of the vehicle.',
    issueCountryId: 'Country of issue, a number of the countries.',
    issueCountry: 'Name of that country.',
    ...imageDescriptions,
  },
}))

/** A phone number in parts (DRIVER-38). */
export const MobileParts = z.object({ prefix: text, phone: text })
export type MobileParts = z.infer<typeof MobileParts>
/* @__PURE__ */ describeSchema(MobileParts, () => ({
  id: 'MobileParts', description: 'A mobile number in parts.',
  fields: { prefix: 'Country prefix without plus sign.', phone: 'Number without prefix, 6 to 12 digits.' },
}))

/** Main or additional driver (DATA-05); id 0 is a new one. */
export const Driver = z.object({
  id: z.number(),
  name: text,
  surname: text,
  address: text,
  addressComp: text,
  birthDate: OptionalDate,
  birthPlace: text,
  city: text,
  country: text,
  countryId: listId,
  zipCode: text,
  document: z.nullable(IdentityDocument),
  driverLicense: z.nullable(DrivingLicence),
  secondDriverLicense: z.nullable(DrivingLicence),
  email: text,
  mobile: text,
  mobileObj: z.nullable(MobileParts),
  taxNumber: text,
  nationality: text,
  nationalityId: listId,
  gwDriverId: text,
  undesirable: z._default(z.boolean(), false),
})
export type Driver = z.infer<typeof Driver>
/* @__PURE__ */ describeSchema(Driver, () => ({
  id: 'Driver', description: 'Main or additional driver of a reservation.',
  fields: {
    id: 'Number of the driver; 0 for one who is new.',
    name: 'First name.',
    surname: 'Last name.',
    address: 'Street and number.',
    addressComp: 'Further line of the address.',
    birthDate: 'Day of birth, YYYY-MM-DD.',
    birthPlace: 'Place of birth.',
    city: 'City; follows from the zip code where the country validates it.',
    country: 'Name of the country of residence.',
    countryId: 'Country of residence, a number of the countries.',
    zipCode: 'Zip code, at most 14 characters.',
    document: 'Identity document.',
    driverLicense: 'Driving licence.',
    secondDriverLicense: 'Second driving licence of the main driver; null for none.',
    email: 'E-mail address, at most 255 characters.',
    mobile: 'Mobile number as plus sign, prefix and number.',
    mobileObj: 'The same number in parts.',
    taxNumber: 'Tax number, at most 15 characters.',
    nationality: 'Name of the nationality.',
    nationalityId: 'Nationality, an id of the nationalities.',
    gwDriverId: "The driver's id in the rental company's own system; has no effect in a request.",
    undesirable: 'Whether the company does not rent to this person online; has no effect in a request.',
  },
}))
