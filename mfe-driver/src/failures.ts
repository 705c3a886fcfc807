import { failurePublisher } from '@checkin/async/failures'
import { endsSession } from '@checkin/async/session-end'
import type { ApiFailure, EndpointName } from '@checkin/api'
import { problemOccurred, requirementMissed, sessionRefused } from '@checkin/flow/publish/driver'
import { sample, type Event } from 'effector'

/** Publishes what a failed call means to the renter. */
export const publishFailures = failurePublisher({ problemOccurred, sessionRefused, requirementMissed })

/** Of a check that does not block when it cannot be made (DEC-32, DEC-39): only that the session is over. */
export const publishEnd = (endpoint: EndpointName, failed: Event<ApiFailure>): void =>
  publishFailures(endpoint, sample({ clock: failed, filter: (failure) => endsSession(endpoint, failure) }))
