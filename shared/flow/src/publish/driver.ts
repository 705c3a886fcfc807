import { commonEvents } from '../events/common.events.ts'
import { driverEvents } from '../events/driver.events.ts'

/** What mfe-driver alone may tell; everybody else gets the same units read-only from `@checkin/flow`. */
export const {
  driverVerified, driverVerificationLeft, driverVerificationReopened, driverDetailsGiven, driverDetailsLeft, driverContactGiven,
  driverContactLeft, driverDocumentGiven, driverDocumentLeft, driverSaved, driverLicenceLeft,
} = driverEvents

/** What any module may tell the shell. */
export const { problemOccurred, questionRaised, questionSettled, sessionRefused, requirementMissed } = commonEvents
