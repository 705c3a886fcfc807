import type { Driver, MissingByAct, Reservation } from '@checkin/api'
import * as z from 'zod/mini'
import { nothing, ownerEvents, parsedEntity } from './owner-events.ts'

/** Finding and proving the reservation: STATES S1 rows 1 to 14. */
export const verificationPayloads = {
  /** Locate found it; view 2 asks for the e-mail (S1.1). `checkoutdate` is a plain date YYYY-MM-DD or empty. */
  reservationLocated: z.object({ reference: z.string(), surname: z.string(), checkoutdate: z.string(), needsTerms: z.boolean() }),
  /** Locate or send-code answered 409 (S1.2, VERIF-07). */
  rentalAgreementFound: nothing,
  /** A code went out to this address (S1.5), also after a resend. */
  codeSent: z.object({ mail: z.string() }),
  /** Back of verify-code to view 2 with values kept (S1.10, DEC-93). */
  codeEntryLeft: nothing,
  /** Back of view 2 to view 1 (S1.4). */
  emailEntryLeft: nothing,
  /** The code was right, the terms are recorded, the reservation is loaded (S1.7, VERIF-21). */
  codeAccepted: z.object({
    guid: z.string(),
    sessionKey: z.string(),
    reservation: parsedEntity<Reservation>(),
    driver: z.optional(z.nullable(parsedEntity<Driver>())),
    addDriver: z.optional(z.nullable(parsedEntity<Driver>())),
  }),
  /** A link opened the reservation (S1.11, VERIF-23). */
  linkAccepted: z.object({
    guid: z.string(),
    sessionKey: z.string(),
    reservation: parsedEntity<Reservation>(),
    driver: z.optional(z.nullable(parsedEntity<Driver>())),
    addDriver: z.optional(z.nullable(parsedEntity<Driver>())),
    termsAccepted: z.boolean(),
    missing: z.optional(parsedEntity<MissingByAct>()),
  }),
  /** The link is unknown or expired, or the reservation has an agreement: the session is cleared (S1.12, ERR-33). */
  linkRefused: z.object({ reason: z.enum(['unknown', 'has-agreement']) }),
  /** The terms gate was passed after entry by link (VERIF-22, DEC-11). */
  termsAgreed: nothing,
  /** Continue on the reservation screen (S1.13). */
  reservationConfirmed: nothing,
  /** Exit on the reservation screen (S1.14). */
  checkinExited: nothing,
} as const

export const verificationEvents = ownerEvents('verification', verificationPayloads)
