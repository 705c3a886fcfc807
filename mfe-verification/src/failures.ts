import { failurePublisher } from '@checkin/async/failures'
import { handling, type ApiFailure } from '@checkin/api'
import { problemOccurred, sessionRefused } from '@checkin/flow/publish/verification'

/** Publishes what a failed call means to the renter. */
export const publishFailures = failurePublisher({ problemOccurred, sessionRefused })

/** The company has nothing on file by which a renter could be proved (DEC-99). */
export const isWithoutProof = (failure: ApiFailure): boolean => failure.code === 'NoProofOnFile'

/** The code was wrong, used or expired (ERR-06); not that the server was busy or away. */
export function isRefusedCode(failure: ApiFailure): boolean {
  const way = handling('validateCode', failure)
  return way.kind === 'alert' && way.key === 'CodeNotFound'
}
