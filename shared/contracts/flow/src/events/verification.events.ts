import type { Driver, MissingByAct, Reservation } from '@checkin/api'
import * as z from 'zod/mini'
import { event, nothing, parsedEntity } from './event.ts'

// Finding and proving the reservation: STATES S1 rows 1 to 14.

/** Locate found it; view 2 asks for the e-mail (S1.1). `checkoutdate` is a plain date YYYY-MM-DD or empty; `secondProof`: no address is on file (S1.74). */
export const reservationLocated = event(z.object({ reference: z.string(), surname: z.string(), checkoutdate: z.string(), needsTerms: z.boolean(), secondProof: z.optional(z.boolean()) }))
/** Locate or send-code answered 409 (S1.2, VERIF-07). */
export const rentalAgreementFound = event(nothing)
/** A code went out to this address (S1.5), also after a resend; `sms`: another may go to the number on file (DEC-281). */
export const codeSent = event(z.object({ mail: z.string(), sms: z.optional(z.boolean()) }))
/** Back of verify-code to view 2 with values kept (S1.10, DEC-93). */
export const codeEntryLeft = event(nothing)
/** Back of view 2 to view 1 (S1.4). */
export const emailEntryLeft = event(nothing)
/** The code was right, the terms are recorded, the reservation is loaded (S1.7, VERIF-21). */
export const codeAccepted = event(z.object({
  guid: z.string(),
  sessionKey: z.string(),
  reservation: parsedEntity<Reservation>(),
  driver: z.optional(z.nullable(parsedEntity<Driver>())),
  addDriver: z.optional(z.nullable(parsedEntity<Driver>())),
  /** Version of the reservation; since 1.5. */
  rowVersion: z.optional(z.number()),
}))
/** A link opened the reservation (S1.11, VERIF-23). */
export const linkAccepted = event(z.object({
  guid: z.string(),
  sessionKey: z.string(),
  reservation: parsedEntity<Reservation>(),
  driver: z.optional(z.nullable(parsedEntity<Driver>())),
  addDriver: z.optional(z.nullable(parsedEntity<Driver>())),
  termsAccepted: z.boolean(),
  missing: z.optional(parsedEntity<MissingByAct>()),
  /** Version of the reservation; since 1.5. */
  rowVersion: z.optional(z.number()),
}))
/** The link is unknown or expired, or the reservation has an agreement: the session is cleared (S1.12, ERR-33). */
export const linkRefused = event(z.object({ reason: z.enum(['unknown', 'has-agreement']) }))
/** The terms gate was passed after entry by link (VERIF-22, DEC-11). */
export const termsAgreed = event(nothing)
/** Continue on the reservation screen (S1.13). */
export const reservationConfirmed = event(nothing)
/** Exit on the reservation screen (S1.14). */
export const checkinExited = event(nothing)

export { problemOccurred, questionRaised, questionSettled, requirementMissed, sessionRefused } from './common.events.ts'
