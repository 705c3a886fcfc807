import { firstMissing, handling, type ApiFailure, type EndpointName, type Handling } from '@checkin/api'
import { problemOccurred, questionRaised, sessionRefused, requirementMissed } from '@checkin/flow/publish/precheckout'
import { sample, type Event } from 'effector'

/** Nobody answered, so nothing is known about what was asked (ERR-45). */
export const isUnanswered = (failure: ApiFailure): boolean => failure.answer.status === 0

/** The reservation has a rental agreement, so nothing can be changed online (ERR-15). */
export const hasAgreement = (failure: ApiFailure): boolean => failure.code === 'HasRentalAgreement'

/** Pre-checkout is not possible for the reservation (API-21, DEC-111). */
export const isIneligible = (failure: ApiFailure): boolean => failure.code === 'NotEligible'

/** The session must be raised by a code first (DEC-77). */
export const needsCode = (failure: ApiFailure): boolean => failure.code === 'CodeRequired'

/** Something has to be given before the renter may go on (DEC-95). */
export const lacksSomething = (failure: ApiFailure): boolean => firstMissing(failure) !== null

/** Whether the session is over with this failure: the shell clears it (ERR-46). */
export const endsSession = (endpoint: EndpointName, failure: ApiFailure): boolean => handling(endpoint, failure).kind === 'session-ended'

/** Tells the shell what a failed call means to the renter, by the one table of all calls: an alert, a modal, or the end of the session. */
export function tellFailures(endpoint: EndpointName, failed: Event<ApiFailure>): void {
  const meaning = failed.map((failure) => handling(endpoint, failure))
  const only = <Kind extends Handling['kind']>(kind: Kind) => meaning.filterMap((way) => (way.kind === kind ? (way as Extract<Handling, { kind: Kind }>) : undefined))
  sample({
    clock: only('alert'),
    fn: ({ key, params, text }) => ({ key, ...(params !== undefined && { params }), ...(text !== undefined && { text }) }),
    target: problemOccurred,
  })
  sample({ clock: only('modal'), fn: ({ keys }) => ({ type: 'cancel' as const, keys: [...keys], state: 'error' as const }), target: questionRaised })
  sample({ clock: only('session-ended'), fn: () => ({}), target: sessionRefused })
  // Why is told above; the shell leads to where it is given (DEC-95).
  sample({ clock: failed.filterMap((failure) => firstMissing(failure) ?? undefined), target: requirementMissed })
}
