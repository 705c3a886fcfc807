import { failurePublisher } from '@checkin/async/failures'
import { problemOccurred, requirementMissed, sessionRefused } from '@checkin/flow/publish/payment'

/** The calls of this module; no other file names an endpoint. */
export {
  addressOf, calculateExtrasFx, cancelPaymentFx, downloadPaperFx, forgetCardFx, getFullReservationFx, getPaymentStateFx, listGatewaysFx, listPapersFx, listSavedCardsFx, logPaymentFx, lookupFx, postAnalyticsFx,
  postPaymentFx, updateReservationFx, validateCodeFx,
} from '@checkin/api/client'

/** Publishes what a failed call means to the renter (ERR-02, ERR-03, ERR-46). */
export const publishFailures = failurePublisher({ problemOccurred, sessionRefused, requirementMissed })
