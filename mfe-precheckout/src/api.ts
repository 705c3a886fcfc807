import { firstMissing, type ApiFailure } from '@checkin/api'
import { failurePublisher } from '@checkin/async/failures'
import { problemOccurred, questionRaised, requirementMissed, sessionRefused } from '@checkin/flow/publish/precheckout'

/** The calls of this module; no other file names an endpoint. */
export {
  acceptTermsFx, addressOf, calculateExtrasFx, completePrecheckoutFx, downloadPaperFx, downloadTermsFx, forgetCardFx, getFullReservationFx, getPrecheckoutReservationFx, listGatewaysFx, listPapersFx, listSavedCardsFx, listTermsFx, lookupFx, resumeFx,
  submitPrecheckoutFx, updateReservationFx, validateCodeFx,
} from '@checkin/api/client'

/** Pre-checkout is not possible for the reservation (API-21, DEC-111). */
export const isIneligible = (failure: ApiFailure): boolean => failure.code === 'NotEligible'

/** The session must be raised by a code first (DEC-77). */
export const needsCode = (failure: ApiFailure): boolean => failure.code === 'CodeRequired'

/** A fee of a driver's age was booked by the call, which did nothing else (DEC-96). */
export const hasNewFigures = (failure: ApiFailure): boolean => failure.code === 'AmountChanged'

/** Something has to be given before the renter may go on (DEC-95). */
export const lacksSomething = (failure: ApiFailure): boolean => firstMissing(failure) !== null

/** Publishes what a failed call means to the renter: an alert, a modal, or the end of the session. */
export const publishFailures = failurePublisher({ problemOccurred, questionRaised, sessionRefused, requirementMissed })
