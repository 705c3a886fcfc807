import type { Driver, MissingByAct, Reservation } from '@checkin/api'
import * as z from 'zod/mini'
import { event, nothing, parsedEntity } from './event.ts'

const opened = z.object({
  guid: z.string(),
  sessionKey: z.string(),
  reservation: parsedEntity<Reservation>(),
  driver: z.optional(z.nullable(parsedEntity<Driver>())),
  addDriver: z.optional(z.nullable(parsedEntity<Driver>())),
  termsAccepted: z.boolean(),
  missing: z.optional(parsedEntity<MissingByAct>()),
  /** Version of the reservation; since 1.5. */
  rowVersion: z.optional(z.number()),
})

// Pre-checkout, agreement and inspection: STATES S3 and S4.

/** The link opened the reservation in pre-checkout mode (S3.1, S3.2). */
export const precheckoutOpened = event(opened)
/** The link is good, pre-checkout is not: check-in goes on in the main flow (S3.3). */
export const precheckoutDenied = event(opened)
/** Neither worked (S3.4, S3.5): the session is cleared. */
export const precheckoutRefused = event(z.object({ reason: z.enum(['unknown', 'has-agreement']) }))
/** The acceptance of the terms is recorded in the review after a link (DEC-11). */
export const precheckoutTermsAgreed = event(nothing)
/** A mailed code raised the session that a link had opened; it keeps its reservation and has a new key (S3.41b, DEC-77). */
export const sessionRaised = event(z.object({ sessionKey: z.string() }))
/** ProceedToRentalAgreement of the review, terms agreed (S3.6, S3.7). */
export const precheckoutConfirmed = event(nothing)
/** ModifyData (S3.8). */
export const precheckoutReopened = event(nothing)
/** Exit (S3.9). */
export const precheckoutExited = event(nothing)
/** A card of the steps screen (S3.20 to S3.22). */
export const additionalDriverCardChosen = event(nothing)
export const upgradeCardChosen = event(nothing)
export const extrasCardChosen = event(nothing)
/** Continue of the steps screen (S3.23). */
export const precheckoutStepsContinued = event(nothing)
/** The choices of this session are stored, the agreement isn't made yet: they are changes no more (DEC-18). */
export const agreementChoicesStored = event(nothing)
/** The signature provider gave an address: the page leaves the site (S3.42). */
export const signatureOpened = event(z.object({ url: z.string() }))
/** NoIwillSignOTC went through (S3.47). */
export const agreementDeferred = event(nothing)
/** The signature is confirmed (S3.49). */
export const agreementSigned = event(nothing)
/** The signature could not be confirmed (S3.50). */
export const signatureUnconfirmed = event(nothing)
/** Back to Home of both agreement endings (S3.51). */
export const precheckoutFinished = event(nothing)
/** The car was looked at (S4.1). */
export const damagesConfirmed = event(nothing)
/** The mileage was confirmed or corrected (S4.3). */
export const mileageConfirmed = event(nothing)
/** Back of verify-km (S4.4). */
export const mileageLeft = event(nothing)
/** The fuel level was confirmed or corrected (S4.5). */
export const fuelConfirmed = event(nothing)
/** Back of verify-fuel (S4.6). */
export const fuelLeft = event(nothing)

export { problemOccurred, questionRaised, questionSettled, requirementMissed, sessionRefused } from './common.events.ts'
