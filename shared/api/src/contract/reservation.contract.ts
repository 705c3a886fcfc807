import * as z from 'zod/mini'
import { ModuleStatus } from '../entities/configuration.schema.ts'
import { ExtraChoice, ExtrasSummary } from '../entities/extra.schema.ts'
import { Driver } from '../entities/driver.schema.ts'
import { LoadedReservation, Reservation } from '../entities/reservation.schema.ts'
import { Guid } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'

const notFound = { status: 404, code: 'ReservationNotFound' } as const
const hasAgreement = { status: 409, code: 'HasRentalAgreement' } as const
const largeBody = 64 * 1024 * 1024

/** A reservation's number (DEC-26). */
export const ReservationNumber = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** API-13 */
export const getReservation = endpoint({
  name: 'getReservation', method: 'GET', path: '/reservation/:guid', access: 'link', params: z.object({ guid: Guid }),
  answer: LoadedReservation, errors: [notFound, hasAgreement],
})

/** API-14: the same answer in pre-checkout mode. */
export const getPrecheckoutReservation = endpoint({
  name: 'getPrecheckoutReservation', method: 'GET', path: '/precheckout/:guid', access: 'link', params: z.object({ guid: Guid }),
  answer: LoadedReservation, errors: [notFound, hasAgreement],
})

/** API-17: the reservation with its lines and totals. */
export const FullReservation = z.object({ reservation: Reservation, driver: z.nullish(Driver), addDriver: z.nullish(Driver), summary: ExtrasSummary })
export type FullReservation = z.infer<typeof FullReservation>

/** API-15: which reservation, in which version, and the choices; whatever else the reservation object carries is not taken from a client. */
export const ReservationUpdate = z.strictObject({
  reservation: z.object({ reservation: ReservationNumber, vehicle: z.optional(z.object({ groupId: z.string().check(z.maxLength(40)) })) }),
  rowVersion: z.optional(z.number().check(z.int(), z.gte(0))),
  extras: z.array(ExtraChoice).check(z.maxLength(100)),
  hasClickedUpgrade: z.boolean(),
  hasCompletedReservation: z.boolean(),
})
export type ReservationUpdate = z.infer<typeof ReservationUpdate>

export const updateReservation = endpoint({
  name: 'updateReservation', method: 'PUT', path: '/reservation', access: 'verified', body: ReservationUpdate, bodyLimit: largeBody,
  answer: FullReservation,
  errors: [{ status: 400, code: 'CannotUpdate' }, { status: 400, code: 'OutOfStock' }, hasAgreement, { status: 409, code: 'VersionConflict' }, { status: 409, code: 'ReadOnlySession' }],
})

/** API-16: what this reservation's steps are (DEC-71). */
export const getModuleStatus = endpoint({
  name: 'getModuleStatus', method: 'GET', path: '/reservation/modules/status/:reservation', access: 'link', params: z.object({ reservation: ReservationNumber }),
  answer: z.array(ModuleStatus), errors: [notFound],
})

/** API-17 */
export const getFullReservation = endpoint({
  name: 'getFullReservation', method: 'GET', path: '/reservation/full/:guid', access: 'link', params: z.object({ guid: Guid }),
  answer: FullReservation, errors: [notFound, hasAgreement],
})

/** API-21: 200 alone means eligible (SHELL-48); carries the token of the pre-checkout link (DEC-85). */
export const checkPrecheckout = endpoint({
  name: 'checkPrecheckout', method: 'POST', path: '/check-precheckout', access: 'verified',
  body: z.strictObject({ reservationNumber: ReservationNumber }),
  answer: z.object({ precheckoutToken: z.string() }), errors: [{ status: 404, code: 'NotEligible' }],
})
