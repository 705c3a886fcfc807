import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnavailable, OutcomeUnknown } from '../database/database-trouble.ts'
import { dataHeaders } from './answer-headers.ts'
import { FilesUnavailable } from '../object-store/object-store.ts'
import { rememberRefusal } from '../security/security-log.ts'
import { KeysUnavailable } from './keys-unavailable.ts'

/** The body of every refused call. */
export interface ErrorBody {
  readonly data: unknown
  readonly status: number
  /** For people who read answers; a screen shows words of its own catalogue by `code`. Empty where the cause is not known: there is nothing to say that a page should show (SHELL-60). */
  readonly title: string
  readonly code: string
  readonly requestId: string
}

export interface ServiceErrorOptions {
  readonly data?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Thrown by a handler to refuse a call: everything in it goes to the client, so it holds nothing internal. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: number
  readonly code: string
  readonly data: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, title: string, options: ServiceErrorOptions = {}) {
    super(title)
    this.status = status
    this.code = code
    this.data = options.data ?? null
    this.headers = options.headers ?? {}
  }
}

const malformed = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY', 'FST_ERR_CTP_INVALID_CONTENT_LENGTH'])

function refusal(error: unknown): ServiceError | null {
  if (error instanceof ServiceError) return error
  const { statusCode, code } = error as Partial<FastifyError>
  if (statusCode === undefined || statusCode < 400 || statusCode > 499) return null
  if (malformed.has(code ?? '') || error instanceof SyntaxError) return new ServiceError(400, 'MalformedJson', 'The body is no valid JSON')
  if (statusCode === 413) return new ServiceError(413, 'TooLarge', 'The body is too large')
  if (statusCode === 404) return new ServiceError(404, 'NotFound', 'There is nothing here')
  return new ServiceError(statusCode, 'InvalidRequest', 'The request cannot be used')
}

/** Seconds after which a call that met trouble with the database or the object store may be made again. */
const retryAfter = { 'retry-after': '2' }

/**
 * How trouble with the database is told to whoever called, with when to come back and never as 500. 503 `DatabaseUnavailable`: the transaction
 * that met it took no effect. 504 `OutcomeUnknown`: a change may have been stored; a keyed call asks what became of it (DEC-48). It is not
 * 503, which pages take for "nothing was done". Null for any other error.
 */
function databaseRefusal(error: unknown, method: string): ServiceError | null {
  const isReading = method === 'GET' || method === 'HEAD'
  if (error instanceof OutcomeUnknown && !isReading) return new ServiceError(504, 'OutcomeUnknown', 'Whether this was stored is not known', { headers: retryAfter })
  if (error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown) {
    return new ServiceError(503, 'DatabaseUnavailable', 'The database does not answer at the moment', { headers: retryAfter })
  }
  return null
}

/** Files are written before the transaction that gives them a row, so nothing was done. */
const filesRefusal = (error: unknown): ServiceError | null =>
  (error instanceof FilesUnavailable ? new ServiceError(503, 'FilesUnavailable', 'Files cannot be stored or read at the moment', { headers: retryAfter }) : null)

/** Nothing was stored, and nothing is until somebody puts the key in its place. */
const keysRefusal = (error: unknown): ServiceError | null =>
  (error instanceof KeysUnavailable ? new ServiceError(503, 'KeysUnavailable', 'What is stored cannot be opened at the moment', { headers: { 'retry-after': '30' } }) : null)

/**
 * Answers every error with the one body: refusals as they are, trouble with the database, the object store or keys as 503 or 504, anything else as 500 with
 * nothing from inside, logged in full.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const trouble = databaseRefusal(error, request.method)
  // One short line for each call: an outage concerns every call, and where it happened says nothing.
  if (trouble) request.log.warn({ code: trouble.code, cause: causeOf(error) }, 'the database does not answer')
  const files = filesRefusal(error)
  if (files) request.log.error({ kind: (error as FilesUnavailable).kind, cause: causeOf(error) }, 'the object store gives no files')
  const keys = keysRefusal(error)
  if (keys) request.log.error({ problem: (error as KeysUnavailable).message }, 'a key is missing or another one')
  const known = trouble ?? files ?? keys ?? refusal(error)
  if (!known) request.log.error({ err: error }, 'call failed')
  const { status, code, message, data, headers } = known ?? new ServiceError(500, 'Internal', '')
  rememberRefusal(request, code)
  const body: ErrorBody = { data, status, title: message, code, requestId: request.id }
  // A serializer of its own, else a typed route would push this body through the schema of its answer.
  void reply.code(status).headers({ 'cache-control': 'no-store', ...dataHeaders, ...headers }).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** What the driver or PostgreSQL called it: a code, never a text, which may repeat values. */
const causeOf = (error: unknown): unknown => {
  const { code, kind, cause } = error as { readonly code?: unknown; readonly kind?: unknown; readonly cause?: { readonly code?: unknown } }
  return code ?? kind ?? cause?.code ?? null
}

/** Makes every error of a server the one body, unknown addresses included. */
export function useErrorBody(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => { answerError(new ServiceError(404, 'NotFound', 'There is nothing here'), request, reply) })
}

type Refusal = Pick<ErrorBody, 'status' | 'code' | 'title'>

/** What a request that did not come whole is answered. */
export const requestTimeout: Refusal = { status: 408, code: 'RequestTimeout', title: 'The request did not come in time' }

/** What the parser says about bytes that are no request. */
function refusalOf(error: unknown): Refusal {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimeout
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, code: 'InvalidRequest', title: 'The headers are too large' }
  return { status: 400, code: 'InvalidRequest', title: 'This is no HTTP request' }
}

/** Answers with the one error body on a connection whose request never reached a handler, and closes it. */
export function closeWith(socket: Socket, refusal: Refusal): void {
  if (socket.destroyed) return
  if (socket.writable) {
    const { status, code, title } = refusal
    const body = JSON.stringify({ data: null, status, title, code, requestId: randomUUID() } satisfies ErrorBody)
    socket.write([
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, 'Content-Type: application/json; charset=utf-8', 'Cache-Control: no-store', ...Object.entries(dataHeaders).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body,
    ].join('\r\n'))
  }
  socket.destroy()
}

/** Takes over from the server's own handler of connections that sent no whole request. */
export function refuseBroken(error: unknown, socket: Socket): void {
  if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') closeWith(socket, refusalOf(error))
}
