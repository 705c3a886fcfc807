import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { lookup as systemLookup } from 'node:dns'
import { callTls, type CallTls } from '../tls/own-certificates.ts'
import { beginCall } from '../tracing/spans.ts'
import './tls-ciphers.ts'

export interface InternalRequest {
  readonly method?: string
  /** A `host` header is kept, unlike with `fetch`. */
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON; text and bytes as they are. */
  readonly body?: object | string | Uint8Array
  /** Milliseconds until the call is given up; 10 s by default. */
  readonly timeoutMs?: number
  /** Gives the call up, instead of `timeoutMs`. */
  readonly signal?: AbortSignal
  /** How names are looked up, instead of `loopbackNames`. */
  readonly lookup?: LookupFunction
  /** Whom it trusts and what it shows, for a call to a service of this installation: `callTls()`. */
  readonly tls?: CallTls
  /** The server's own certificate (PEM), which is enough whatever name it is for. */
  readonly pinned?: string
  /** It goes to a system of somebody else, to which the trace is named only where the settings say so. */
  readonly isForeign?: boolean
}

export interface InternalAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: () => string
  /** Throws a SyntaxError when the body is no JSON. The caller checks the shape. */
  readonly json: () => unknown
}

/** Node's resolver does not know that every `*.localhost` is loopback; browsers do. */
export const loopbackNames: LookupFunction = (hostname, options, callback) => {
  if (hostname !== 'localhost' && !hostname.endsWith('.localhost')) {
    systemLookup(hostname, options, callback)
    return
  }
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
  else callback(null, '127.0.0.1', 4)
}

/**
 * Calls another service, or in a test this one. Takes every `*.localhost` to loopback, which Node's resolver does not,
 * keeps the Host header, which Node's `fetch` drops, and follows no redirect.
 * Rejects when there is no answer in time; an answer of any status resolves.
 */
export function internalFetch(address: string | URL, options: InternalRequest = {}): Promise<InternalAnswer> {
  const url = new URL(address)
  const { body, type } = encoded(options.body)
  // Without it the certificate would be looked for by the Host header, which names a tenant.
  const servername = { servername: isIP(url.hostname.replace(/^\[|\]$/g, '')) ? '' : url.hostname }
  const span = beginCall({ method: options.method ?? 'GET', host: url.hostname, isForeign: options.isForeign ?? false })
  const headers = { ...(type && { 'content-type': type }), ...(body && { 'content-length': String(body.byteLength) }), ...options.headers, ...span.headers }
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const timeoutMs = options.timeoutMs ?? 10_000
    const failed = (error: Error): void => {
      span.end({ failure: error.name })
      reject(error)
    }
    const request = send(url, { ...servername, ...options.tls, ...(options.pinned !== undefined && { ca: options.pinned, allowPartialTrustChain: true, checkServerIdentity: () => undefined }), method: options.method ?? 'GET', headers, lookup: options.lookup ?? loopbackNames, signal: options.signal ?? AbortSignal.timeout(timeoutMs) }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', failed)
      response.on('end', () => {
        const bytes = Buffer.concat(parts)
        const text = () => bytes.toString('utf8')
        span.end({ status: response.statusCode ?? 0 })
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, json: () => JSON.parse(text()) as unknown })
      })
    })
    request.on('error', (error) => {
      failed(error.name === 'AbortError' || error.name === 'TimeoutError' ? new Error(`${url.host} did not answer within ${timeoutMs} ms`) : error)
    })
    request.end(body)
  })
}

/** Statuses whose answer has no body. */
const bodiless = new Set([204, 205, 304])

/** `internalFetch` to a service of this installation in the form of `fetch`, for the typed clients of `@checkin/http/client`. */
export async function serviceFetch(
  address: string, { body, ...request }: { readonly method: string; readonly headers: Readonly<Record<string, string>>; readonly body?: string; readonly signal: AbortSignal },
): Promise<Response> {
  const answer = await internalFetch(address, { ...request, tls: callTls(), ...(body !== undefined && { body: Buffer.from(body) }) })
  const headers = Object.entries(answer.headers).flatMap(([name, value]) => [value].flat().flatMap((each) => (each === undefined ? [] : [[name, each] as [string, string]])))
  return new Response(bodiless.has(answer.status) ? null : new Uint8Array(answer.bytes), { status: answer.status, headers })
}

function encoded(body: InternalRequest['body']): { body?: Uint8Array; type?: string } {
  if (body === undefined) return {}
  if (typeof body === 'string') return { body: Buffer.from(body), type: 'text/plain; charset=utf-8' }
  if (body instanceof Uint8Array) return { body, type: 'application/octet-stream' }
  return { body: Buffer.from(JSON.stringify(body)), type: 'application/json' }
}
