import { describeCall, describeSchema } from '@checkin/http'
import * as z from 'zod/mini'
import { Driver } from '../entities/driver.schema.ts'
import { Email, GivenDate, givenText, Money, ReservationNumber } from '../entities/values.schema.ts'
import { DriverSave } from './driver-post.ts'
import { endpoint } from './endpoint.ts'
import { cannotUpdate, hasRentalAgreement, moduleOff, readOnlySession, reservationNotFound, sessionMismatch, termsNotAccepted, tooManyRequests, versionConflict } from './errors.ts'

const name = givenText(255).check(z.trim(), z.minLength(1))
/** Numbers of a query string arrive as text. */
const listId = z.coerce.number<number>().check(z.int(), z.gte(1))

export const DriverQuery = z.object({ name, surname: name, birthDate: GivenDate, email: Email, driversLicense: givenText(30).check(z.minLength(1)) })
export type DriverQuery = z.infer<typeof DriverQuery>

/** API-22, API-104: 404 means a new driver (DRIVER-12), 409 that the e-mail could not be verified (DRIVER-11). */
export const findDriver = endpoint({
  name: 'findDriver', method: 'GET', path: '/driver', inBody: '/driver/find', access: 'link', query: DriverQuery,
  answer: Driver,
  errors: [{ status: 404, code: 'DriverNew' }, { status: 409, code: 'DriverConflict' }, { status: 400, code: 'DriverNotFound' }, tooManyRequests],
})
/* @__PURE__ */ describeCall(findDriver, 'Looks up a driver; 404 means a new one', {
  name: 'First name.', surname: 'Last name.', birthDate: 'Day of birth, YYYY-MM-DD.', email: 'E-mail address.', driversLicense: 'Number of the driving licence, at most 30 characters.',
})

/** API-23: saves the main or, with `addDriver` true, the additional driver. */
export const saveDriver = endpoint({
  name: 'saveDriver', method: 'POST', path: '/driver', access: 'link', idempotent: true, bodyLimit: 64 * 1024 * 1024, body: DriverSave,
  answer: Driver,
  errors: [
    { status: 400, code: 'AgeNotAllowed' }, { status: 400, code: 'EmailInUse' }, { status: 400, code: 'SameDriver' }, { status: 400, code: 'Undesirable' },
    cannotUpdate, hasRentalAgreement, versionConflict, sessionMismatch, readOnlySession, termsNotAccepted, moduleOff,
  ],
})
/* @__PURE__ */ describeCall(saveDriver, 'Saves the main or the additional driver')

export const EmailCheck = z.object({ isValid: z.boolean() })
/* @__PURE__ */ describeSchema(EmailCheck, () => ({ id: 'EmailCheck', description: 'Whether an e-mail address may be used.', fields: { isValid: 'False when it belongs to another driver.' } }))

/** API-24, API-105: whether the address is free, or this driver's own (DRIVER-34). */
export const checkDriverEmail = endpoint({
  name: 'checkDriverEmail', method: 'GET', path: '/driver/email', inBody: '/driver/email', access: 'link',
  query: z.object({ email: Email, driverId: z.optional(listId) }),
  answer: EmailCheck, errors: [tooManyRequests],
})
/* @__PURE__ */ describeCall(checkDriverEmail, 'Whether an e-mail address is free', { email: 'Address to check.', driverId: 'The driver whose own address it may be; left out for a new driver.' })

export const PostalPlace = z.object({ city: z.string() })
/* @__PURE__ */ describeSchema(PostalPlace, () => ({ id: 'PostalPlace', description: 'A place that a zip code belongs to.', fields: { city: 'Name of the city.' } }))

/** API-25, API-106: an empty list means that the code does not exist. */
export const findPostalCode = endpoint({
  name: 'findPostalCode', method: 'GET', path: '/postalcode', inBody: '/postalcode', access: 'link',
  query: z.object({ zipCode: givenText(14).check(z.minLength(1)), countryId: listId }),
  answer: z.array(PostalPlace), errors: [tooManyRequests],
})
/* @__PURE__ */ describeCall(findPostalCode, 'Places of a zip code; none means that it is wrong', { zipCode: 'Zip code, at most 14 characters.', countryId: 'Country, a number of the countries.' })

export const TaxNumberCheck = z.object({ isValid: z.literal(true) })
/* @__PURE__ */ describeSchema(TaxNumberCheck, () => ({ id: 'TaxNumberCheck', description: 'A tax number that is right.', fields: { isValid: 'Always true: a wrong number is an error.' } }))

/** API-26, API-107: valid when it is no error. */
export const checkTaxNumber = endpoint({
  name: 'checkTaxNumber', method: 'GET', path: '/taxnumber', inBody: '/taxnumber', access: 'link',
  query: z.object({ taxNumber: givenText(15).check(z.minLength(1)), countryId: listId }),
  answer: TaxNumberCheck, errors: [{ status: 400, code: 'TaxNumberInvalid' }, tooManyRequests],
})
/* @__PURE__ */ describeCall(checkTaxNumber, 'Checks a tax number; wrong is an error', { taxNumber: 'Tax number, at most 15 characters.', countryId: 'Country, a number of the countries.' })

export const AgeRequest = z.strictObject({ reservation: ReservationNumber, birthDate: GivenDate })
/* @__PURE__ */ describeSchema(AgeRequest, () => ({
  id: 'AgeRequest', description: 'Whose age is to be checked.',
  fields: { reservation: 'Number of the reservation.', birthDate: 'Day of birth, YYYY-MM-DD.' },
}))

/** A fee because of the driver's age; it is in the totals already when it is announced (DEC-46). */
export const AgeFee = z.object({ type: z.enum(['young', 'senior']), amount: Money })
/* @__PURE__ */ describeSchema(AgeFee, () => ({
  id: 'AgeFee', description: 'A fee because of the age of a driver.',
  fields: { type: 'Young or senior driver.', amount: 'Amount per rental, decimal, VAT included.' },
}))

export const AgeAllowed = z.object({ fee: z.nullable(AgeFee) })
/* @__PURE__ */ describeSchema(AgeAllowed, () => ({ id: 'AgeAllowed', description: 'The age is allowed for the reservation.', fields: { fee: 'Fee that the age brings; null for none.' } }))

/** API-27: may announce a fee because of age (DEC-46). */
export const validateAge = endpoint({
  name: 'validateAge', method: 'POST', path: '/driver/validate-age', access: 'link', kind: 'read', body: AgeRequest,
  answer: AgeAllowed, errors: [{ status: 400, code: 'AgeNotAllowed' }, reservationNotFound, tooManyRequests],
})
/* @__PURE__ */ describeCall(validateAge, 'Checks the age for the reservation, and names a fee that it brings')
