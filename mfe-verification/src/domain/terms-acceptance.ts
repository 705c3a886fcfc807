import type { TermsAcceptance } from '@checkin/api'
import type { PlainDate } from '@checkin/forms'

/** What is recorded when a renter agrees to the terms: always yes, and on which day at the rental location (DEC-10). */
export const acceptanceOf = (reference: string, today: PlainDate): TermsAcceptance => ({ reference, acceptedDate: today, isAccepted: true })
