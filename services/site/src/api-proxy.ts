import { request as httpRequest, Agent } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyLimitOf, contract, type Endpoint } from '@checkin/api'
import { ServiceError } from '@checkin/server'
import { sourceNamed } from './visit-source.ts'

/** Headers that concern one connection only (RFC 9110 section 7.6.1), and those by which a client could pose as this server. */
const notPassed = new Set([
  'connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding', 'upgrade',
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

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

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

/** Passes one call to the API with the tenant's host name kept and the renter's address added. */
export function forward(request: FastifyRequest, reply: FastifyReply, api: ApiAddress, path: string, watch?: AnswerWatch): Promise<FastifyReply> {
  watch?.began(request)
  const held = watch?.heldSet(request)
  return new Promise((resolve) => {
    const outgoing = httpRequest(
      {
        agent, host: api.host, port: api.port, method: request.method, path,
        headers: { ...passable(request.headers), 'x-checkin-client': clientOf(request, api.behindProxy), 'x-checkin-proxy': api.secret, ...(held != null && { 'x-checkin-set': String(held) }) },
      },
      (answer) => {
        const status = answer.statusCode ?? 502
        void reply.code(status).headers(passable(answer.headers))
        const told = { status, takeOver: setNumber(answer.headers['x-checkin-take-over']), source: sourceNamed(answer.headers['x-checkin-source']) }
        if (!watch?.wantsBody(request)) {
          watch?.ended(request, reply, { ...told, body: '' })
          resolve(reply.send(answer))
          return
        }
        void text(answer).catch(() => '').then((body) => {
          watch.ended(request, reply, { ...told, body })
          resolve(reply.send(body))
        })
      },
    )
    outgoing.on('error', () => {
      if (reply.sent) return
      watch?.ended(request, reply, { status: 503, body: '', takeOver: null, source: null })
      resolve(reply.code(503).headers({ 'retry-after': '2', 'cache-control': 'no-store' }).send({ data: null, status: 503, title: 'Service unavailable', code: 'Unavailable', requestId: request.id }))
    })
    request.raw.on('aborted', () => outgoing.destroy())
    request.raw.pipe(outgoing)
  })
}

const endpoints: readonly Endpoint[] = Object.values(contract)
const limits: ReadonlyMap<string, number> = new Map(endpoints.map((endpoint) => [`${endpoint.method} /api${endpoint.path}`, bodyLimitOf(endpoint)]))
const standardLimit = bodyLimitOf({})

/**
 * The API closes the connection on a body that is too large, and its 413 is lost while this side still sends.
 * So what says its length is refused here, before it travels.
 */
function refuseTooLarge(request: FastifyRequest): void {
  const limit = limits.get(`${request.method} ${request.url.split('?')[0] ?? ''}`) ?? standardLimit
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new ServiceError(413, 'TooLarge', 'The body is too large')
}

/** `/api/*` on the site's own origin. Bodies pass through unread, so that a large one never lies in this process. */
export function apiProxyRoutes(app: FastifyInstance, api: ApiAddress, watch?: AnswerWatch): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => { parsed(null) })
    scope.all('/api/*', (request, reply) => {
      refuseTooLarge(request)
      return forward(request, reply, api, request.raw.url ?? '/', watch)
    })
    done()
  })
}
