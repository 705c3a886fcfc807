import { handling, type ApiFailure, type EndpointName } from '@checkin/api'
import { problemOccurred, sessionRefused } from '@checkin/flow/publish/verification'
import { sample, type Event } from 'effector'

/** The reservation has a rental agreement, so nothing can be changed online (ERR-15). */
export const hasAgreement = (failure: ApiFailure): boolean => failure.code === 'HasRentalAgreement'

/** The code was wrong, used or expired (ERR-06); not that the server was busy or away. */
export function isRefusedCode(failure: ApiFailure): boolean {
  const way = handling('validateCode', failure)
  return way.kind === 'alert' && way.key === 'CodeNotFound'
}

/** Nobody answered, so nothing is known about what was asked (ERR-45). */
export const isUnanswered = (failure: ApiFailure): boolean => failure.answer.status === 0

/** Tells the shell what a failed call means to the renter, by the one table of all calls: an alert, or the end of the session. */
export function tellFailures(endpoint: EndpointName, failed: Event<ApiFailure>): void {
  const handled = failed.map((failure) => handling(endpoint, failure))
  sample({
    clock: handled.filterMap((way) => (way.kind === 'alert' ? { key: way.key, ...(way.params && { params: way.params }), ...(way.text && { text: way.text }) } : undefined)),
    target: problemOccurred,
  })
  sample({ clock: handled.filterMap((way) => (way.kind === 'session-ended' ? {} : undefined)), target: sessionRefused })
}
