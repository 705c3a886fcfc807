import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf, ServiceError, Shares } from '@checkin/server'
import { callOf } from './api-calls.ts'
import { apiConnections, ApiSilent, type CallApi } from './api-connections.ts'
import { tooManyBodies } from './body-shares.ts'
import { bodyOf, type CallBody } from './request-body.ts'
import type { SiteLimits } from './site-limits.ts'
import { sourceNamed } from './visit-source.ts'

/** Headers that concern one connection only (RFC 9110 section 7.6.1), `Expect`, which this server has answered, and those by which a client could pose as it. */
const notPassed = new Set([
  'connection', 'expect', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding', 'upgrade',
  'x-checkin-client', 'x-checkin-proxy', 'x-checkin-set', 'x-checkin-source', 'x-checkin-take-over', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded',
])

export interface ApiAddress {
  readonly host: string
  readonly port: number
  /** Shared with the API: only who knows it may say for whom it asks. */
  readonly secret: string
  /** True when a TLS-ending proxy stands in front of the site: the last address that it names is then the renter's. */
  readonly behindProxy: boolean
}

/** The renter's address. Without a proxy in front, what a client says about itself is not believed. */
export function clientOf(request: FastifyRequest, behindProxy: boolean): string {
  const named = request.headers['x-forwarded-for']
  return behindProxy && typeof named === 'string' ? (named.split(',').at(-1)?.trim() ?? request.ip) : request.ip
}

const passable = (headers: NodeJS.Dict<string | string[]>): Record<string, string | string[]> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined || notPassed.has(name) ? [] : [[name, value]])))

export interface WatchedAnswer {
  readonly status: number
  readonly body: string
  /** The set that another device of the same renter holds, if the API says so. */
  readonly takeOver: number | null
  /** Where the booking of a session that began or went on came from, if the API says so. */
  readonly source: string | null
}

/** Told of an answer before it goes to the renter: adds headers. `body` is read for the calls that it asks for only. */
export interface AnswerWatch {
  readonly wantsBody: (request: FastifyRequest) => boolean
  readonly began: (request: FastifyRequest) => void
  /** The release set that the page of a request holds; null when it holds none. */
  readonly heldSet: (request: FastifyRequest) => number | null
  readonly ended: (request: FastifyRequest, reply: FastifyReply, answer: WatchedAnswer) => void
}

const setNumber = (named: string | string[] | undefined): number | null => (typeof named === 'string' && /^\d{1,9}$/.test(named) ? Number(named) : null)

/**
 * What is answered for a silent API. 503 says that the call was not made, or may be made again without harm; for a write that may have arrived
 * 504 `OutcomeUnknown` says that nobody knows, and the page asks what became of it (decision 0030).
 */
function silence({ sent }: ApiSilent, kind: 'read' | 'write'): ServiceError {
  const headers = { 'retry-after': '2' }
  return sent && kind === 'write'
    ? new ServiceError(504, 'OutcomeUnknown', 'Whether this was done is not known', { headers })
    : new ServiceError(503, 'Unavailable', 'Service unavailable', { headers })
}

/** One call on its way to the API. */
interface Forwarding {
  readonly api: ApiAddress
  readonly callApi: CallApi
  readonly kind: 'read' | 'write'
  readonly body: CallBody
  readonly watch: AnswerWatch | undefined
}

/** Passes one call to the API with the tenant's host name kept and the renter's address added. */
async function forward(request: FastifyRequest, reply: FastifyReply, { api, callApi, kind, body, watch }: Forwarding): Promise<FastifyReply> {
  watch?.began(request)
  const held = watch?.heldSet(request)
  let answer: IncomingMessage
  try {
    answer = await callApi({
      host: api.host, port: api.port, method: request.method, path: request.raw.url ?? '/', kind, body,
      headers: {
        ...passable(request.headers), ...(body.kind === 'whole' && { 'content-length': body.bytes.length }),
        'x-checkin-client': clientOf(request, api.behindProxy), 'x-checkin-proxy': api.secret, ...(held != null && { 'x-checkin-set': String(held) }),
      },
    })
  } catch (error) {
    const refusal = error instanceof ApiSilent ? silence(error, kind) : error
    watch?.ended(request, reply, { status: refusal instanceof ServiceError ? refusal.status : 500, body: '', takeOver: null, source: null })
    throw refusal
  }
  const status = answer.statusCode ?? 502
  void reply.code(status).headers(passable(answer.headers))
  const told = { status, takeOver: setNumber(answer.headers['x-checkin-take-over']), source: sourceNamed(answer.headers['x-checkin-source']) }
  if (!watch?.wantsBody(request)) {
    watch?.ended(request, reply, { ...told, body: '' })
    return reply.send(answer)
  }
  const read = await text(answer).catch(() => '')
  watch.ended(request, reply, { ...told, body: read })
  return reply.send(read)
}

export interface ApiProxyOptions {
  readonly api: ApiAddress
  readonly limits: SiteLimits
  readonly watch?: AnswerWatch
}

/**
 * `/api/*` on the site's own origin. A small body is read before a connection to the API is taken, so that no slow client holds one; a large one
 * passes through unread, over connections of its own, and never lies in this process.
 */
export function apiProxyRoutes(app: FastifyInstance, { api, limits, watch }: ApiProxyOptions): void {
  const callApi = apiConnections(limits)
  const uploads = new Shares(limits.uploadsPerNetwork)
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => { parsed(null) })
    scope.all('/api/*', async (request, reply) => {
      const { kind, bodyLimit } = callOf(request.method, request.raw.url ?? '/')
      const body = await bodyOf(request.raw, bodyLimit)
      // The client went away: there is nobody to answer.
      if (!body) return reply.hijack()
      if (body.kind === 'upload') {
        const giveBack = uploads.take(networkOf(clientOf(request, api.behindProxy)))
        if (!giveBack) throw tooManyBodies()
        reply.raw.once('close', giveBack)
      }
      return forward(request, reply, { api, callApi, kind, body, watch })
    })
    done()
  })
}
