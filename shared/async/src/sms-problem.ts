import type { ApiFailure } from '@checkin/api'

/** Why a text message that the renter asked for was not sent: `minutes` to wait where the server says so (DEC-232), else a fault that may be tried again. */
export type SmsProblem = { readonly kind: 'wait'; readonly minutes: number } | { readonly kind: 'problem' }

/** Seconds to wait when the server refuses more messages and names no time. */
const usualWait = 60

/** What a failed call that sends a text message means (API-63, API-99). */
export function smsProblemOf(failure: ApiFailure): SmsProblem {
  if (failure.kind !== 'http' || failure.code !== 'TooManyRequests') return { kind: 'problem' }
  return { kind: 'wait', minutes: Math.max(1, Math.ceil((failure.retryAfter ?? usualWait) / 60)) }
}
