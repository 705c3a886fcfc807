import type { Driver, MissingByAct, Reservation } from '@checkin/api'
import * as z from 'zod/mini'
import { nothing, ownerEvents, parsedEntity } from './owner-events.ts'

const opened = z.object({
  guid: z.string(),
  sessionKey: z.string(),
  reservation: parsedEntity<Reservation>(),
  driver: z.optional(z.nullable(parsedEntity<Driver>())),
  addDriver: z.optional(z.nullable(parsedEntity<Driver>())),
  termsAccepted: z.boolean(),
  missing: z.optional(parsedEntity<MissingByAct>()),
})

/** Pre-checkout, agreement and inspection: STATES S3 and S4. */
export const precheckoutPayloads = {
  /** The link opened the reservation in pre-checkout mode (S3.1, S3.2). */
  precheckoutOpened: opened,
  /** The link is good, pre-checkout is not: check-in goes on in the main flow (S3.3). */
  precheckoutDenied: opened,
  /** Neither worked (S3.4, S3.5): the session is cleared. */
  precheckoutRefused: z.object({ reason: z.enum(['unknown', 'has-agreement']) }),
  /** The acceptance of the terms is recorded in the review after a link (DEC-11). */
  precheckoutTermsAgreed: nothing,
  /** A mailed code raised the session that a link had opened; it keeps its reservation and has a new key (S3.41b, DEC-77). */
  sessionRaised: z.object({ sessionKey: z.string() }),
  /** ProceedToRentalAgreement of the review, terms agreed (S3.6, S3.7). */
  precheckoutConfirmed: nothing,
  /** ModifyData (S3.8). */
  precheckoutReopened: nothing,
  /** Exit (S3.9). */
  precheckoutExited: nothing,
  /** A card of the steps screen (S3.20 to S3.22). */
  additionalDriverCardChosen: nothing,
  upgradeCardChosen: nothing,
  extrasCardChosen: nothing,
  /** Continue of the steps screen (S3.23). */
  precheckoutStepsContinued: nothing,
  /** The choices of this session are stored, the agreement isn't made yet: they are changes no more (DEC-18). */
  agreementChoicesStored: nothing,
  /** The signature provider gave an address: the page leaves the site (S3.42). */
  signatureOpened: z.object({ url: z.string() }),
  /** NoIwillSignOTC went through (S3.47). */
  agreementDeferred: nothing,
  /** The signature is confirmed (S3.49). */
  agreementSigned: nothing,
  /** The signature could not be confirmed (S3.50). */
  signatureUnconfirmed: nothing,
  /** Back to Home of both agreement endings (S3.51). */
  precheckoutFinished: nothing,
  /** The car was looked at (S4.1). */
  damagesConfirmed: nothing,
  /** The mileage was confirmed or corrected (S4.3). */
  mileageConfirmed: nothing,
  /** Back of verify-km (S4.4). */
  mileageLeft: nothing,
  /** The fuel level was confirmed or corrected (S4.5). */
  fuelConfirmed: nothing,
  /** Back of verify-fuel (S4.6). */
  fuelLeft: nothing,
} as const

export const precheckoutEvents = ownerEvents('precheckout', precheckoutPayloads)
