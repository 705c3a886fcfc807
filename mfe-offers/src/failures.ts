import { firstMissing, handling, type ApiFailure, type EndpointName } from '@checkin/api'
import { problemOccurred, sessionRefused, requirementMissed } from '@checkin/flow/publish/offers'
import { sample, type Event } from 'effector'

/** Whether the session is over with this failure: the shell clears it, and no step is left any more (ERR-46). */
export const endsSession = (endpoint: EndpointName, failure: ApiFailure): boolean => handling(endpoint, failure).kind === 'session-ended'

/** Tells the shell what a failed call means to the renter, by the one table of all calls (ERR-17, ERR-19, ERR-46). */
export function tellFailures(endpoint: EndpointName, failed: Event<ApiFailure>): void {
  const meaning = failed.map((failure) => handling(endpoint, failure))
  sample({
    clock: meaning.filterMap((way) => {
      if (way.kind !== 'alert') return undefined
      const { key, params, text } = way
      return { key, ...(params !== undefined && { params }), ...(text !== undefined && { text }) }
    }),
    target: problemOccurred,
  })
  sample({ clock: meaning.filterMap((way) => (way.kind === 'session-ended' ? {} : undefined)), target: sessionRefused })
  // Why is told above; the shell leads to where it is given (DEC-95).
  sample({ clock: failed.filterMap((failure) => firstMissing(failure) ?? undefined), target: requirementMissed })
}
