import type { ApiFailure } from './api-failure.ts'
import { minutesToWait } from './minutes-to-wait.ts'

/** Why a text message that the renter asked for was not sent: `minutes` to wait where the server says so (DEC-232), else a fault that may be tried again. */
export type SmsProblem = { readonly kind: 'wait'; readonly minutes: number } | { readonly kind: 'problem' }

/** Seconds to wait when the server refuses more messages and names no time. */
const usualWait = 60

/** What a failed call that sends a text message means (API-63, API-99). A module brings this file itself, as the calls' declarations. */
export function smsProblemOf(failure: ApiFailure): SmsProblem {
  return failure.kind === 'http' && failure.code === 'TooManyRequests' ? { kind: 'wait', minutes: minutesToWait(failure.retryAfter ?? usualWait) } : { kind: 'problem' }
}
