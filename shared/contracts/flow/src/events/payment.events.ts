import * as z from 'zod/mini'
import { event, nothing } from './event.ts'

// Overview, payment and completion: STATES S1 rows 50 to 66, S3 rows 39 to 41.

/** A mailed code raised the session that a link had opened, on the overview; it keeps its reservation and has a new key (DEC-77). */
export const payerProved = event(z.object({ sessionKey: z.string() }))
/** Everything is stored and paid as far as it has to be (S1.50, 52, 55): the shell reloads, checks eligibility and completes. */
export const checkinCompleted = event(nothing)
/** The wallet gave an address: the page leaves the site (S1.56). */
export const walletOpened = event(z.object({ url: z.string() }))
/** Parts of the rental that the overview leads back to; `offer-driver` where there is no additional driver yet. */
export const reviewSections = ['driver', 'document', 'licence', 'additional-driver', 'offer-driver', 'vehicle', 'extras'] as const
/** Change of a part on the overview (S1.91 to S1.97, DEC-184); what saves or leaves that part leads back; since 1.6. */
export const reviewSectionChosen = event(z.object({ section: z.enum(reviewSections) }))
/** Back of the overview (S1.59, DEC-87). */
export const overviewLeft = event(nothing)
/** Exit of the overview, both variants (S1.60, S3.41). */
export const overviewExited = event(nothing)
/** ProceedToRentalAgreement of the overview in pre-checkout (S3.39). */
export const reviewConfirmed = event(nothing)
/** ModifyData of the overview in pre-checkout (S3.40). */
export const reviewReopened = event(nothing)
/** The wallet's payment was associated (S1.61). */
export const walletPaymentLogged = event(nothing)
/** It could not be associated although the money was taken (S1.62, ERR-20). */
export const walletPaymentUnlogged = event(nothing)
/** The renter came back from the wallet without paying (S1.63, 64). */
export const walletPaymentCancelled = event(nothing)
/** "Yes, I want to proceed" on complete (S1.65); `guid` is the link token of the eligibility answer (DEC-85). */
export const securityDepositChosen = event(z.object({ guid: z.string() }))
/** Back to Home on complete (S1.66). */
export const checkinFinished = event(nothing)

export { problemOccurred, questionRaised, questionSettled, requirementMissed, sessionRefused } from './common.events.ts'
