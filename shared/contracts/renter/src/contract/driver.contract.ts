import * as z from 'zod/mini'
import { Driver } from '../entities/driver.schema.ts'
import { Email, GivenDate, givenText, Money, ReservationNumber } from '../entities/values.schema.ts'
import { DriverSave } from './driver-post.ts'
import { endpoint } from './endpoint.ts'
import { cannotUpdate, hasRentalAgreement, moduleOff, readOnlySession, reservationNotFound, sessionMismatch, termsNotAccepted, tooManyRequests } from './refusals.ts'

const name = givenText(255).check(z.trim(), z.minLength(1))
/** Numbers of a query string arrive as text. */
const listId = z.coerce.number<number>().check(z.int(), z.gte(1))

export const DriverQuery = z.object({ name, surname: name, birthDate: GivenDate, email: Email, driversLicense: givenText(30).check(z.minLength(1)) })
export type DriverQuery = z.infer<typeof DriverQuery>

/** API-22: 404 means a new driver (DRIVER-12), 409 that the e-mail could not be verified (DRIVER-11). */
export const findDriver = endpoint({
  name: 'findDriver', method: 'GET', path: '/driver', access: 'link', query: DriverQuery,
  answer: Driver,
  errors: [{ status: 404, code: 'DriverNew' }, { status: 409, code: 'DriverConflict' }, { status: 400, code: 'DriverNotFound' }, tooManyRequests],
})

/** API-23: saves the main or, with `addDriver` true, the additional driver. */
export const saveDriver = endpoint({
  name: 'saveDriver', method: 'POST', path: '/driver', access: 'link', keyed: true, bodyLimit: 64 * 1024 * 1024, body: DriverSave,
  answer: Driver,
  errors: [
    { status: 400, code: 'AgeNotAllowed' }, { status: 400, code: 'EmailInUse' }, { status: 400, code: 'SameDriver' }, { status: 400, code: 'Undesirable' },
    cannotUpdate, hasRentalAgreement, sessionMismatch, readOnlySession, termsNotAccepted, moduleOff,
  ],
})

export const EmailCheck = z.object({ isValid: z.boolean() })
export type EmailCheck = z.infer<typeof EmailCheck>

/** API-24: whether the address is free, or this driver's own (DRIVER-34). */
export const checkDriverEmail = endpoint({
  name: 'checkDriverEmail', method: 'GET', path: '/driver/email', access: 'link',
  query: z.object({ email: Email, driverId: z.optional(listId) }),
  answer: EmailCheck, errors: [tooManyRequests],
})

export const PostalPlace = z.object({ city: z.string() })
export type PostalPlace = z.infer<typeof PostalPlace>

/** API-25: an empty list means that the code does not exist. */
export const findPostalCode = endpoint({
  name: 'findPostalCode', method: 'GET', path: '/postalcode', access: 'link',
  query: z.object({ zipCode: givenText(14).check(z.minLength(1)), countryId: listId }),
  answer: z.array(PostalPlace), errors: [tooManyRequests],
})

export const TaxNumberCheck = z.object({ isValid: z.literal(true) })
export type TaxNumberCheck = z.infer<typeof TaxNumberCheck>

/** API-26: valid when it is no error. */
export const checkTaxNumber = endpoint({
  name: 'checkTaxNumber', method: 'GET', path: '/taxnumber', access: 'link',
  query: z.object({ taxNumber: givenText(15).check(z.minLength(1)), countryId: listId }),
  answer: TaxNumberCheck, errors: [{ status: 400, code: 'TaxNumberInvalid' }, tooManyRequests],
})

export const AgeRequest = z.strictObject({ reservation: ReservationNumber, birthDate: GivenDate })
export type AgeRequest = z.infer<typeof AgeRequest>

/** A fee because of the driver's age; it is in the totals already when it is told (DEC-46). */
export const AgeFee = z.object({ type: z.enum(['young', 'senior']), amount: Money })
export type AgeFee = z.infer<typeof AgeFee>

export const AgeAllowed = z.object({ fee: z.nullable(AgeFee) })
export type AgeAllowed = z.infer<typeof AgeAllowed>

/** API-27: may announce a fee because of age (DEC-46). */
export const validateAge = endpoint({
  name: 'validateAge', method: 'POST', path: '/driver/validate-age', access: 'link', kind: 'read', body: AgeRequest,
  answer: AgeAllowed, errors: [{ status: 400, code: 'AgeNotAllowed' }, reservationNotFound, tooManyRequests],
})
