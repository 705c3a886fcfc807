import { commonEvents } from '../events/common.events.ts'
import { verificationEvents } from '../events/verification.events.ts'

/** What mfe-verification alone may tell; everybody else gets the same units read-only from `@checkin/flow`. */
export const {
  reservationLocated, rentalAgreementFound, codeSent, codeEntryLeft, emailEntryLeft, codeAccepted, linkAccepted, linkRefused,
  termsAgreed, reservationConfirmed, checkinExited,
} = verificationEvents

/** What any module may tell the shell. */
export const { problemOccurred, questionRaised, questionSettled, sessionRefused, requirementMissed } = commonEvents
