import { safeParse } from 'zod/v4/core'
import { addressOf, asSent } from './address.ts'
import type { Data, Endpoint, InputFirst } from './endpoint.ts'
import { parseJson, retryAfterOf } from './wire.ts'

/** What a call is sent with: the platform's `fetch`, or one that keeps the Host header. */
export type Fetch = (address: string, request: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string; readonly signal: AbortSignal }) => Promise<Response>

export interface ClientOptions {
  /** Origin and base path without a trailing slash, for example `http://127.0.0.1:4000`. */
  readonly baseUrl: string
  /** Headers of every call; asked anew for each. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>)
  /** Token of the `Authorization: Bearer` header. */
  readonly token?: string
  readonly fetch?: Fetch
  /** Milliseconds until a call is given up; 10 s by default. */
  readonly timeoutMs?: number
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Revision that the caller saw. */
  readonly ifMatch?: number
  readonly signal?: AbortSignal
}

/** A success: its status, headers and checked data. 304 has no data. */
export interface Answer<E> {
  readonly status: number
  readonly headers: Headers
  readonly data: Data<E> | null
}

interface RefusalFacts {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly data?: unknown
  readonly requestId?: string | null
  readonly retryAfter?: number | null
}

/** A call was refused, or its answer does not fit the contract (code `InvalidAnswer`). A service that cannot be reached rejects as `fetch` does. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  /** HTTP status of the answer. */
  readonly status: number
  /** Code of the error body; empty when there was none. */
  readonly code: string
  /** One line for people; empty when there was none. */
  readonly title: string
  readonly data: unknown
  readonly requestId: string | null
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | null

  constructor(call: string, { status, code, title, data = null, requestId = null, retryAfter = null }: RefusalFacts) {
    super(`${call} was answered ${status}${code && ` ${code}`}${title && `: ${title}`}`)
    this.status = status
    this.code = code
    this.title = title
    this.data = data
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/** Calls of any API that is declared by endpoints. */
export interface Client {
  /** The data of a success. Rejects with HttpError. */
  readonly call: <E extends Endpoint>(endpoint: E, ...args: InputFirst<E, CallOptions>) => Promise<Data<E>>
  /** The same with status and headers; for conditional requests. */
  readonly exchange: <E extends Endpoint>(endpoint: E, ...args: InputFirst<E, CallOptions>) => Promise<Answer<E>>
}

/** A client for machines and consoles: works in Node and in browsers, takes a call's body form where it has one, and parses every answer by the endpoint's schema. */
export function createClient({ baseUrl, headers = {}, token, fetch: send = (address, request) => fetch(address, request), timeoutMs = 10_000 }: ClientOptions): Client {
  const exchange = async <E extends Endpoint>(declared: E, ...[input, options = {}]: InputFirst<E, CallOptions>): Promise<Answer<E>> => {
    const { endpoint, parts } = asSent(declared, input ?? {})
    const { body } = parts
    // However encoded, the platform would take it for a step in the path (SEC-17).
    if (Object.values(parts.params ?? {}).some((value) => value === '.' || value === '..')) throw new HttpError(endpoint.name, { status: 404, code: 'NotFound', title: 'There is nothing here' })
    const timeout = AbortSignal.timeout(timeoutMs)
    const response = await send(`${baseUrl}${addressOf(endpoint, parts)}`, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(typeof headers === 'function' ? headers() : headers),
        ...(body !== undefined && { 'content-type': endpoint.body === 'text' ? 'text/plain; charset=utf-8' : 'application/json' }),
        ...(options.ifMatch !== undefined && { 'if-match': `"${options.ifMatch}"` }),
        ...options.headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' && endpoint.body === 'text' ? body : JSON.stringify(body) }),
      signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
    })
    return { status: response.status, headers: response.headers, data: response.status === 304 ? null : await dataOf(endpoint, response) as Data<E> }
  }
  return {
    exchange,
    call: async (endpoint, ...args) => {
      const { status, data } = await exchange(endpoint, ...args)
      if (status === 304) throw new HttpError(endpoint.name, { status, code: 'NotModified', title: 'Ask with exchange()' })
      return data as Data<typeof endpoint>
    },
  }
}

async function dataOf({ name, answer }: Endpoint, response: Response): Promise<unknown> {
  const { status, headers } = response
  if (!response.ok) throw refusalOf(name, response, parseJson(await response.text()))
  if (answer === 'none') return undefined
  if (answer === 'pdf' || answer === 'webp') return response.blob()
  const text = await response.text()
  if (answer === 'text') return text
  const parsed = safeParse(answer, parseJson(text))
  if (parsed.success) return parsed.data
  const places = parsed.error.issues.map(({ path }) => path.map(String).join('.')).join(', ')
  throw new HttpError(name, { status, code: 'InvalidAnswer', title: `The answer does not fit the contract at: ${places}`, requestId: headers.get('x-request-id') })
}

function refusalOf(call: string, { status, headers }: Response, body: unknown): HttpError {
  const { code, title, data, requestId } = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>
  return new HttpError(call, {
    status, data: data ?? null,
    code: typeof code === 'string' ? code : '',
    title: typeof title === 'string' ? title : '',
    requestId: typeof requestId === 'string' ? requestId : headers.get('x-request-id'),
    retryAfter: retryAfterOf(headers),
  })
}
