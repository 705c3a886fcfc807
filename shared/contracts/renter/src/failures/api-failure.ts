import type { ErrorCode } from './error-codes.ts'

/** What an error answer says, brought to one form (SHELL-57). */
export interface ErrorFacts {
  /** What the server adds to its code, for example `errors[].context` of POST /precheckout; null when nothing. */
  readonly data: unknown
  readonly status: number
  /** The server's own sentence, or empty. */
  readonly title: string
}

/** Every answer in the one form of SHELL-57: an error is any status above 204, and 0 when nobody answered (SHELL-58). */
export type Answer<Data> =
  | { readonly data: Data; readonly hasError: false; readonly status: number; readonly error: null }
  | { readonly data: null; readonly hasError: true; readonly status: number; readonly error: ErrorFacts }

/** An answer with a status up to 204. */
export type Success<Data> = Extract<Answer<Data>, { hasError: false }>

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
/** An answer with a status above 204. */
export interface HttpFailure extends FailureFacts {
  readonly kind: 'http'
  /** The code as the server wrote it, known or not; empty when it wrote none (ERR-18). */
  readonly codeText: string
  /** Seconds to wait, where the server names them (429). */
  readonly retryAfter: number | null
}
/** An answer that does not fit the contract. */
export interface InvalidDataFailure extends FailureFacts {
  readonly kind: 'invalid-data'
  /** Paths of the wrong fields; never their values. */
  readonly fields: readonly string[]
}
/** A read that took longer than 15 s (DEC-48). */
export interface TimeoutFailure extends FailureFacts { readonly kind: 'timeout' }
/** The caller gave the call up. */
export interface AbortedFailure extends FailureFacts { readonly kind: 'aborted' }

/** Everything that can go wrong with a call; closed, so that a table can say what each means to the renter. */
export type ApiFailure = NetworkFailure | HttpFailure | InvalidDataFailure | TimeoutFailure | AbortedFailure

const lastGoodStatus = 204

/** SHELL-57, TRAPS T-11: 205 and redirects are errors too, and no answer at all is not "below 204". */
export const isErrorStatus = (status: number): boolean => status < 200 || status > lastGoodStatus

export const success = <Data>(data: Data, status = 200): Success<Data> => ({ data, hasError: false, status, error: null })

const refusal = (status: number, title = '', data: unknown = null): Refusal => ({ data: null, hasError: true, status, error: { data, status, title } })

/** A failure without an answer; status 0. */
export const silentFailure = (kind: 'network' | 'timeout' | 'aborted'): ApiFailure => ({ kind, answer: refusal(0), code: null, requestId: null })

export const invalidData = (status: number, requestId: string | null, fields: readonly string[] = []): InvalidDataFailure =>
  ({ kind: 'invalid-data', answer: refusal(status), code: null, requestId, fields })

/** What is known of a refusal beside its status. */
export interface RefusalFacts {
  readonly title?: string
  readonly data?: unknown
  readonly code?: ErrorCode | null
  readonly codeText?: string
  readonly requestId?: string | null
  readonly retryAfter?: number | null
}

export const httpFailure = (status: number, { title = '', data = null, code = null, codeText = code ?? '', requestId = null, retryAfter = null }: RefusalFacts = {}): HttpFailure =>
  ({ kind: 'http', answer: refusal(status, title, data), code, codeText, requestId, retryAfter })
