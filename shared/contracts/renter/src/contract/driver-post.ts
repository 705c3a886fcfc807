import { describeSchema, descriptionsOf } from '@checkin/http'
import * as z from 'zod/mini'
import { Driver, DrivingLicence, IdentityDocument, MobileParts } from '../entities/driver.schema.ts'
import { Count, Email, GivenDate, givenText, ReservationNumber, SentImage, SessionKey } from '../entities/values.schema.ts'
import { sentBack } from './known-fields.ts'

/** Left out: leave what is stored. Null or empty: clear it. */
const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
/** What the form lets type is shorter (CONST-11), but a longer text on file has to survive being sent back. */
const onFile = maybe(givenText(255))
const listId = maybe(z.int().check(z.gte(1)))
const day = maybe(GivenDate)

/** An empty image with its `has…` true keeps the stored one (DEC-77). */
const images = { imageFront: maybe(SentImage), imageBack: maybe(SentImage), hasImageFront: z.optional(z.boolean()), hasImageBack: z.optional(z.boolean()) }

/** An identity document to save: number of letters and digits (DRIVER-43), issue place at most 20 (CONST-07). */
export const DocumentPost = sentBack(IdentityDocument, {
  idType: maybe(givenText(40)), id: maybe(z.string().check(z.maxLength(40), z.regex(/^[\p{L}\p{N}]*$/u))), issuePlace: maybe(givenText(20)), issueDate: day, expiryDate: day, ...images,
})
/* @__PURE__ */ describeSchema(DocumentPost, () => ({ id: 'DocumentPost', description: 'An identity document as a renter gives it.', fields: descriptionsOf(IdentityDocument) }))

/** A licence to save: number at most 30 (CONST-09). The client's own `enabled` is refused (DRIVER-55). */
export const LicencePost = sentBack(DrivingLicence, {
  id: maybe(givenText(30)), issueDate: day, issuePlace: maybe(givenText(20)), expiryDate: day, issueCountryId: listId, issueCountry: onFile, ...images,
})
/* @__PURE__ */ describeSchema(LicencePost, () => ({ id: 'LicencePost', description: 'A driving licence as a renter gives it.', fields: descriptionsOf(DrivingLicence) }))

/** A mobile number: plus sign, prefix and 6 to 12 digits (DRIVER-36, DRIVER-38). */
const mobile = z.string().check(z.regex(/^(\+\d{7,16})?$/))

/** A phone number in parts to save. */
export const MobilePartsPost = sentBack(MobileParts, { prefix: maybe(givenText(6)), phone: maybe(z.string().check(z.regex(/^(\d{6,12})?$/))) })
/* @__PURE__ */ describeSchema(MobilePartsPost, () => ({ id: 'MobilePartsPost', description: 'A mobile number in parts as a renter gives it.', fields: descriptionsOf(MobileParts) }))

/** A driver as the licence screen saves it (DRIVER-56). Whether somebody is undesirable is the company's to say: that field has no effect. */
export const DriverPost = sentBack(Driver, {
  id: z.int().check(z.gte(0)),
  name: givenText(255).check(z.trim(), z.minLength(1)),
  surname: givenText(255).check(z.trim(), z.minLength(1)),
  address: onFile,
  addressComp: onFile,
  birthDate: day,
  birthPlace: onFile,
  city: onFile,
  country: onFile,
  countryId: listId,
  zipCode: maybe(givenText(14)),
  document: maybe(DocumentPost),
  driverLicense: maybe(LicencePost),
  secondDriverLicense: maybe(LicencePost),
  email: maybe(z.union([z.literal(''), Email])),
  mobile: maybe(mobile),
  mobileObj: maybe(MobilePartsPost),
  taxNumber: maybe(givenText(15)),
  nationality: onFile,
  nationalityId: listId,
})
export type DriverPost = z.infer<typeof DriverPost>
/* @__PURE__ */ describeSchema(DriverPost, () => ({
  id: 'DriverPost', description: 'A driver as a renter gives it. A field left out keeps what is stored, null or empty clears it.',
  fields: descriptionsOf(Driver),
}))

/** Saves the main or, with `addDriver` true, the additional driver (DATA-25). */
export const DriverSave = z.strictObject({ reservation: ReservationNumber, driver: DriverPost, addDriver: z.boolean(), sessionKey: SessionKey, rowVersion: z.optional(Count) })
export type DriverSave = z.infer<typeof DriverSave>
/* @__PURE__ */ describeSchema(DriverSave, () => ({
  id: 'DriverSave', description: 'A driver to be saved with a reservation.',
  fields: {
    reservation: 'Number of the reservation.',
    driver: 'Who drives, with all documents.',
    addDriver: 'True for the additional driver, whose extra is accepted and priced with it; false for the main driver.',
    sessionKey: 'Correlation id of the session, as the verification answered it.',
    rowVersion: 'Version of the reservation that the data were entered on; with it nothing newer is overwritten.',
  },
}))
