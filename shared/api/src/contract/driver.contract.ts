import * as z from 'zod/mini'
import { Driver } from '../entities/driver.schema.ts'
import { Email, Money, PlainDate, SessionKey } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { ReservationNumber } from './reservation.contract.ts'

const name = z.string().check(z.minLength(1), z.maxLength(40))
const text = (longest: number) => z.optional(z.nullable(z.string().check(z.maxLength(longest))))
const day = z.optional(z.nullable(PlainDate))
const image = z.optional(z.nullable(z.string().check(z.maxLength(21_000_000))))
const countryId = z.optional(z.nullable(z.number().check(z.int(), z.gte(1))))

const LicencePost = z.strictObject({
  id: text(30), issueDate: day, issuePlace: text(20), expiryDate: day, issueCountryId: countryId, issueCountry: text(80), imageFront: image, imageBack: image,
})

/** A driver as the licence screen saves it (DRIVER-56); nothing that is the company's to decide is taken. */
export const DriverPost = z.strictObject({
  id: z.number().check(z.int(), z.gte(0)),
  name, surname: name,
  address: text(80), addressComp: text(80), birthDate: day, birthPlace: text(40), city: text(40), country: text(80), countryId,
  zipCode: text(14), email: z.optional(z.nullable(Email)),
  mobile: z.optional(z.nullable(z.string().check(z.regex(/^(\+\d{7,16})?$/)))),
  mobileObj: z.optional(z.nullable(z.strictObject({ prefix: text(6), phone: text(12) }))),
  taxNumber: text(15), nationality: text(80), nationalityId: countryId,
  document: z.optional(z.nullable(z.strictObject({
    idType: z.optional(z.nullable(z.union([z.string().check(z.maxLength(40)), z.number()]))), id: text(40), issuePlace: text(20), issueDate: day, expiryDate: day, imageFront: image, imageBack: image,
  }))),
  driverLicense: z.optional(z.nullable(LicencePost)),
  secondDriverLicense: z.optional(z.nullable(LicencePost)),
})
export type DriverPost = z.infer<typeof DriverPost>

/** API-22: 404 means a new driver (DRIVER-12), 409 that the e-mail could not be verified (DRIVER-11). */
export const findDriver = endpoint({
  name: 'findDriver', method: 'GET', path: '/driver', access: 'verified',
  query: z.object({ name, surname: name, birthDate: PlainDate, email: Email, driversLicense: z.string().check(z.minLength(1), z.maxLength(30)) }),
  answer: Driver,
  errors: [{ status: 404, code: 'DriverNew' }, { status: 409, code: 'DriverConflict' }, { status: 400, code: 'DriverNotFound' }, { status: 429, code: 'TooManyRequests' }],
})

/** API-23: saves the main or, with `addDriver` true, the additional driver. */
export const saveDriver = endpoint({
  name: 'saveDriver', method: 'POST', path: '/driver', access: 'verified', bodyLimit: 64 * 1024 * 1024,
  body: z.strictObject({ reservation: ReservationNumber, driver: DriverPost, addDriver: z.boolean(), sessionKey: SessionKey }),
  answer: Driver,
  errors: [
    { status: 400, code: 'AgeNotAllowed' }, { status: 400, code: 'EmailInUse' }, { status: 400, code: 'SameDriver' }, { status: 400, code: 'Undesirable' },
    { status: 400, code: 'CannotUpdate' }, { status: 409, code: 'HasRentalAgreement' }, { status: 409, code: 'SessionMismatch' }, { status: 409, code: 'ReadOnlySession' },
  ],
})

/** API-24 */
export const checkDriverEmail = endpoint({
  name: 'checkDriverEmail', method: 'GET', path: '/driver/email', access: 'verified',
  query: z.object({ email: Email, driverId: z.optional(z.coerce.number().check(z.int(), z.gte(1))) }),
  answer: z.object({ isValid: z.boolean() }), errors: [{ status: 429, code: 'TooManyRequests' }],
})

/** API-25: an empty list means that the code does not exist. */
export const findPostalCode = endpoint({
  name: 'findPostalCode', method: 'GET', path: '/postalcode', access: 'verified',
  query: z.object({ zipCode: z.string().check(z.minLength(1), z.maxLength(14)), countryId: z.coerce.number().check(z.int(), z.gte(1)) }),
  answer: z.array(z.object({ city: z.string() })), errors: [],
})

/** API-26: valid when it is no error. */
export const checkTaxNumber = endpoint({
  name: 'checkTaxNumber', method: 'GET', path: '/taxnumber', access: 'verified',
  query: z.object({ taxNumber: z.string().check(z.minLength(1), z.maxLength(15)), countryId: z.coerce.number().check(z.int(), z.gte(1)) }),
  answer: z.object({ isValid: z.literal(true) }), errors: [{ status: 400, code: 'TaxNumberInvalid' }],
})

/** API-27: may announce a fee because of age (DEC-46). */
export const validateAge = endpoint({
  name: 'validateAge', method: 'POST', path: '/driver/validate-age', access: 'verified',
  body: z.strictObject({ reservation: ReservationNumber, birthDate: PlainDate }),
  answer: z.object({ fee: z.nullish(z.object({ type: z.enum(['young', 'senior']), amount: Money })) }),
  errors: [{ status: 400, code: 'AgeNotAllowed' }],
})
