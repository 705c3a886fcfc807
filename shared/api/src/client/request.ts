import './no-eval.ts'
import { kindOf, type Data, type Endpoint, type Input } from '../contract/endpoint.ts'
import { silentFailure, type ApiFailure, type Success } from '../failures/api-failure.ts'
import { addressOf, identifierOf } from './address.ts'
import { readAnswer } from './read-answer.ts'

/** Milliseconds after which a read ends. A write is never cut, because nobody knows what a cut write did (DEC-48). */
export const readDeadline = 15_000

/** What any call may be told beside its input. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /** Names one intention over several tries of a write; a fresh one unless told (DEC-48). */
  readonly idempotencyKey?: string
}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** 128 random bits in hex: `crypto.randomUUID` is missing on pages that came over plain http. */
const freshKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

function headersOf({ method }: Endpoint, { body }: Parts, idempotencyKey: string | undefined): Record<string, string> {
  const { lang, dataset } = document.documentElement
  return {
    accept: 'application/json, application/pdf',
    identifier: identifierOf(location.host, dataset['tenant']),
    ...(lang ? { 'accept-language': lang } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(method === 'GET' ? {} : { 'idempotency-key': idempotencyKey ?? freshKey() }),
  }
}

/**
 * Makes one call and reads its answer; never rejects. Sends the identifier header (SHELL-06) and, with every call that is
 * not a GET, an `Idempotency-Key`. Nothing is ever asked twice by itself (SHELL-59).
 */
export async function exchange(endpoint: Endpoint, parts: Parts, { signal, idempotencyKey }: CallOptions = {}): Promise<Success<unknown> | ApiFailure> {
  const deadline = kindOf(endpoint) === 'read' ? AbortSignal.timeout(readDeadline) : undefined
  const signals = [deadline, signal].filter((each) => each !== undefined)
  try {
    const response = await fetch(addressOf(endpoint, parts), {
      method: endpoint.method,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
      headers: headersOf(endpoint, parts, idempotencyKey),
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
    })
    return await readAnswer(endpoint, response)
  } catch {
    return silentFailure(signal?.aborted ? 'aborted' : deadline?.aborted ? 'timeout' : 'network')
  }
}

/** The same as a promise: resolves with the parsed answer, rejects with an `ApiFailure` and nothing else. */
export async function request<E extends Endpoint>(endpoint: E, input: Input<E>, options: CallOptions = {}): Promise<Success<Data<E>>> {
  const outcome = await exchange(endpoint, (input ?? {}), options)
  if ('kind' in outcome) throw outcome // eslint-disable-line @typescript-eslint/only-throw-error -- an effect fails with the value that its handler throws, and that value is data
  return outcome as Success<Data<E>>
}
