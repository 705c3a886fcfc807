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

/** A phone number in parts (DRIVER-38). */
export const MobileParts = z.object({ prefix: text, phone: text })
export type MobileParts = z.infer<typeof MobileParts>

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
