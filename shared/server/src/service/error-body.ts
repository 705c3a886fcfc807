import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The body of every refused call (interfaces.md section 5). */
export interface ErrorBody {
  readonly data: unknown
  readonly status: number
  /** For people who read answers; a screen shows words of its own catalogue by `code`. */
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

/** Answers every error with the one body: refusals as they are, anything else as 500 with nothing from inside, logged in full. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = refusal(error)
  if (!known) request.log.error({ err: error }, 'call failed')
  const { status, code, message, data, headers } = known ?? new ServiceError(500, 'Internal', 'Something went wrong')
  const body: ErrorBody = { data, status, title: message, code, requestId: request.id }
  // A serializer of its own, else a typed route would push this body through the schema of its answer.
  void reply.code(status).headers({ 'cache-control': 'no-store', ...headers }).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

export function useErrorBody(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => { answerError(new ServiceError(404, 'NotFound', 'There is nothing here'), request, reply) })
}
