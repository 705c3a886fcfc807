import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paymentStatusHeader, type PaymentStatus } from '@checkin/api'
import { beginCall, clientBehind, ConcurrencyLimiter, currentSecret, formerSiteHeader, networkOf, ServiceError, siteKey, siteKeyHeader } from '@checkin/server'
import { bookingSource } from '@checkin/releases'
import { callOf, isEventStream, isStraight } from './api-calls.ts'
import { apiConnections, ApiSilent, type CallApi } from './api-connections.ts'
import { bodyOf, tooManyBodies, tooManyStreams, type CallBody } from './request-bodies.ts'
import type { ServiceAddress, SiteLimits } from '../settings.ts'

/** Headers that concern one connection only (RFC 9110 section 7.6.1), `Expect`, which this server has answered, and those by which a client could pose as it. */
const notPassed = new Set([
  'connection', 'expect', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding', 'upgrade',
  'x-checkin-client', formerSiteHeader, siteKeyHeader, paymentStatusHeader, 'x-checkin-set', 'x-checkin-source', 'x-checkin-take-over', 'x-checkin-journey', 'x-checkin-currency', 'x-checkin-reservation', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded',
  // The API believes the site about a trace; what a page says of one, the site has taken up or not.
  'traceparent', 'tracestate', 'baggage',
])

export interface ApiAddress extends ServiceAddress {
  /** Shared with the API: the keys by which it knows the site are made of it. */
  readonly secret: string
  /** True when a TLS-ending proxy stands in front of the site: the last address that it names is then the renter's. */
  readonly behindProxy: boolean
}

const passable = (headers: NodeJS.Dict<string | string[]>): Record<string, string | string[]> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined || notPassed.has(name) ? [] : [[name, value]])))

/** What the API says to the site alone about a call. */
export interface ApiAnswer {
  readonly status: number
  /** The set that another device of the same renter is pinned to. */
  readonly otherDeviceSet: number | null
  /** Where the booking of a session that began or went on came from. */
  readonly source: string | null
  /** The reservation that its session proved, by a code or a link that was mailed: a name of the API's own, which is kept in memory only (DEC-309). */
  readonly reservation: string | null
  /** How far the session's check-in is, and what its rental costs in minor units (DEC-295) of which currency (DEC-346); the API of an earlier version does not say that. */
  readonly journey: { readonly isCompleted: boolean; readonly total: number; readonly currency: string | null } | null
  /** Whether the renter's payment still waits for its final answer. */
  readonly payment: PaymentStatus | null
}

/** Hears of each call before it goes to the API, and of its answer before that goes to the renter: adds headers. */
export interface AnswerWatch {
  readonly began: (request: FastifyRequest) => void
  /** The release set that the page of a request is pinned to; null when it is pinned to none. */
  readonly pinnedSet: (request: FastifyRequest) => number | null
  readonly ended: (request: FastifyRequest, reply: FastifyReply, answer: ApiAnswer) => void
}

/** The value of a header if it is of a form; null otherwise. */
const named = (value: string | string[] | undefined, form: RegExp): string | null => (typeof value === 'string' && form.test(value) ? value : null)

/** Reads what the API's headers say to the site. */
export function readAnswer({ statusCode = 502, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>): ApiAnswer {
  const set = named(headers['x-checkin-take-over'], /^\d{1,9}$/)
  const payment = headers[paymentStatusHeader]
  const [state, total] = named(headers['x-checkin-journey'], /^(open|completed) \d{1,12}$/)?.split(' ') ?? []
  return {
    status: statusCode, otherDeviceSet: set === null ? null : Number(set), source: named(headers['x-checkin-source'], bookingSource),
    reservation: named(headers['x-checkin-reservation'], /^[\da-f-]{36}$/),
    journey: state === undefined ? null : { isCompleted: state === 'completed', total: Number(total), currency: named(headers['x-checkin-currency'], /^[A-Z]{3}$/) },
    payment: payment === 'open' || payment === 'final' ? payment : null,
  }
}

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
  readonly isStream?: boolean
  /** Hears of the answer before it is passed on. */
  readonly answered?: (answer: IncomingMessage) => void
}

/** Passes one call to the API with the tenant's host name kept and the renter's address added. */
async function forward(request: FastifyRequest, reply: FastifyReply, { api, callApi, kind, body, watch, isStream = false, answered }: Forwarding): Promise<FastifyReply> {
  if (!isStraight(request.raw.url ?? '')) throw new ServiceError(400, 'InvalidRequest', 'The address is not written in one way only')
  watch?.began(request)
  const pinnedSet = watch?.pinnedSet(request)
  const span = beginCall({ method: request.method, host: api.host, isForeign: false })
  let answer: IncomingMessage
  try {
    answer = await callApi({
      host: api.host, port: api.port, isTls: api.isTls, method: request.method, path: request.raw.url ?? '/', kind, body, isStream,
      headers: {
        ...passable(request.headers), ...(body.kind === 'whole' && { 'content-length': body.bytes.length }),
        'x-checkin-client': clientBehind(request, api.behindProxy), [siteKeyHeader]: siteKey(api.secret, 'client-address'),
        // An API of the release before knows the site by the secret itself.
        [formerSiteHeader]: currentSecret(api.secret), ...(pinnedSet != null && { 'x-checkin-set': String(pinnedSet) }), ...span.headers,
      },
    })
  } catch (error) {
    span.end({ failure: error instanceof Error ? error.name : 'Error' })
    const refusal = error instanceof ApiSilent ? silence(error, kind) : error
    watch?.ended(request, reply, { status: refusal instanceof ServiceError ? refusal.status : 500, otherDeviceSet: null, source: null, reservation: null, journey: null, payment: null })
    throw refusal
  }
  span.end({ status: answer.statusCode ?? 502 })
  void reply.code(answer.statusCode ?? 502).headers(passable(answer.headers))
  watch?.ended(request, reply, readAnswer(answer))
  answered?.(answer)
  return reply.send(answer)
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
  const uploads = new ConcurrencyLimiter(limits.uploadsPerNetwork)
  const streams = new ConcurrencyLimiter(limits.streamsPerNetwork)
  const listening = new Set<IncomingMessage>()
  // Nobody waits for the end of a stream: a page whose stream ends asks by itself, and listens again at the next process.
  app.addHook('preClose', (done) => {
    for (const answer of listening) answer.destroy()
    done()
  })
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => { parsed(null) })
    scope.all('/api/*', async (request, reply) => {
      const { kind, bodyLimit } = callOf(request.method, request.raw.url ?? '/')
      const body = await bodyOf(request.raw, bodyLimit)
      // The client went away: there is nobody to answer.
      if (!body) return reply.hijack()
      if (body.kind === 'upload') {
        const release = uploads.acquire(networkOf(clientBehind(request, api.behindProxy)))
        if (!release) throw tooManyBodies()
        reply.raw.once('close', release)
      }
      if (isEventStream(request.method, request.raw.url ?? '/')) {
        const release = streams.acquire(networkOf(clientBehind(request, api.behindProxy)))
        if (!release) throw tooManyStreams()
        reply.raw.once('close', release)
        const answered = (answer: IncomingMessage): void => {
          listening.add(answer)
          answer.once('close', () => { listening.delete(answer) })
          reply.raw.once('close', () => { answer.destroy() })
        }
        return forward(request, reply, { api, callApi, kind, body, watch, isStream: true, answered })
      }
      return forward(request, reply, { api, callApi, kind, body, watch })
    })
    done()
  })
}
