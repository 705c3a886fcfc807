import type { FastifyRequest } from 'fastify'

const plainSegment = /^[a-z][a-z-]{0,30}(\.[a-z]{1,5})?$|^v\d{1,3}$/

/**
 * A path fit for a log (DEC-80): without its query string, and with `*` for every segment that is not a plain lower-case word,
 * because a segment with digits or capitals may be a code, a link token, a tax number or a name.
 */
export function maskedPath(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1)
  return path.split('/').map((segment) => (segment === '' || plainSegment.test(segment) ? segment : '*')).join('/')
}

/** What a log line says about a request: the route's pattern, never what the renter put into its places. */
export function requestInLog(request: FastifyRequest): { method: string; route: string } {
  return { method: request.method, route: request.routeOptions.url ?? maskedPath(request.url) }
}

export interface ErrorInLog {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly [name: string]: unknown
}

/** An error in a log. PostgreSQL repeats values of the row in its message and detail, so of those only the names stay. */
export function errorInLog(error: unknown): ErrorInLog {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error object', stack: '' }
  const database = databaseNames(error)
  const stack = (database ? error.stack?.split('\n').filter((line) => line.startsWith('    at ')).join('\n') : error.stack) ?? ''
  return { type: error.name, message: database ? 'refused by the database' : error.message, ...database, stack, ...('code' in error && { code: error.code }) }
}

function databaseNames(error: Error): Record<string, unknown> | null {
  if (!('severity' in error && 'code' in error)) return null
  const { constraint, table, schema, column, routine } = error as unknown as Record<string, unknown>
  return { constraint, table, schema, column, routine }
}
