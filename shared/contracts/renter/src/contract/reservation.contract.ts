import { describeCall, describeSchema, descriptionsOf } from '@checkin/http'
import * as z from 'zod/mini'
import { ModuleStatus } from '../entities/configuration.schema.ts'
import { FullReservation, LoadedReservation, Reservation, Vehicle } from '../entities/reservation.schema.ts'
import { Count, givenText, Guid, ReservationNumber } from '../entities/values.schema.ts'
import { endpoint } from './endpoint.ts'
import { ExtraChoice } from './offers.contract.ts'
import { sentBack } from './known-fields.ts'
import { cannotUpdate, hasRentalAgreement, moduleOff, neededToProceed, notEligible, readOnlySession, reservationNotFound, versionConflict } from './errors.ts'

const byGuid = z.object({ guid: Guid })

/** API-13: what a verified renter may see and complete. */
export const getReservation = endpoint({
  name: 'getReservation', method: 'GET', path: '/reservation/:guid', access: 'link', params: byGuid,
  answer: LoadedReservation, errors: [reservationNotFound, hasRentalAgreement],
})
/* @__PURE__ */ describeCall(getReservation, 'The reservation with its drivers', { guid: 'What the verification answered as guid.' })

/** API-14, API-103: the same answer in pre-checkout mode, for reservations that may be prepared online (DEC-111). */
export const getPrecheckoutReservation = endpoint({
  name: 'getPrecheckoutReservation', method: 'GET', path: '/precheckout/:guid', inBody: '/precheckout/reservation', access: 'link', params: byGuid,
  answer: LoadedReservation, errors: [reservationNotFound, notEligible, hasRentalAgreement],
})
/* @__PURE__ */ describeCall(getPrecheckoutReservation, 'The same in pre-checkout', { guid: 'What the verification answered as guid, or the token of a link.' })

/** The vehicle as it was loaded; only its group is looked at, which an upgrade changes. */
export const VehicleSent = sentBack(Vehicle, { groupId: givenText(40) })
/* @__PURE__ */ describeSchema(VehicleSent, () => ({ id: 'VehicleSent', description: 'A vehicle sent back; only its group is looked at.', fields: descriptionsOf(Vehicle) }))

/** The reservation as it was loaded; only its number and the group of its vehicle are looked at. */
export const ReservationSent = sentBack(Reservation, {
  reservation: ReservationNumber,
  vehicle: z.optional(VehicleSent),
})
/* @__PURE__ */ describeSchema(ReservationSent, () => ({
  id: 'ReservationSent', description: 'A reservation sent back; only its number and the group of its vehicle are looked at.',
  fields: descriptionsOf(Reservation),
}))

/** API-15: the full reservation, the extras and what was chosen. Prices and totals in it have no effect (DEC-23). */
export const ReservationUpdate = z.strictObject({
  reservation: ReservationSent,
  rowVersion: z.optional(Count),
  extras: z.array(ExtraChoice).check(z.maxLength(100)),
  hasClickedUpgrade: z.boolean(),
  hasCompletedReservation: z.boolean(),
  forAgreement: z.optional(z.boolean()),
})
export type ReservationUpdate = z.infer<typeof ReservationUpdate>
/* @__PURE__ */ describeSchema(ReservationUpdate, () => ({
  id: 'ReservationUpdate', description: 'What a renter chose. Prices and totals in it have no effect: the server prices.',
  fields: {
    reservation: 'The reservation as it was loaded, with another group when an upgrade was chosen.',
    rowVersion: 'Version of what was loaded; an update may name it so that nothing newer is overwritten.',
    extras: 'Every extra that is wanted.',
    hasClickedUpgrade: 'Whether an upgrade was chosen.',
    hasCompletedReservation: 'Whether this is the final step.',
    forAgreement: 'Whether the rental agreement comes next, online or at the counter: then all that it needs has to be there.',
  },
}))

/** API-15: stores extras, upgrade and completion. */
export const updateReservation = endpoint({
  name: 'updateReservation', method: 'PUT', path: '/reservation', access: 'link', idempotent: true, body: ReservationUpdate, bodyLimit: 64 * 1024 * 1024,
  answer: FullReservation,
  errors: [
    cannotUpdate, { status: 400, code: 'OutOfStock' }, hasRentalAgreement, versionConflict,
    { status: 409, code: 'AmountChanged' }, readOnlySession, notEligible, moduleOff, ...neededToProceed,
  ],
})
/* @__PURE__ */ describeCall(updateReservation, 'Stores extras, upgrade and completion')

/** API-16: what this reservation's steps are (DEC-71). */
export const getModuleStatus = endpoint({
  name: 'getModuleStatus', method: 'GET', path: '/reservation/modules/status/:reservation', access: 'link', params: z.object({ reservation: ReservationNumber }),
  answer: z.array(ModuleStatus), errors: [reservationNotFound],
})
/* @__PURE__ */ describeCall(getModuleStatus, "The reservation's own steps", { reservation: 'Number of the reservation.' })

/** API-17: the reservation with its lines and totals (DEC-72). */
export const getFullReservation = endpoint({
  name: 'getFullReservation', method: 'GET', path: '/reservation/full/:guid', access: 'link', params: byGuid,
  answer: FullReservation, errors: [reservationNotFound, hasRentalAgreement],
})
/* @__PURE__ */ describeCall(getFullReservation, 'The reservation with its lines and totals', { guid: 'What the verification answered as guid.' })

export const EligibilityRequest = z.strictObject({ reservationNumber: ReservationNumber })
/* @__PURE__ */ describeSchema(EligibilityRequest, () => ({
  id: 'EligibilityRequest', description: 'Which reservation may go on to pre-checkout.',
  fields: { reservationNumber: 'Number of the reservation.' },
}))

export const Eligible = z.object({ precheckoutToken: Guid })
/* @__PURE__ */ describeSchema(Eligible, () => ({ id: 'Eligible', description: 'Pre-checkout is possible.', fields: { precheckoutToken: 'What the address of pre-checkout carries.' } }))

/** API-21: 200 alone means eligible (SHELL-48); carries the token of the pre-checkout link (DEC-85). */
export const checkPrecheckout = endpoint({
  name: 'checkPrecheckout', method: 'POST', path: '/check-precheckout', access: 'link', kind: 'read', body: EligibilityRequest,
  answer: Eligible, errors: [notEligible],
})
/* @__PURE__ */ describeCall(checkPrecheckout, 'Whether pre-checkout is possible; 200 alone means yes')
