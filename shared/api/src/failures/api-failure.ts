import type { ErrorCode } from './error-codes.ts'

/** An error body as the server sends it. */
export interface ErrorBody {
  readonly data: unknown
  readonly status: number
  /** A message that may be shown, or empty. */
  readonly title: string
}

/** Every answer in the one form of SHELL-57: an error is any status above 204, and 0 when nobody answered (SHELL-58). */
export type Answer<Data> =
  | { readonly data: Data; readonly hasError: false; readonly status: number; readonly error: null }
  | { readonly data: null; readonly hasError: true; readonly status: number; readonly error: ErrorBody }

type Refusal = Extract<Answer<never>, { hasError: true }>

interface FailureFacts {
  readonly answer: Refusal
  /** The server's code, when it sent one that we know. */
  readonly code: ErrorCode | null
  /** Names the call in the server's log; may be shown to the renter. */
  readonly requestId: string | null
}

/** Nobody answered: the connection failed. */
export interface NetworkFailure extends FailureFacts { readonly kind: 'network' }
/** An answer with a status above 204. `retryAfter` in seconds, where the server names it. */
export interface HttpFailure extends FailureFacts { readonly kind: 'http'; readonly retryAfter: number | null }
/** An answer that is not what the contract says. */
export interface InvalidDataFailure extends FailureFacts { readonly kind: 'invalid-data' }
/** A read that took longer than 15 s (DEC-48). */
export interface TimeoutFailure extends FailureFacts { readonly kind: 'timeout' }
/** The caller gave the call up. */
export interface AbortedFailure extends FailureFacts { readonly kind: 'aborted' }

/** Everything that can go wrong with a call; closed, so that a table can say what each means to the renter. */
export type ApiFailure = NetworkFailure | HttpFailure | InvalidDataFailure | TimeoutFailure | AbortedFailure

/** An answer with a status up to 204. */
export interface Success<Data> {
  readonly data: Data
  readonly status: number
}

const refusal = (status: number, title = '', data: unknown = null): Refusal => ({ data: null, hasError: true, status, error: { data, status, title } })

/** A failure without an answer; status 0. */
export const silentFailure = (kind: 'network' | 'timeout' | 'aborted'): ApiFailure => ({ kind, answer: refusal(0), code: null, requestId: null })

export const invalidData = (status: number, requestId: string | null): InvalidDataFailure => ({ kind: 'invalid-data', answer: refusal(status), code: null, requestId })

export const httpFailure = (status: number, facts: { title?: string; data?: unknown; code?: ErrorCode | null; requestId?: string | null; retryAfter?: number | null } = {}): HttpFailure => ({
  kind: 'http', answer: refusal(status, facts.title ?? '', facts.data ?? null), code: facts.code ?? null, requestId: facts.requestId ?? null, retryAfter: facts.retryAfter ?? null,
})
