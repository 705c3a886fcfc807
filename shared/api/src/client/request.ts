import type { Data, Endpoint, Input } from '../contract/endpoint.ts'
import { httpFailure, invalidData, silentFailure, type ApiFailure, type Success } from '../failures/api-failure.ts'
import { isErrorCode } from '../failures/error-codes.ts'
import './no-eval.ts'

/** Reads end after 15 s; writes are never cut, because nobody knows what a cut write did (DEC-48). */
const readDeadlineMs = 15_000

/** Where the API is, below the page's own origin (DEC-05). */
const base = '/api'

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** The address of a call with its parameters in place. */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Parts): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]]))
  return `${base}${path}${pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : ''}`
}

/**
 * Makes one call of the contract. Resolves with the parsed answer; rejects with an `ApiFailure` and nothing else.
 * Sends the identifier header (SHELL-06), and a fresh `Idempotency-Key` with every write.
 */
export async function request<E extends Endpoint>(endpoint: E, input: Input<E>, signal?: AbortSignal): Promise<Success<Data<E>>> {
  const parts = (input ?? {}) as Parts
  const isRead = endpoint.method === 'GET'
  const deadline = isRead ? AbortSignal.timeout(readDeadlineMs) : null
  const signals = [deadline, signal].filter((each) => each !== null && each !== undefined)
  const init: RequestInit = {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      identifier: location.host,
      'accept-language': document.documentElement.lang,
      ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(isRead ? {} : { 'idempotency-key': crypto.randomUUID() }),
    },
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
  }
  let response: Response
  try {
    response = await fetch(addressOf(endpoint, parts), init)
  } catch {
    throw silentFailure(deadline?.aborted ? 'timeout' : signal?.aborted ? 'aborted' : 'network')
  }
  if (response.status < 200 || response.status > 204) throw await refused(response)
  return { data: (await read(endpoint, response)) as Data<E>, status: response.status }
}

async function read(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (endpoint.answer === 'pdf') return response.blob()
  const body: unknown = response.status === 204 ? null : await response.json().catch(() => undefined)
  const parsed = endpoint.answer.safeParse(body)
  if (!parsed.success) throw invalidData(response.status, response.headers.get('x-request-id'))
  return parsed.data
}

async function refused(response: Response): Promise<ApiFailure> {
  const body = ((await response.json().catch(() => null)) ?? {}) as Readonly<Record<string, unknown>>
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return httpFailure(response.status, {
    title: typeof body['title'] === 'string' ? body['title'] : '',
    data: body['data'] ?? null,
    code: isErrorCode(body['code']) ? body['code'] : null,
    requestId: typeof body['requestId'] === 'string' ? body['requestId'] : null,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  })
}
