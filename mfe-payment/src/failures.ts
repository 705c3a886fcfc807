import { firstMissing, handling, type ApiFailure, type EndpointName } from '@checkin/api'
import { problemOccurred, sessionRefused, requirementMissed } from '@checkin/flow/publish/payment'
import { sample, type Event } from 'effector'

/** Tells the shell what a failed call means to the renter, by the one table of all calls (ERR-02, ERR-03, ERR-46). */
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

const serverFault = 500
const notServed = 503

/**
 * Whether nobody can say what a write did: no answer, an answer that is not the contract's, or a fault on the way. The state of the payment
 * is asked for then; it is never sent again blindly (DEC-48). A server that declined to serve has done nothing.
 */
export const isUndecided = ({ kind, answer }: ApiFailure): boolean =>
  kind !== 'http' || (answer.status >= serverFault && answer.status !== notServed)
