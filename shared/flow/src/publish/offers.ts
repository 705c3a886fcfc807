import { commonEvents } from '../events/common.events.ts'
import { offersEvents } from '../events/offers.events.ts'

/** What mfe-offers alone may tell; everybody else gets the same units read-only from `@checkin/flow`. */
export const {
  additionalDriverAccepted, additionalDriverRejected, additionalDriverSkipped, upgradesNotFound, upgradesFailed, upgradeAccepted,
  upgradeRefused, upgradeChosen, upgradeDeclined, upgradesSkipped, extrasWanted, extrasDeclined, offerDraftChanged,
  extrasRecalculated, extrasSubmitted, extrasSkipped,
} = offersEvents

/** What any module may tell the shell. */
export const { problemOccurred, questionRaised, questionSettled, sessionRefused, requirementMissed } = commonEvents
