import * as z from 'zod/mini'
import { nothing, ownerEvents } from './owner-events.ts'

/** Driver data, main and additional: STATES S1 rows 15 to 29, S2, S3 rows 10 to 19. */
export const driverPayloads = {
  /** Next of verify-driver passed the age check and the lookup; `isNew` when the lookup answered 404 (stub with id 0). */
  driverVerified: z.object({ isNew: z.boolean() }),
  /** Back of verify-driver. */
  driverVerificationLeft: nothing,
  /** "Back to verify details" of driver-details in the additional flow (S2.8). */
  driverVerificationReopened: nothing,
  /** Next of driver-details. */
  driverDetailsGiven: nothing,
  /** Back of driver-details. */
  driverDetailsLeft: nothing,
  /** Next of driver-contact; the address isn't in use (API-24). */
  driverContactGiven: nothing,
  /** Back of driver-contact. */
  driverContactLeft: nothing,
  /** Next of driver-document. */
  driverDocumentGiven: nothing,
  /** Back of driver-document. */
  driverDocumentLeft: nothing,
  /** Submit of the licence: the driver is stored on the server (API-23); the shell reloads the reservation and goes on. */
  driverSaved: z.object({ addDriver: z.boolean() }),
  /** Back of driver-document-license (DEC-57). */
  driverLicenceLeft: nothing,
} as const

export const driverEvents = ownerEvents('driver', driverPayloads)
