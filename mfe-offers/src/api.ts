import { failurePublisher } from '@checkin/async/failures'
import { problemOccurred, requirementMissed, sessionRefused } from '@checkin/flow/publish/offers'

/** The calls of this module; no other file names an endpoint. */
export { calculateExtrasFx, getFullReservationFx, getUpsellGroupFx, listUpsellGroupsFx, postAnalyticsFx, updateReservationFx } from '@checkin/api/client'

/** Publishes what a failed call means to the renter (ERR-17, ERR-19, ERR-46). */
export const publishFailures = failurePublisher({ problemOccurred, sessionRefused, requirementMissed })
