import './no-eval.ts'
import { asSent, idempotencyKey as freshKey, kindOf, type Data, type Input, type Parts } from '@checkin/http'
import { getRequestState } from '../contract/request-state.contract.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { silentFailure, type ApiFailure, type HttpFailure, type Success } from '../failures/api-failure.ts'
import { addressOf } from './address.ts'
import { identifierOf } from './identifier.ts'
import { readDeadline } from './patience.ts'
import { readAnswer } from './read-answer.ts'
import { sendQuietly, sendWithProgress, type UploadProgress } from './send.ts'
import { pause, settleWrite, watchWrite, type KnownState } from './watch-write.ts'

/** Seconds that a read waits at most for a server with too much to do: then its renter is told instead. */
const mostPatience = 5

/** Characters of a body from which on progress is reported. */
const largeBody = 256 * 1024

/** Options of any call beside its input. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /** Names one intention over several tries of a write; a fresh one by default (DEC-48). */
  readonly idempotencyKey?: string
  /** A write takes long; called once. */
  readonly onSlow?: () => void
  /** How much of a large body has left the page. */
  readonly onProgress?: (progress: UploadProgress) => void
  /** The answer of an earlier try got lost, or the server was busy; there is no third one by itself. */
  readonly isRepetition?: boolean
}

/** Trace of all calls of this visit of the page; drawn, so it names nobody. */
const visit = freshKey()

/** W3C trace context of one call: the server goes on with the visit's trace, and decides alone what is recorded (DEC-318). */
const traceparent = (): string => `00-${visit}-${freshKey().slice(16)}-00`

function headersOf({ method }: Endpoint, { body }: Parts, idempotencyKey: string): Record<string, string> {
  const { lang, dataset } = document.documentElement
  return {
    accept: 'application/json, application/pdf',
    identifier: identifierOf(location.host, dataset['tenant']),
    ...(lang ? { 'accept-language': lang } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    traceparent: traceparent(),
    ...(method === 'GET' ? {} : { 'idempotency-key': idempotencyKey }),
  }
}

/** The server began the write and cannot say whether it took place. */
const isUndecided = (answer: Success<unknown> | ApiFailure): answer is HttpFailure => 'kind' in answer && answer.kind === 'http' && answer.code === 'OutcomeUnknown'

/** Milliseconds until a read is made once more that a server with too much to do turned away (DEC-362); null where it is not. Pages that were turned away together come back apart. */
function patienceWith(answer: Success<unknown> | ApiFailure): number | null {
  if (!('kind' in answer) || answer.kind !== 'http' || answer.codeText !== 'Busy' || answer.retryAfter === null || answer.retryAfter > mostPatience) return null
  return answer.retryAfter * 1000 * (1 + Math.random())
}

/** The state of a write as the server knows it. */
async function stateOf(key: string): Promise<KnownState> {
  const outcome = await exchange(getRequestState, { params: { key } })
  return 'kind' in outcome ? null : (outcome.data as { readonly state: KnownState }).state
}

/**
 * Makes one call, in its body form where it has one, and reads its answer; never rejects. Sends the identifier header (SHELL-06) and, with every call that is not a GET, an
 * `Idempotency-Key`. Nothing is asked twice on suspicion (SHELL-59): a read is made once more where a server with too much to do said when (DEC-362); a write that is not answered for long is asked about, and made again
 * under its key only when the server itself says that it had been answered, or that it left the write undecided (DEC-48).
 */
export async function exchange(declared: Endpoint, given: Parts, options: CallOptions = {}): Promise<Success<unknown> | ApiFailure> {
  const { endpoint, parts } = asSent(declared, given)
  const { signal, onSlow, onProgress, idempotencyKey: key = freshKey() } = options
  const isRead = kindOf(endpoint) === 'read'
  const deadline = isRead ? AbortSignal.timeout(readDeadline) : undefined
  const body = parts.body === undefined ? undefined : JSON.stringify(parts.body)
  const isLarge = body !== undefined && body.length >= largeBody
  let isSending = isLarge
  const watch = isRead ? undefined : watchWrite({ onSlow, ask: endpoint.idempotent ? () => stateOf(key) : undefined, isSending: () => isSending })
  const signals = [deadline, signal, watch?.signal].filter((each) => each !== undefined)
  const outgoing = { method: endpoint.method, headers: headersOf(endpoint, parts, key), ...(body !== undefined && { body }), ...(signals.length > 0 && { signal: AbortSignal.any(signals) }) }
  const progressed = (progress: UploadProgress): void => {
    isSending = progress.sent < progress.total
    onProgress?.(progress)
  }
  try {
    const address = addressOf(endpoint, parts)
    const answer = await readAnswer(endpoint, await (isLarge ? sendWithProgress(address, outgoing, progressed) : sendQuietly(address, outgoing)))
    const waitMs = isRead && !options.isRepetition ? patienceWith(answer) : null
    if (waitMs !== null) {
      await pause(waitMs, signal)
      return signal?.aborted ? silentFailure('aborted') : await exchange(declared, given, { ...options, isRepetition: true })
    }
    if (!endpoint.idempotent || !isUndecided(answer)) return answer
    const mayRepeat = !options.isRepetition && await settleWrite({ ask: () => stateOf(key), retryAfter: answer.retryAfter, signal })
    if (mayRepeat) return await exchange(declared, given, { ...options, idempotencyKey: key, isRepetition: true })
    // As little is known as after a lost connection, and the page does the same about it.
    return silentFailure(signal?.aborted ? 'aborted' : 'network')
  } catch {
    if (watch?.ending() === 'answer-lost' && !options.isRepetition) return await exchange(declared, given, { ...options, idempotencyKey: key, isRepetition: true })
    return silentFailure(signal?.aborted ? 'aborted' : deadline?.aborted ? 'timeout' : 'network')
  } finally {
    watch?.stop()
  }
}

/** The same as a promise: resolves with the parsed answer, rejects with an `ApiFailure` and nothing else. */
export async function request<E extends Endpoint>(endpoint: E, input: Input<E>, options: CallOptions = {}): Promise<Success<Data<E>>> {
  const outcome = await exchange(endpoint, (input ?? {}), options)
  if ('kind' in outcome) throw outcome // oxlint-disable-line typescript/only-throw-error -- an effect fails with the value that its handler throws, and that value is data
  return outcome as Success<Data<E>>
}
