import { firstMissing, handling, type ApiFailure, type EndpointName } from '@checkin/api'
import { problemOccurred, sessionRefused, requirementMissed } from '@checkin/flow/publish/driver'
import type { FieldErrorKind } from '@checkin/i18n'
import { sample, type Event, type EventCallable } from 'effector'

const endOfKey = (key: string): FieldErrorKind => key.slice(key.lastIndexOf('.') + 1) as FieldErrorKind

/** Takes what a server found wrong with a field. */
export type FieldErrors<Name extends string> = EventCallable<{ readonly field: Name; readonly kind: FieldErrorKind }>

/** Says what a failed call means to the renter, by the one table of all calls: an alert, the end of the session, or a wrong field. */
export function tellFailures<Name extends string>(endpoint: EndpointName, failed: Event<ApiFailure>, fields?: { readonly errorFound: FieldErrors<Name>; readonly names: readonly Name[] }): void {
  const handled = failed.map((failure) => handling(endpoint, failure))
  sample({
    clock: handled.filterMap((way) => (way.kind === 'alert' ? { key: way.key, ...(way.params && { params: way.params }), ...(way.text && { text: way.text }) } : undefined)),
    target: problemOccurred,
  })
  sample({ clock: failed.filterMap((failure) => firstMissing(failure) ?? undefined), target: requirementMissed })
  tellEnd(endpoint, failed)
  if (!fields) return
  sample({
    clock: handled.filterMap((way) => {
      const field = way.kind === 'field' ? fields.names.find((name) => name === way.field) : undefined
      return way.kind === 'field' && field !== undefined ? { field, kind: endOfKey(way.key) } : undefined
    }),
    target: fields.errorFound,
  })
}

/** Of a check that does not block when it cannot be made (DEC-32, DEC-39): only that the session is over. */
export function tellEnd(endpoint: EndpointName, failed: Event<ApiFailure>): void {
  sample({ clock: failed.filterMap((failure) => (handling(endpoint, failure).kind === 'session-ended' ? {} : undefined)), target: sessionRefused })
}

/** Nobody answered, or not in time, or the server broke: nothing is known about what was asked. */
export const isTechnical = ({ kind, answer }: ApiFailure): boolean => kind !== 'http' || answer.status >= 500 || answer.status === 429
