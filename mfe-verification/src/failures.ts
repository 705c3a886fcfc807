import { failurePublisher, meantFailures } from '@checkin/async/failures'
import type { ApiFailure } from '@checkin/api'
import { problemOccurred, sessionRefused } from '@checkin/flow/publish/verification'
import type { Event } from 'effector'

/** Publishes what a failed call means to the renter. */
export const publishFailures = failurePublisher({ problemOccurred, sessionRefused })

/** The company has nothing on file by which a renter could be proved (DEC-99). */
export const isWithoutProof = (failure: ApiFailure): boolean => failure.code === 'NoProofOnFile'

/** The code was wrong, used or expired (ERR-06); not that the server was busy or away. */
export const refusedCodes = (failed: Event<ApiFailure>): Event<ApiFailure> =>
  meantFailures('validateCode', failed).filterMap(({ failure, meaning }) => (meaning.kind === 'alert' && meaning.key === 'CodeNotFound' ? failure : undefined))
