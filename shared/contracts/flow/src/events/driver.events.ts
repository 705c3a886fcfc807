import * as z from 'zod/mini'
import { event, nothing } from './event.ts'

// Driver data, main and additional: STATES S1 rows 15 to 29, S2, S3 rows 10 to 19.

/** Next of verify-driver passed the age check and the lookup; `isNew` when the lookup answered 404 (stub with id 0); `toCheck` when documents were photographed, so that the rest is asked for on one view (DEC-176). */
export const driverVerified = event(z.object({ isNew: z.boolean(), toCheck: z.optional(z.boolean()) }))
/** Back of verify-driver. */
export const driverVerificationLeft = event(nothing)
/** "Back to verify details" of driver-details in the additional flow (S2.8), and Back of the view that is checked (S1.87). */
export const driverVerificationReopened = event(nothing)
/** Next of driver-details. */
export const driverDetailsGiven = event(nothing)
/** Back of driver-details. */
export const driverDetailsLeft = event(nothing)
/** Next of driver-contact; the address isn't in use (API-24). */
export const driverContactGiven = event(nothing)
/** Back of driver-contact. */
export const driverContactLeft = event(nothing)
/** Next of driver-document. */
export const driverDocumentGiven = event(nothing)
/** Back of driver-document. */
export const driverDocumentLeft = event(nothing)
/** Submit of the licence, or of the view that is checked (DEC-176): the driver is stored on the server (API-23); the shell reloads the reservation and goes on. */
export const driverSaved = event(z.object({ addDriver: z.boolean() }))
/** Back of driver-document-license (DEC-57). */
export const driverLicenceLeft = event(nothing)

export { problemOccurred, questionRaised, questionSettled, requirementMissed, sessionRefused } from './common.events.ts'
